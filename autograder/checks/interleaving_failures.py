"""Put into words what goes wrong when threads take turns in some order."""

from collections.abc import Sequence

import msgspec

from autograder.checks.case import Case
from autograder.checks.failure import CheckInconclusiveError, Failure
from autograder.engines.outcomes import Reply, TimedOut
from autograder.engines.protocol import Answer, Schedule, Step
from autograder.truth.rules import legal_squares

STEPS_SHOWN = 24


def schedule_of(reply: Reply) -> Schedule:
    """Return how the threads took turns, or an empty schedule if there was no answer."""
    outcome = reply.outcomes[0]
    if isinstance(outcome, Answer) and outcome.schedule is not None:
        return outcome.schedule
    return Schedule(choices=())


def problem_of(case: Case, reply: Reply) -> Failure | None:
    """Return what is wrong with one reply, in the student's terms, or None.

    Raises:
        CheckInconclusiveError: there is none, since the threads wait for what nobody controls.
    """
    outcome = reply.outcomes[0]
    if isinstance(outcome, TimedOut):
        raise CheckInconclusiveError(
            "Your threads wait for something that the grader cannot control, so it cannot tell "
            "what happens when they take turns in another order."
        )
    if not isinstance(outcome, Answer):
        return Failure(sentence="The process ended while your threads took turns.")
    schedule = schedule_of(reply)
    if schedule.deadlock:
        return deadlock_failure(schedule)
    if outcome.complaint is not None:
        return Failure(
            sentence="A board can change while it is searched: your threads share it.",
            returned=outcome.complaint,
            why="Give every search a board of its own, such as board_after(board, square, player).",
        )
    report = outcome.raised_in_thread or outcome.raised
    if report is not None:
        where = "a thread of yours" if outcome.raised_in_thread else "your code"
        return Failure(
            sentence=f"When threads take turns at the wrong moment, {where} raises {report.type}.",
            returned=f"{report.type}: {report.message}",
            where=f"{report.file}:{report.line}: {report.source}" if report.file else "",
            why="Between looking and taking, another thread may have taken it: do both under one "
            "lock, or use a call that does both at once.",
        )
    value = outcome.returned.value if outcome.returned else None
    searched = sorted(square for square, _ in schedule.searched_by)
    if value != case.expected or searched != legal_squares(case.call.board):
        return _wrong_move(case, schedule, value)
    return None


def deadlock_failure(schedule: Schedule) -> Failure:
    """Return the failure of a call in which no thread could go on."""
    places = "; ".join(
        f"{thread_name(step.thread)} waits at {step.file}:{step.line}: {step.source}"
        for step in schedule.deadlock
    )
    return Failure(
        sentence="Your threads can wait for ever: a deadlock.",
        returned=places,
        why="A thread that waits needs another that will wake it: release every lock on every way "
        "out, take locks in one order, and never wait for what may already be gone.",
    )


def _wrong_move(case: Case, schedule: Schedule, value: int | None) -> Failure:
    worth = {square: -score for square, score in case.call.scores or ()}
    best = case.expected if case.expected is not None else -1
    finders = {square: thread_name(thread) for square, thread in schedule.searched_by}
    times = [square for square, _ in schedule.searched_by]
    skipped = [square for square in legal_squares(case.call.board) if square not in times]
    twice = [square for square in times if times.count(square) > 1]
    why = "Compare with the best so far and replace it in one step, under one lock."
    if skipped or twice:
        sentence = f"Square {_listed(skipped)} can be left out: the threads lose it between them."
        if twice:
            sentence = f"Two threads can take the same square ({twice[0]})."
        why = "Take the next square in one step, under a lock or from a queue, and wait for all "
        why += "threads before you answer."
    elif value in worth and worth[value] == worth[best]:
        sentence = f"A tie can go to square {value} instead of {best}: whoever comes later wins it."
        why = "Among equal scores the lowest square is right: compare (score, -square)."
    elif value in worth:
        sentence = (
            f"The best score can be lost: {finders[best]} finds {worth[best]} on square {best}, "
            f"but the answer is square {value}, worth {worth[value]}."
        )
    else:
        sentence = "The answer can be no square at all."
    return Failure(sentence=sentence, returned=str(value), expected=str(best), why=why)


def _listed(squares: Sequence[int]) -> str:
    return ", ".join(map(str, squares))


def telling(steps: Sequence[Step]) -> list[Step]:
    """Return the steps that tell the story: those of the workers, and the last ones of the caller.

    A line that a thread comes back to without having changed anything is told once.
    """
    shown: list[Step] = []
    for step in steps:
        last = shown[-1] if shown else None
        if last is not None and (last.thread, last.line) == (step.thread, step.line):
            shown[-1] = msgspec.structs.replace(last, changes=(*last.changes, *step.changes))
        elif step.thread != 0:
            shown.append(step)
    return shown[:STEPS_SHOWN]


def thread_name(number: int) -> str:
    """Return what a thread is called in a report."""
    return f"thread {number}" if number else "the caller"
