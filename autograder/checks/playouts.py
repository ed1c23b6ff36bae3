"""What Monte Carlo tree search is asked: how often each square was played, and which it chose.

A seed decides which games are played. Positions and numbers of playouts leave room for whatever is
drawn in whichever order: `python -m tests.studies.monte_carlo_margins` measures how much.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from autograder.checks.case import Case
from autograder.checks.decisive_positions import Decisive
from autograder.checks.examiner import Examiner
from autograder.checks.failure import Failure
from autograder.checks.prerequisites import search_engine
from autograder.checks.rungs import question
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Call
from autograder.truth.rules import Board, X, legal_squares, side_length
from autograder.truth.tables import Position

FEW, SOME, MANY = 300, 2_000, 200_000
"""Playouts; the many take seconds."""

MOST_PLAYED = 0.7
"""Part of the playouts that squares that win at once get at least."""

LEAST_PLAYED = 3
"""How often every free square is played at least."""

STOP_AFTER, STOPPED_WITHIN = 0.05, 5.0

Problem = Callable[[Case, Sequence[int], int], Failure | None]
"""What is wrong with the visits of each square, and with the square that was returned."""


def expect_counts(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask with few playouts: each begins with one free square, and the most played is returned."""
    cases = [
        _case(p.board, p.player, p.empty if seed % 2 else 1 + seed, seed)
        for seed, p in enumerate(positions)
    ]
    _expect_each(examiner, cases, _miscounted)


def _miscounted(case: Case, visits: Sequence[int], square: int) -> Failure | None:
    playouts, free = case.call.playouts, legal_squares(case.call.board)
    most = max(visits)
    best = visits.index(most)
    elsewhere = any(count for s, count in enumerate(visits) if s not in free)
    if sum(visits) != playouts or min(visits) < 0 or elsewhere:
        return Failure(
            sentence="The playouts are not counted as they should be.",
            returned=_visits_text(visits),
            expected=f"{playouts} in all, on free squares only",
            why="A playout adds 1 to the square that it began with, and to no other.",
        )
    if playouts == len(free) and most > 1:
        return Failure(
            sentence="A square was played again before every other was played once.",
            returned=_visits_text(visits),
            expected=f"1 for each of {', '.join(map(str, free))}",
            why="Squares that were never played from a position come first.",
        )
    if square != best:
        return Failure(
            sentence="The square that comes back is not the one that was played most.",
            returned=f"{square}, with {_visits_text(visits)}",
            expected=str(best),
            why="What was played most is what is known best; among equals the lowest square.",
        )
    return None


def expect_right_squares(examiner: Examiner, positions: Sequence[Decisive], why: str) -> None:
    """Ask for a square that keeps what the position is worth."""
    cases = [_case(p.board, p.player, SOME, seed) for seed, p in enumerate(positions)]
    right = {case.name: p.right for case, p in zip(cases, positions, strict=True)}

    def wrong_square(case: Case, visits: Sequence[int], square: int) -> Failure | None:
        if square in right[case.name]:
            return None
        return Failure(
            sentence="The result is wrong.",
            returned=f"{square}, with {_visits_text(visits)}",
            expected=" or ".join(map(str, right[case.name])),
            why=why,
        )

    _expect_each(examiner, cases, wrong_square)


def expect_focus(examiner: Examiner, positions: Sequence[Decisive]) -> None:
    """Ask where somebody wins at once: that is played most, and no square is given up."""
    cases = [_case(p.board, p.player, SOME, seed) for seed, p in enumerate(positions)]
    right = {case.name: p.right for case, p in zip(cases, positions, strict=True)}

    def unfocused(case: Case, visits: Sequence[int], _: int) -> Failure | None:
        share = sum(visits[square] for square in right[case.name]) / case.call.playouts
        seldom = min(visits[square] for square in legal_squares(case.call.board))
        if share >= MOST_PLAYED and seldom >= LEAST_PLAYED:
            return None
        squares = " and ".join(map(str, right[case.name]))
        return Failure(
            sentence="The playouts go to the wrong squares."
            if share < MOST_PLAYED
            else "A square was given up after a few playouts.",
            returned=_visits_text(visits),
            expected=f"{MOST_PLAYED:.0%} or more on {squares}, and each free square {LEAST_PLAYED} "
            "times or more",
            why=f"{squares} wins at once. won / n draws playouts to what did well, and CURIOSITY "
            "brings some back to what was played seldom.",
        )

    _expect_each(examiner, cases, unfocused)


