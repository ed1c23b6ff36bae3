"""Further study: the bars of the exercises are what plain solutions reach."""

import random
from itertools import permutations
from pathlib import Path

import pytest
from search_variants import (
    CENTRE_FIRST,
    EDGES_FIRST,
    EMPTY,
    INFINITE,
    USUAL,
    AlphaBeta,
    MonteCarlo,
    bounded_root_move,
    canonical,
    deepened_calls,
    in_order,
    itself,
    open_lines,
    plain_calls,
    remembered_calls,
    urgent_first,
)

from autograder.checks.timeline import list_schedule_makespan
from autograder.truth.rules import Board, O, X, board_after, board_from_text, legal_squares
from autograder.truth.tables import Position, child_scores, three_by_three

HANDOUTS = Path(__file__).parents[2] / "handouts"
TEXT = (HANDOUTS / "further_study.md").read_text(encoding="utf-8")
OPEN = [position for position in three_by_three() if not position.is_over]
WON_IN_FIVE = board_from_text("X.O/.../...")


def says(*bars: str) -> None:
    """Check that the text holds these words, in this order, wherever its lines end."""
    text, start = " ".join(TEXT.split()), 0
    for bar in bars:
        assert bar in text[start:]
        start = text.index(bar, start)


def calls(search: AlphaBeta, board: Board = EMPTY) -> int:
    search.score(board, X)
    return search.calls


def is_safe(position: Position, square: int) -> bool:
    """Return whether a move keeps a win a win, and a draw at least a draw."""
    score = dict(child_scores(position))[square] * -1
    return (score > 0, score >= 0) >= (position.score > 0, position.score >= 0)


def speed_up(sizes: list[int], workers: int) -> float:
    return sum(sizes) / list_schedule_makespan(sizes, workers)


def test_alpha_beta_and_its_orders():
    assert plain_calls(EMPTY) == 549_946
    assert calls(AlphaBeta(in_order(USUAL))) == 20_866
    assert calls(AlphaBeta(in_order(CENTRE_FIRST))) == 7_865
    assert calls(AlphaBeta(in_order(EDGES_FIRST))) == 46_965
    assert calls(AlphaBeta(urgent_first)) == 2_096
    says("549,946 times", "20,866 calls", "7,865 calls", "46,965", "2,096")


def test_the_trap_of_alpha_beta_at_the_root():
    wrong = [p for p in OPEN if bounded_root_move(p.board, p.player, CENTRE_FIRST)[0] != p.move]
    right = [p for p in OPEN if bounded_root_move(p.board, p.player, USUAL)[0] == p.move]
    assert (len(wrong), len(right)) == (638, 4_520)
    assert bounded_root_move(EMPTY, X, USUAL) == (0, 7_982)
    says("in 638 of the 4,520 positions", "all 4,520 positions, with no more than 7,982 calls")


def test_iterative_deepening():
    assert plain_calls(WON_IN_FIVE) == 7_584
    assert calls(AlphaBeta(in_order(CENTRE_FIRST)), WON_IN_FIVE) == 517
    assert (deepened_calls(WON_IN_FIVE, X), deepened_calls(EMPTY, X)) == (604, 21_761)
    says("7,584 calls", "517", "604 calls", "21,761 against 7,865")


def test_tables():
    assert remembered_calls(itself) == (16_168, 5_478)
    assert remembered_calls(canonical) == (2_271, 765)
    assert calls(AlphaBeta(in_order(CENTRE_FIRST), key=itself)) == 2_172
    assert calls(AlphaBeta(in_order(CENTRE_FIRST), key=canonical)) == 532
    says("5,478 boards", "765 boards", "16,168 calls, and 2,271", "2,172 calls, and 532")


@pytest.mark.parametrize(("plies", "bar"), [(1, 3_986), (2, 4_297), (3, 4_420)])
def test_a_static_evaluation(plies: int, bar: int):
    safe = 0
    for position in OPEN:
        search = AlphaBeta(in_order(CENTRE_FIRST), limit=plies, estimate=open_lines)
        scores = {
            square: -search.score(
                board_after(position.board, square, position.player), -position.player, 1
            )
            for square in legal_squares(position.board)
        }
        safe += is_safe(position, max(scores, key=lambda square: scores[square]))
    assert safe == bar
    says(f"{bar:,}", f"k = {plies}")


def test_how_often_a_random_move_is_safe():
    shares = [sum(is_safe(p, s) for s in legal_squares(p.board)) / p.empty for p in OPEN]
    assert f"{100 * sum(shares) / len(shares):.0f} %" == "58 %"
    says("safe in 58 % of the cases")


@pytest.mark.parametrize(("games", "least"), [(20, 0.90), (200, 0.99)])
def test_monte_carlo_tree_search(games: int, least: float):
    positions, luck = random.Random(7).sample(OPEN, 200), random.Random(1)
    safe = [is_safe(p, MonteCarlo(luck).move(p.board, p.player, games)) for p in positions]
    assert sum(safe) >= least * len(positions)
    says("20 random games", "90 of 100", "200 random games", "99 of 100")


def test_alpha_beta_in_parallel():
    def calls_below(square: int, bound: float) -> int:
        search = AlphaBeta(in_order(CENTRE_FIRST))
        search.score(board_after(EMPTY, square, X), O, 1, -INFINITE, bound)
        return search.calls

    alone = [calls_below(square, INFINITE) for square in CENTRE_FIRST]
    assert (1 + sum(alone), max(alone), f"{7_865 / max(alone):.1f}") == (16_554, 2_174, "3.6")
    younger = [calls_below(square, 0) for square in CENTRE_FIRST[1:]]  # the centre is worth 0
    assert (alone[0], max(younger), 1 + alone[0] + sum(younger)) == (2_174, 1_227, 7_865)
    assert f"{7_865 / (2_174 + 1_227):.1f}" == "2.3"
    says("16,554 calls", "2,174", "= 3.6", "2,174 calls", "1,227", "3,401", "7,865", "2.3")


def test_smaller_pieces():
    whole = [plain_calls(board_after(EMPTY, square, X), O) for square in range(9)]
    pieces = [
        plain_calls(board_after(board_after(EMPTY, mine, X), theirs, O))
        for mine, theirs in permutations(range(9), 2)
    ]
    assert (f"{speed_up(whole, 16):.1f}", len(pieces)) == ("8.6", 72)
    assert f"{speed_up(pieces, 16):.1f}" == "14.4"
    assert f"{speed_up(sorted(pieces, reverse=True), 16):.1f}" == "14.6"
    says("stays at 8.6", "72 subtrees", "14.4", "14.6")


def test_the_subtrees_of_the_notebooks_are_counted_right():
    below = {
        square: plain_calls(board_after(WON_IN_FIVE, square, X), O)
        for square in legal_squares(WON_IN_FIVE)
    }
    assert f"sizes = {below}" in (HANDOUTS / "notebooks/2_threads.md").read_text(encoding="utf-8")
    report = (HANDOUTS / "notebooks/4_report.md").read_text(encoding="utf-8")
    for square in range(9):
        assert f"{plain_calls(board_after(EMPTY, square, X), O):_}" in report
