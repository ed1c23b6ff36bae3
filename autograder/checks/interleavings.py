"""Look for races and deadlocks for certain: try the orders in which threads can take turns.

The engine runs one thread at a time and the grader says where the running one has to stop. Tried
are all schedules in which this happens once, and a sample of those in which it happens twice; that
is enough for lost updates, torn pairs, shared boards, wrong ties and locks taken crosswise. Nothing
depends on time, and the sample is drawn with a fixed seed, so the same submission always gets the
same verdict.

Source: M. Musuvathi and S. Qadeer, "Iterative Context Bounding for Systematic Testing of
Multithreaded Programs" (2007).
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import msgspec

from autograder.checks.case import Case, call_text
from autograder.checks.examiner import Examiner
from autograder.checks.failure import (
    CheckBlockedError,
    CheckFailedError,
    CheckInconclusiveError,
    Failure,
)
from autograder.checks.interleaving_failures import problem_of, schedule_of, telling
from autograder.checks.judging import Setting, judge
from autograder.checks.positions import SEED, chosen_case, with_empty
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import Interleaving, Question, Schedule
from autograder.truth.rules import board_text

CONTROLLED = EngineKind("threads", controlled_threads=True)
SINGLE = EngineKind("threads", 1)
CALL_SECONDS = 10.0
MOST_SCHEDULES = 250
"""For each case; a case of the reference has about forty with one preemption."""

DEEPEST_POINT = 250
"""Only the first switch points of a call are used to stop a thread: loops that wait have no end."""

AT_ONCE = 25
ALL_RIGHT = "the move is right under every schedule"
WRONG = "what goes wrong under some schedule"

Preemptions = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Exploration:
    """One case and how many threads play it."""

    case: Case
    n_threads: int

    def question(self, schedules: Sequence[Preemptions], *, narrated: bool = False) -> Question:
        """Return the question that asks for these schedules, one call each."""
        calls = tuple(
            msgspec.structs.replace(
                self.case.call,
                interleaving=Interleaving(preemptions=preemptions, narrated=narrated),
            )
            for preemptions in schedules
        )
        return Question(
            module="threads", function="computer_move", n_threads=self.n_threads, calls=calls
        )


def explorations() -> list[Exploration]:
    """Return the cases: two or three squares, with the best one first, last or tied."""
    found = []
    for n_threads, worths in ((2, [(1, 2), (3, 3), (2, 1)]), (2, [(1, 3, 2), (3, 1, 3)])):
        found += [_exploration(n_threads, worth) for worth in worths]
    return [*found, _exploration(3, (1, 2, 3)), _exploration(3, (2, 2, 1))]


def _exploration(n_threads: int, worth: Sequence[int]) -> Exploration:
    position = with_empty(len(worth))[0]
    values = "-".join(map(str, worth))
    case = chosen_case(
        position.board, position.player, worth, label=f"threads={n_threads},worth={values}"
    )
    return Exploration(case, n_threads)


def expect_every_interleaving(examiner: Examiner) -> None:
    """Check the move under every schedule that is tried; once it is found right, that is known.

    Raises:
        CheckFailedError: with the first schedule under which it is wrong, line by line.
        CheckInconclusiveError: the threads wait in a way that cannot be controlled.
        CheckBlockedError: what the worker says about them cannot be relied on.
    """
    examiner.expect_own_word()
    if ALL_RIGHT in examiner.remembered and examiner.chosen_case is None:
        examiner.notes.append(examiner.remembered[ALL_RIGHT])
        return
    examiner.import_or_fail(CONTROLLED)
    tried = 0
    deadline = time.monotonic() + examiner.thresholds.check_seconds
    for exploration in explorations():
        if examiner.chooses(exploration.case):
            tried += _explore(examiner, exploration, deadline)
    examiner.notes.append(f"{tried} schedules of your threads were tried")
    if examiner.chosen_case is None:
        examiner.remembered[ALL_RIGHT] = examiner.notes[-1]


def what_is_wrong_in_some_order(examiner: Examiner) -> str:
    """Return what goes wrong when the threads take turns in some order; it is found out once.

    It is "" if nothing does, and if nobody can tell: then one thread alone is wrong already, or the
    threads cannot be controlled.
    """
    if WRONG not in examiner.remembered:
        notes, sentence = list(examiner.notes), ""
        with examiner.all_cases():
            try:
                expect_every_interleaving(examiner)
            except CheckFailedError as error:
                sentence = error.failure.sentence
            except (CheckBlockedError, CheckInconclusiveError):
                sentence = ""
        examiner.notes[:] = notes
        examiner.remembered[WRONG] = sentence
    return examiner.remembered[WRONG]


def remember_all_right(examiner: Examiner, note: str) -> None:
    """Let an examiner know that another one has found every schedule to be right.

    Args:
        examiner: of the same submission.
        note: what that one noted.
    """
    examiner.remembered[ALL_RIGHT] = note


def _explore(examiner: Examiner, exploration: Exploration, deadline: float) -> int:
    """Try the schedules of one case and return how many there were."""
    generator = random.Random(SEED)
    waiting: list[Preemptions] = [()]
    longer: list[Preemptions] = []
    tried = 0
    while waiting and tried < MOST_SCHEDULES:
        count = min(AT_ONCE, len(waiting), MOST_SCHEDULES - tried)
        schedules, waiting = waiting[:count], waiting[count:]
        replies = examiner.engines.student(CONTROLLED).ask(
            exploration.question(schedules),
            CALL_SECONDS,
            total_seconds=max(0.0, deadline - time.monotonic()),
        )
        for preemptions, reply in zip(schedules, replies, strict=False):
            tried += 1
            problem = problem_of(exploration.case, reply)
            if problem is not None:
                _expect_one_thread_to_be_right(examiner, exploration)
                raise _failed(examiner, exploration, preemptions, problem, tried)
            longer.extend(_one_more(preemptions, schedule_of(reply)))
        if not waiting:  # only a sample of those with two preemptions can be tried
            waiting, longer = generator.sample(longer, len(longer)), []
    return tried


def _expect_one_thread_to_be_right(examiner: Examiner, exploration: Exploration) -> None:
    """See whether the mistake is there without any other thread too: then it is not a race.

    Raises:
        CheckFailedError: one thread alone raises, or waits for ever.
        CheckBlockedError: one thread alone does not find the move.
    """
    engine = examiner.engines.student(CONTROLLED)
    engine.close()  # what is left of the failed calls must not play a part
    alone = Exploration(exploration.case, 1)
    reply = engine.ask(alone.question([()]), CALL_SECONDS)[-1]
    if schedule_of(reply).deadlock:
        waits = problem_of(alone.case, reply)
        assert waits is not None
        raise _failed(examiner, alone, (), waits, 1)
    raised = judge(Setting(SINGLE, "computer_move"), alone.case, reply, "any")
    if raised is not None:
        raise CheckFailedError(raised)
    if problem_of(alone.case, reply) is not None:
        raise CheckBlockedError(
            "One thread alone does not search every square once and find the move, so there is "
            "nothing to be said of races yet: see threads.every_position and threads.search_calls."
        )


def _one_more(preemptions: Preemptions, schedule: Schedule) -> Iterator[Preemptions]:
    """Return the schedules that stop a thread once more, after the last time."""
    if len(preemptions) >= 2:
        return
    first = preemptions[-1][0] + 1 if preemptions else 0
    points = enumerate(schedule.choices)
    for point, others in islice(points, first, DEEPEST_POINT):
        for choice in range(others):
            yield (*preemptions, (point, choice))


def _failed(
    examiner: Examiner,
    exploration: Exploration,
    preemptions: Preemptions,
    problem: Failure,
    tried: int,
) -> CheckFailedError:
    """Return the failure, with the story of the schedule that breaks the submission."""
    engine = examiner.engines.student(CONTROLLED)
    told = exploration.question([preemptions], narrated=True)
    schedule = schedule_of(engine.ask(told, CALL_SECONDS)[-1])
    engine.close()
    case = exploration.case
    return CheckFailedError(
        msgspec.structs.replace(
            problem,
            board=board_text(case.call.board),
            call=call_text(
                EngineKind("threads", exploration.n_threads), "computer_move", case.call
            ),
            case=case.name,
            wrong=1,
            asked=1,
            steps=tuple(telling(schedule.steps)),
            returned=f"{problem.returned} (schedule number {tried})",
        )
    )
