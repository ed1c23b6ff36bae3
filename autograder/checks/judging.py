"""Judge what came back from one call: turn every outcome into a failure or into nothing."""

from dataclasses import dataclass
from typing import Literal

import msgspec

from autograder.assignment.files import RUNG_NAMES
from autograder.checks.case import Case, call_text
from autograder.checks.failure import Failure
from autograder.checks.interleaving_failures import deadlock_failure, schedule_of
from autograder.engines.engine import EngineKind
from autograder.engines.outcomes import Ended, Outcome, Reply, StandingThread, TimedOut
from autograder.engines.protocol import (
    Answer,
    FunctionName,
    ModuleName,
    Nonsense,
    Report,
    RungName,
)
from autograder.truth.rules import board_text

Judged = Literal["value", "every rank", "type", "manner", "any"]
"""What counts: rank 0's value; the value on every rank; only that the value is an int; that it is
one and that the caller's board is as it was; nothing but that the call returned."""

WHY_THREADS_HANG = (
    "A thread that waits needs another that will wake it: release every lock on every way out, and "
    "join only threads that can end."
)


@dataclass(frozen=True)
class Setting:
    """Who was asked what: needed to put a failure into words.

    Attributes:
        rung: of the ladder, whose own `computer_move` it is.
    """

    kind: EngineKind
    function: FunctionName
    rung: RungName | None = None

    @property
    def subject(self) -> str:
        """The function's full name in the student's files."""
        of_rung = "book" if self.function == "looked_up" else self.function
        of_kind = of_rung if of_rung in RUNG_NAMES else self.kind.module
        module = self.rung or of_kind
        return f"{module}.{self.function}"


def judge(setting: Setting, case: Case, reply: Reply, judged: Judged) -> Failure | None:
    """Return how `reply` fails the case, or None if it is right.

    An exception on any rank comes first: it is the cause of what the other ranks do.
    """
    problem = (
        _deadlock(reply)
        or _exception(setting, reply)
        or _complaint(reply)
        or _beyond_table(reply)
        or _no_answer(setting, reply)
    )
    if problem is None and judged != "any":
        answers = [outcome for outcome in reply.outcomes if isinstance(outcome, Answer)]
        problem = _wrong_answer(case, answers, judged)
    return None if problem is None else in_case(setting, case, problem)


def in_case(setting: Setting, case: Case, failure: Failure) -> Failure:
    """Return the failure with the case that it happened in."""
    return msgspec.structs.replace(
        failure,
        board=board_text(case.call.board),
        call=call_text(setting.kind, setting.function, case.call),
        case=case.name,
    )


def _deadlock(reply: Reply) -> Failure | None:
    """Return the failure if no thread could go on; what was raised then is the grader's own."""
    schedule = schedule_of(reply)
    return deadlock_failure(schedule) if schedule.deadlock else None


def _exception(setting: Setting, reply: Reply) -> Failure | None:
    many = len(reply.outcomes) > 1
    for rank, outcome in enumerate(reply.outcomes):
        if not isinstance(outcome, Answer):
            continue
        report = outcome.raised_in_thread or outcome.raised
        # A complaint of the known search is an exception too, but says more.
        if report is not None and outcome.complaint is None:
            who = "a thread of yours" if outcome.raised_in_thread else ""
            who = f"rank {rank}" if many else who
            failure = _failure_of_report(setting, report, who)
            hanging = [o for o in reply.outcomes if isinstance(o, TimedOut)]
            if not hanging or failure.why:
                return failure
            return msgspec.structs.replace(failure, why=f"Because of it {_hanging(reply)}.")
    return None


def _hanging(reply: Reply) -> str:
    """Say where the ranks are that wait for one that raised."""
    return "; ".join(
        f"rank {rank} {_rank_stands(outcome)}"
        for rank, outcome in enumerate(reply.outcomes)
        if isinstance(outcome, TimedOut)
    )


def _failure_of_report(setting: Setting, report: Report, who: str) -> Failure:
    if report.type == "NotImplementedError":
        name = _qualified(report) or setting.subject
        return Failure(
            sentence=f"{name} is not filled in yet.",
            where=_place(report),
            why="The stub still raises NotImplementedError: replace that line by your code.",
        )
    in_whom = f" in {who}" if who else ""
    return Failure(
        sentence=f"Your code raised {report.type}{in_whom}.",
        returned=f"{report.type}: {report.message}" if report.message else report.type,
        where=_place(report),
    )


def import_failure(module: ModuleName, report: Report) -> Failure:
    """Return the failure of a module that cannot be imported, or is not there."""
    if report.type == "ModuleNotFoundError" and f".{module}'" in report.message:
        return Failure(
            sentence=f"{module}.py is missing.",
            why="A submission holds serial.py, threads.py and mpi.py; put it beside them.",
        )
    return Failure(
        sentence=f"{module}.py cannot be imported.",
        returned=f"{report.type}: {report.message}",
        where=_place(report),
        why="Python could not get through the file, so nothing in it can be checked.",
    )


