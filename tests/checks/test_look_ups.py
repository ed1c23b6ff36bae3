"""The rows that the book is asked with say what the given code of the rung understands."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.look_ups import larger_positions, right_squares, row_of
from autograder.checks.positions import open_positions
from autograder.truth.rules import (
    board_after,
    is_over,
    legal_squares,
    side_length,
    swapped,
    symmetries,
)
from autograder.truth.tables import three_by_three
from solution import book, ladder

SCORES = {position.board: position.score for position in three_by_three()}
OPEN = open_positions()


@given(st.sampled_from(OPEN), st.sampled_from([1, -1]), st.integers(0, 7))
def test_the_key_is_that_of_the_ladder_for_every_image(position, exchange: int, image: int):
    board = position.board if exchange == 1 else swapped(position.board)
    turned = [board[square] for square in symmetries(3)[image]]
    key = row_of(position.board, position.player, position.move).key
    assert ladder.key_of(np.array(turned, dtype=np.int8), position.player * exchange) == key


@given(st.sampled_from(OPEN), st.data())
def test_every_square_that_a_row_says_is_worth_the_same(position, data: st.DataObject):
    square = data.draw(st.sampled_from(legal_squares(position.board)))
    row = row_of(position.board, position.player, square)
    right = right_squares(position.board, position.player, row)
    assert square in right
    worth = {SCORES[board_after(position.board, s, position.player)] for s in right}
    assert len(worth) == 1


@pytest.mark.parametrize("side", [4, 5])
def test_the_rows_of_larger_boards_are_found_by_the_solution(side: int):
    for position in larger_positions(side, 30):
        row = row_of(position.board, position.player, position.move)
        table = np.array([[row.key, row.place]])
        found = book.book(np.array(position.board, dtype=np.int8), position.player, table)
        assert found in right_squares(position.board, position.player, row)
        assert side_length(position.board) == side
        assert not is_over(position.board)


def test_there_is_no_table_for_boards_that_would_take_too_long():
    assert book.solved_positions(5).shape == (0, 2)
    assert book.looked_up(np.zeros(25, dtype=np.int8), 1) == book.NOT_THERE


def test_the_table_of_the_solution_holds_opening_and_endgame():
    table = book.solved_positions(3)
    assert (table[:, 0] == np.unique(table[:, 0])).all()
    for position in OPEN:
        there = book.looked_up(np.array(position.board, dtype=np.int8), position.player)
        if position.empty >= 7 or position.empty <= 4:
            assert there in position.best_squares
        else:
            assert there == book.NOT_THERE
