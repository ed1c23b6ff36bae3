"""What iterative deepening is asked: with a search whose scores are known round by round.

A round that never ends stands for one that is too deep: what counts is the round before it, and
that the call returns in time: only `expect_in_time` has a clock.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import (
    TOO_BUSY,
    CheckFailedError,
    CheckInconclusiveError,
    Failure,
)
from autograder.checks.horizons import expect_finished, expect_stop
from autograder.checks.judging import Judged, Setting, in_case
from autograder.checks.positions import (
    SEED,
    move_case,
    open_positions,
    sample,
    why_move,
    with_empty,
)
from autograder.checks.prerequisites import SERIAL, search_engine
from autograder.checks.rungs import needing_own, question
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Call, Rounds
from autograder.truth.rules import X, legal_squares
from autograder.truth.tables import Position

BUDGET, PATIENT_BUDGET = 0.15, 3.0
"""Seconds for rounds that take no time; the longer one where a busy machine did not get through."""

LONG_BUDGET, RETURNED_WITHIN = 60.0, 5.0
TIMED_BUDGET, EARLY, LATE = 1.0, 0.05, 0.15
"""Seconds: the wire takes some milliseconds, and a thread that is woken has to get a core."""

TIMED_CALLS = 3
"""The quickest of them counts: once, others may have kept the machine busy."""

OWN_BUDGET = 0.3


def round_cases(count: int, *, endless: bool, budget: float = BUDGET) -> list[Case]:
    """Return cases with other scores in each round, now and then equal ones.

    Args:
        count: how many.
        endless: whether some round, but not the first, never ends.
        budget: seconds that the call may take.
    """
    generator = random.Random(SEED)
    return [
        _round_case(position, generator, endless=endless, budget=budget)
        for position in sample(with_empty(4) + with_empty(5) + with_empty(6), count)
    ]


def _round_case(
    position: Position, generator: random.Random, *, endless: bool, budget: float
) -> Case:
    squares = legal_squares(position.board)
    # Few different scores, so that squares are often equally good.
    worth = [[generator.randint(-3, 3) for _ in squares] for _ in squares]
    endless_from = generator.randint(1, len(squares) - 1) if endless else None
    last = worth[-1 if endless_from is None else endless_from - 1]
    best = [s for s, value in zip(squares, last, strict=True) if value == max(last)]
    scores = tuple(
        tuple((square, -value) for square, value in zip(squares, values, strict=True))
        for values in worth
    )
    rounds = Rounds(scores=scores, endless_from=endless_from)
    call = Call(board=position.board, player=position.player, budget=budget, rounds=rounds)
    which = "the last round" if endless_from is None else f"round {endless_from - 1}"
    until = "" if endless_from is None else f" Round {endless_from} does not end in time."
    label = "rounds" if endless_from is None else f"endless={endless_from}"
    return Case(call, best[0], f"{why_move(best)} So it is in {which}.{until}", label)


def expect_last_round(examiner: Examiner, cases: Sequence[Case]) -> None:
    """Ask for the best square of the round before the one that never ends."""

    def wrong_square(case: Case, reply: Reply) -> Failure | None:
        if not _saw_endless_round(case, reply):
            assert case.call.budget is not None
            call = msgspec.structs.replace(case.call, budget=PATIENT_BUDGET)
            [reply] = expect_squares(examiner, [replace(case, call=call)], judged="type")
        if reply.first_value == case.expected:
            return None
        return Failure(
            sentence="The result is wrong.",
            returned=str(reply.first_value),
            expected=str(case.expected),
            why=case.why,
        )

    asked = question("deepening")
    examiner.expect_each(SERIAL, asked, cases, wrong_square, seconds=RETURNED_WITHIN)


def _saw_endless_round(case: Case, reply: Reply) -> bool:
    [answer] = reply.outcomes
    assert case.call.rounds is not None
    assert case.call.rounds.endless_from is not None
    looks = answer.looks if isinstance(answer, Answer) else ()
    return any(look[0] >= case.call.rounds.endless_from for look in looks)


def expect_squares(
    examiner: Examiner, cases: Sequence[Case], *, judged: Judged = "value"
) -> list[Reply]:
    """Ask for the best square of the last round."""
    asked = question("deepening")
    return examiner.expect(SERIAL, asked, cases, judged=judged, seconds=RETURNED_WITHIN)


def expect_of_looks(
    examiner: Examiner, cases: Sequence[Case], problem: Callable[[Case, Answer], Failure | None]
) -> None:
    """Ask, and let `problem` say what is wrong with what the search saw."""

    def of_reply(case: Case, reply: Reply) -> Failure | None:
        [answer] = reply.outcomes
        assert isinstance(answer, Answer)
        return problem(case, answer)

    examiner.expect_each(SERIAL, question("deepening"), cases, of_reply, seconds=RETURNED_WITHIN)


def wrong_rounds(case: Case, answer: Answer) -> Failure | None:
    """Return how the searches differ from one of each square in each round, round after round."""
    squares = legal_squares(case.call.board)
    plies = [look[0] for look in answer.looks]
    wanted = Counter((number, square) for number in range(len(squares)) for square in squares)
    if Counter(look[:2] for look in answer.looks) == wanted and plies == sorted(plies):
        return None
    counts = ", ".join(f"{number} plies: {count}" for number, count in Counter(plies).items())
    return Failure(
        sentence="The rounds are not as deep as they should be, or not in order.",
        returned=f"searches with {counts}" if counts else "no search",
        expected=f"{len(squares)} searches with each of 0 to {len(squares) - 1} plies, one round "
        "after the other",
        why="Round by round every free square is searched once, each time one ply deeper.",
    )


def stale_best(case: Case, answer: Answer) -> Failure | None:
    """Return when `best` did not hold the best square of the round before."""
    assert case.call.rounds is not None
    squares = legal_squares(case.call.board)
    for number, square, best in answer.looks:
        if not 0 <= number <= len(case.call.rounds.scores):
            return wrong_rounds(case, answer)
        if number == 0:
            right, expected = best in squares, "a free square"
        else:
            worth = {s: -score for s, score in case.call.rounds.scores[number - 1]}
            highest = max(squares, key=lambda s: (worth[s], -s))
            right, expected = best == highest, str(highest)
        if not right:
            return Failure(
                sentence="Whoever looks at best meanwhile does not see the best square so far.",
                returned=f"best[0] == {best} when square {square} was searched in round {number}",
                expected=expected,
                why="best holds a free square before the first search, and after each round the "
                "best square of that round.",
            )
    return None


def expect_in_time(examiner: Examiner) -> None:
    """Ask with a budget of a second, a few times; the quickest call has to be in time.

    Raises:
        CheckFailedError: even that one came too late, or all the time was not used.
        CheckInconclusiveError: this machine wakes nobody in time.
    """
    cases = round_cases(TIMED_CALLS, endless=True, budget=TIMED_BUDGET)
    replies = expect_squares(examiner, cases, judged="type")
    if not replies:
        return
    quickest = min(reply.wall_seconds for reply in replies)
    examiner.measured["seconds"] = round(quickest, 3)
    if TIMED_BUDGET - EARLY <= quickest <= TIMED_BUDGET + LATE:
        return
    is_late = quickest > TIMED_BUDGET
    if is_late and _oversleep() > LATE / 2:
        raise CheckInconclusiveError(f"{TOO_BUSY} to judge: the grader itself is woken too late.")
    failure = Failure(
        sentence="The time is up, and the square comes too late."
        if is_late
        else "The square comes while there is time for another round.",
        returned=f"after {quickest:.2f} s",
        expected=f"after {TIMED_BUDGET:g} s, the time that it was given",
        why="Set stop when the time is up, and do not wait for anything after that; before it, "
        "search round after round.",
    )
    setting = Setting(SERIAL, "deepening")
    raise CheckFailedError(in_case(setting, cases[0], failure))


def _oversleep() -> float:
    """Return how many seconds late the grader wakes up, at the best of a few times."""
    late = []
    for _ in range(TIMED_CALLS):
        started = time.monotonic()
        time.sleep(TIMED_BUDGET / 2)
        late.append(time.monotonic() - started - TIMED_BUDGET / 2)
    return min(late)


def expect_own_search(examiner: Examiner, count: int) -> None:
    """Ask with the student's own search, and time enough to look at the whole game."""
    _expect_right_depth_limited(examiner)
    cases = []
    for position in sample(_small_positions(), count, seed=3):
        call = Call(board=position.board, player=position.player, budget=LONG_BUDGET)
        cases.append(replace(move_case(position), call=call))
    engine = search_engine(examiner, 3)
    examiner.expect(engine, question("deepening"), cases, seconds=RETURNED_WITHIN)


def expect_own_search_to_stop(examiner: Examiner) -> None:
    """Ask on the empty 4x4 board, where the student's own search would take hours to the end."""
    _expect_right_depth_limited(examiner)
    call = Call(board=(0,) * 16, player=X, budget=OWN_BUDGET)
    why = "When the time is up, stop has to be set while a compiled search runs: by a thread."
    engine = search_engine(examiner, 4)
    examiner.expect(
        engine,
        question("deepening"),
        [Case(call, None, why)],
        judged="manner",
        seconds=RETURNED_WITHIN,
    )


def _small_positions() -> list[Position]:
    return [position for position in open_positions() if position.empty <= 6]


def _expect_right_depth_limited(examiner: Examiner) -> None:
    """See that the search that is deepened works; afterwards it is compiled."""
    with needing_own(examiner, "depth_limited"):
        expect_finished(examiner, sample(_small_positions(), 60))
        expect_stop(examiner, sample(_small_positions(), 5))