def _qualified(report: Report) -> str:
    module = report.file.removesuffix(".py")
    return f"{module}.{report.function}" if module and report.function else ""


def _place(report: Report) -> str:
    if not report.file:
        return ""
    source = f": {report.source}" if report.source else ""
    return f"{report.file}:{report.line}{source}"


def _complaint(reply: Reply) -> Failure | None:
    for outcome in reply.outcomes:
        if isinstance(outcome, Answer) and outcome.complaint is not None:
            return Failure(
                sentence="search was not called as the contract asks.",
                returned=outcome.complaint,
                expected="search(child, -player, 1), child being a private copy of the board with "
                "the player's stone on one more square",
            )
    return None


def _beyond_table(reply: Reply) -> Failure | None:
    if not any(isinstance(o, Answer) and o.beyond_table for o in reply.outcomes):
        return None
    return Failure(
        sentence="A row that the table does not have was written to.",
        returned="a row beyond the last one",
        expected="row = key_of(board, player) % len(table)",
        why="numba does not look whether a row is there: it overwrites what lies behind the table.",
    )


def _no_answer(setting: Setting, reply: Reply) -> Failure | None:
    first = next((o for o in reply.outcomes if not isinstance(o, Answer)), None)
    if first is None:
        return None
    if not isinstance(first, TimedOut):
        return Failure(sentence=f"{setting.subject} {describe_lost(first)}.")
    if len(reply.outcomes) == 1:
        return Failure(
            sentence=f"{setting.subject} {describe_lost(first)}.",
            returned="; ".join(_thread_stands(thread) for thread in first.standing),
            why=WHY_THREADS_HANG if len(first.standing) > 1 else "",
        )
    return Failure(
        sentence=f"{setting.subject} hangs: not every rank had returned after {first.seconds:g} s.",
        returned="; ".join(
            f"rank {rank} {_rank_stands(outcome)}" for rank, outcome in enumerate(reply.outcomes)
        ),
        why="Every rank must make the same collective calls, also a rank with nothing to search, "
        "and every message that is waited for must be sent.",
    )


def _thread_stands(thread: StandingThread) -> str:
    return f"{'the caller' if thread.is_main else 'a thread'} {_stands(thread)}"


def _rank_stands(outcome: Outcome) -> str:
    match outcome:
        case Answer(raised=None):
            return "has returned"
        case Answer():
            return "has raised an exception"
        case TimedOut(standing=threads) if threads:
            return _stands(threads[-1])
        case TimedOut():
            return "has not returned"
        case Ended(how):
            return how
        case _:
            return "did not answer properly"


def _stands(thread: StandingThread) -> str:
    place = f"{thread.file}:{thread.line}"
    if thread.waits_in:
        return f"waits in {thread.waits_in} at {place}"
    return f"is busy at {place}" + (f": {thread.source}" if thread.source else "")


def describe_lost(outcome: Outcome) -> str:
    """Return the clause that says how an engine was lost."""
    match outcome:
        case TimedOut(seconds):
            return f"did not return within {seconds:g} s"
        case Ended(how):
            return f"did not return: its process {how}"
        case Nonsense(what):
            return f"did not answer properly: {what}"
        case _:
            return "returned"


def _wrong_answer(case: Case, answers: list[Answer], judged: Judged) -> Failure | None:
    for rank, answer in enumerate(answers if judged == "every rank" else answers[:1]):
        on_rank = f" on rank {rank}" if judged == "every rank" else ""
        value = answer.returned
        if value is None or value.value is None:
            name = value.type if value else "nothing"
            text = value.text if value else ""
            return Failure(
                sentence=f"The result{on_rank} is not an int.",
                returned=f"{text} (a {name})" if name != "NoneType" else "None",
                expected="an int" if case.expected is None else str(case.expected),
                why=case.why,
            )
        if judged in ("value", "every rank") and value.value != case.expected:
            return Failure(
                sentence=f"The result{on_rank} is wrong.",
                returned=str(value.value),
                expected=str(case.expected),
                why=case.why,
            )
    if judged == "manner" and answers[0].board is not None:
        return Failure(
            sentence="The caller's board was changed.",
            returned=f"board {board_text_of_anything(answers[0].board)}",
            expected=f"board {board_text(case.call.board)}",
            why=case.why,
        )
    return None


def board_text_of_anything(board: tuple[int, ...]) -> str:
    """Write a board that may hold more than 0, +1 and -1."""
    return "".join({0: ".", 1: "X", -1: "O"}.get(square, "?") for square in board)


def preference_failure(
    setting: Setting, pair: tuple[Case, Case], values: tuple[int, int]
) -> Failure:
    """Return the failure of a pair of which the first should be worth more than the second."""
    better, worse = pair
    return Failure(
        sentence="The better position is not worth more than the worse one.",
        board=board_text(better.call.board),
        call=call_text(setting.kind, setting.function, better.call),
        returned=f"{values[0]} here, and {values[1]} on {worse.name}",
        expected=f"more here than on {worse.name}",
        why=f"{better.why} There: {worse.why}",
        case=better.name,
    )
