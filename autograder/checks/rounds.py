"""What iterative deepening is asked: with a search whose scores are known round by round.

A round that never ends stands for one that is too deep: what counts is the round before it, and
that the call returns in time. No clock decides anything else.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckBlockedError, CheckFailedError, Failure
from autograder.checks.horizons import expect_finished
from autograder.checks.judging import Judged
from autograder.checks.positions import (
    SEED,
    move_case,
    open_positions,
    sample,
    why_move,
    with_empty,
)
from autograder.checks.prerequisites import SERIAL, search_engine
from autograder.checks.rungs import question
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Call, Rounds
from autograder.truth.rules import legal_squares
from autograder.truth.tables import Position

BUDGET = 0.15
LONG_BUDGET, RETURNED_WITHIN = 60.0, 5.0
TIMED_BUDGET, LATE = 1.0, 0.15
"""Seconds: the wire takes some milliseconds, and a thread that is woken has to get a core."""

TIMED_CALLS = 3
"""The quickest of them counts: once, others may have kept the machine busy."""

Problem = Callable[[Case, Reply], Failure | None]


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


def expect_squares(
    examiner: Examiner, cases: Sequence[Case], *, judged: Judged = "value"
) -> list[Reply]:
    """Ask for the best square of the last round that ended."""
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
        CheckFailedError: even that one came too late.
    """
    cases = round_cases(TIMED_CALLS, endless=True, budget=TIMED_BUDGET)
    replies = expect_squares(examiner, cases, judged="type")
    quickest = min(reply.wall_seconds for reply in replies) if replies else 0.0
    examiner.measured["seconds"] = round(quickest, 3)
    if quickest > TIMED_BUDGET + LATE:
        raise CheckFailedError(
            Failure(
                sentence="The time is up, and the square comes too late.",
                returned=f"after {quickest:.2f} s",
                expected=f"after {TIMED_BUDGET:g} s, the time that it was given",
                why="Set stop when the time is up, and do not wait for anything after that.",
            )
        )


def expect_own_search(examiner: Examiner, count: int) -> None:
    """Ask with the student's own search, and time enough to look at the whole game.

    Raises:
        CheckBlockedError: that search is not right yet.
    """
    few = [position for position in open_positions() if position.empty <= 6]
    try:
        with examiner.all_cases():
            expect_finished(examiner, sample(few, 60))
    except CheckFailedError as error:
        raise CheckBlockedError(
            f"This check needs your own depth_limited, which does not work yet: {error}"
        ) from error
    cases = []
    for position in sample(few, count, seed=3):
        call = Call(board=position.board, player=position.player, budget=LONG_BUDGET)
        cases.append(replace(move_case(position), call=call))
    engine = search_engine(examiner, 3)
    examiner.expect(engine, question("deepening"), cases, seconds=RETURNED_WITHIN)