def expect_seeded(examiner: Examiner) -> None:
    """Ask twice with one seed, and then with others."""
    first, *others = [_case((0,) * 16, X, SOME, seed) for seed in range(3)]
    before: list[Sequence[int]] = []

    def remember(_: Case, visits: Sequence[int], __: int) -> None:
        before.append(visits)

    with examiner.all_cases():
        _expect_each(examiner, [first], remember)

    def unseeded(case: Case, visits: Sequence[int], _: int) -> Failure | None:
        again = case is first
        is_same = visits == before[0]
        if is_same == again:
            return None
        return Failure(
            sentence="The seed does not decide what is played.",
            returned=_visits_text(visits),
            expected=f"{'the same as' if again else 'others than'} with seed=0 just before: "
            f"{_visits_text(before[0])}",
            why="np.random.seed(seed) comes first, in compiled code: numba has a generator of its "
            "own.",
        )

    _expect_each(examiner, [first, *others], unseeded)


def expect_stop(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask for searches that are told to stop, before they begin or on their way."""
    told_before = [_case(p.board, p.player, FEW, seed, 0.0) for seed, p in enumerate(positions)]
    _expect_each(examiner, told_before, _went_on)
    on_the_way = [_case((0,) * 16, X, MANY, seed, STOP_AFTER) for seed in range(2)]
    with examiner.all_cases():  # compiled beforehand
        compiling = [_case((0,) * 16, X, 1, seed=0)]
        _expect_each(examiner, compiling, lambda _, __, ___: None)
    _expect_each(examiner, on_the_way, _went_on, seconds=STOPPED_WITHIN)


def _went_on(case: Case, visits: Sequence[int], _: int) -> Failure | None:
    made, most = sum(visits), 1 if case.call.stop_after == 0 else case.call.playouts - 1
    if 1 <= made <= most:
        return None
    return Failure(
        sentence="Not one playout was made."
        if made == 0
        else "The search went on although it was told to stop.",
        returned=f"{made:,} playouts",
        expected="1 playout" if most == 1 else f"fewer than {case.call.playouts:,} playouts",
        why="As soon as stop[0] is not 0 no more playouts begin, but one is always made.",
    )


def expect_board_unchanged(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask, and look at the caller's board."""
    why = "The playouts are games on a copy of the board."
    cases = [
        replace(_case(p.board, p.player, FEW, seed), why=why) for seed, p in enumerate(positions)
    ]
    seconds = examiner.thresholds.search_seconds
    asked = question("monte_carlo")
    examiner.expect(search_engine(examiner, 3), asked, cases, judged="manner", seconds=seconds)


def _case(
    board: Board, player: int, playouts: int, seed: int, stop_after: float | None = None
) -> Case:
    call = Call(board=board, player=player, playouts=playouts, seed=seed, stop_after=stop_after)
    stop = "" if stop_after is None else f",stop={stop_after:g}"
    why = "The square that most playouts began with comes back."
    return Case(call, None, why, f"playouts={playouts},seed={seed}{stop}")


def _expect_each(
    examiner: Examiner, cases: Sequence[Case], problem: Problem, *, seconds: float | None = None
) -> None:
    def of_reply(case: Case, reply: Reply) -> Failure | None:
        [answer] = reply.outcomes
        value = reply.first_value
        assert isinstance(answer, Answer)
        assert value is not None
        if len(answer.visits) != len(case.call.board):
            return Failure(sentence="There are not as many visits as squares.")
        return problem(case, answer.visits, value)

    examiner.expect_each(
        search_engine(examiner, side_length(cases[0].call.board)),
        question("monte_carlo"),
        cases,
        of_reply,
        seconds=seconds or examiner.thresholds.search_seconds,
    )


def _visits_text(visits: Sequence[int]) -> str:
    return f"visits {' '.join(map(str, visits))}"
