"""Positions with right squares: playing any other one loses what the position was worth."""

import pytest

from autograder.checks.decisive_positions import (
    Decisive,
    decisive,
    threatened,
    winning,
    winning_squares,
)
from autograder.truth.rules import board_after, legal_squares, to_move
from autograder.truth.tables import three_by_three

SCORES = {position.board: position.score for position in three_by_three()}


def others(position: Decisive) -> list[int]:
    return [square for square in legal_squares(position.board) if square not in position.right]


def worth(position: Decisive, square: int) -> int:
    return -SCORES[board_after(position.board, square, position.player)]


@pytest.mark.parametrize("positions", [decisive(200, seed=1), winning(3, 40), threatened(3, 30)])
def test_on_three_by_three_a_right_square_is_worth_more_than_any_other(positions: list[Decisive]):
    for position in positions:
        assert position.player == to_move(position.board)
        assert others(position)
        least = min(worth(position, square) for square in position.right)
        assert least == 0 or (least > 0) == (SCORES[position.board] > 0)
        assert least > max(worth(position, square) for square in others(position))


@pytest.mark.parametrize("side", [3, 4, 5])
def test_a_win_is_there_and_no_other_square_makes_two_threats(side: int):
    for position in winning(side, 15):
        assert winning_squares(position.board, position.player) == list(position.right)
        for square in others(position):
            after = board_after(position.board, square, position.player)
            assert len(winning_squares(after, position.player)) == 1


@pytest.mark.parametrize("side", [3, 4, 5])
def test_a_threat_that_is_not_answered_wins(side: int):
    for position in threatened(side, 15):
        assert winning_squares(position.board, position.player) == []
        for square in others(position):
            after = board_after(position.board, square, position.player)
            assert winning_squares(after, -position.player) == list(position.right)


def test_other_seeds_draw_other_positions():
    assert decisive(100, seed=1) != decisive(100, seed=2)
