"""Rung 7 of the ladder, optional: an opening book and an endgame table, looked up in no time.

What was solved beforehand need not be searched in the game. One table holds both: the positions of
the opening and those close to the end, each with its best square. Of the eight images of a position
it holds one, and X and O may have changed places: so it is about a sixteenth as large.

Fill in `book`. The table is made, when it is first asked for, by your `transposition`, which is
handed in with it. The engine plays by itself: `ttt play --search book --size 4`.

Source: K. Thompson, "Retrograde analysis of certain endgames" (ICCA Journal 9, 1986), of tables
that are kept up to images.
"""

from functools import cache

import numpy as np
from numba import njit

from . import serial
from .board import board_after, legal_squares, side_length
from .ladder import IMAGES, KEY, centre_first, image_key, key_of, new_table, square_in_image
from .serial import win
from .transposition import search, transposition

SQUARE = 1
"""The column beside KEY."""

NOT_THERE = -1

OPENING_STONES, ENDGAME_SQUARES = 2, 4
"""A position is in the table with so many stones at most, or on 3x3 so many free squares."""

LARGEST_SIDE = 4
"""Of the boards that there is a table for: on larger ones it would take too long to make."""


@njit(nogil=True, cache=True)
def book(board: np.ndarray, player: int, solved: np.ndarray) -> int:
    """Return the best square as the table has it, or NOT_THERE.

    Args:
        board, player: as for `computer_move`; the game is not over, and the board is not changed.
        solved: int64[rows, 2], the smallest KEY first. A row is about the image of a position that
            has the smallest `image_key`, which is KEY; there the best square is at place SQUARE.

    What to think about:
        - Which image of this board has the smallest key? If several have it, take any of them.
        - Keys are in order: `np.searchsorted(solved[:, KEY], key)` says where a key would be. It
          need not be there, and it may belong behind the last row.
        - The row speaks of places of the image, and you play on the board.

    Trap: `square_in_image` says which square lies at a place. That is the way you need; the other
    way round, for some images, leads to another square.
    """
    ### BEGIN SOLUTION
    smallest, smallest_image = image_key(board, player, 0), 0
    for image in range(1, IMAGES):
        key = image_key(board, player, image)
        if key < smallest:
            smallest, smallest_image = key, image
    row = np.searchsorted(solved[:, KEY], smallest)
    if row == len(solved) or solved[row, KEY] != smallest:
        return NOT_THERE
    return square_in_image(solved[row, SQUARE], smallest_image, side_length(board))
    ### END SOLUTION


def _forms(side: int) -> list[tuple[np.ndarray, int]]:
    """Return one position of each form that belongs into the table, and who is to move."""
    chosen, player = [], 1
    forms = {1: np.zeros(side * side, dtype=np.int8)}
    for stones in range(side * side):
        is_endgame = side == 3 and side * side - stones <= ENDGAME_SQUARES
        if stones <= OPENING_STONES or is_endgame:
            chosen += [(board, player) for board in forms.values()]
        if side > 3 and stones == OPENING_STONES:
            break
        children = [
            board_after(board, square, player)
            for board in forms.values()
            for square in legal_squares(board)
        ]
        player = -player
        forms = {key_of(child, player): child for child in children if win(child) == 0}
    return chosen


def _best_square(board: np.ndarray, player: int, table: np.ndarray) -> int:
    """Return the best square of a position, at depth 0; `table` is that of `transposition`."""
    beyond, order = len(board) + 2, centre_first(board)
    scores = {}
    for square in legal_squares(board):
        nodes, child = np.zeros(1, dtype=np.int64), board_after(board, square, player)
        scores[square] = -transposition(child, -player, 1, -beyond, beyond, order, nodes, table)
    return max(scores, key=lambda square: (scores[square], -square))


@cache
def solved_positions(side: int) -> np.ndarray:
    """Return the table for boards of this size, as `book` takes it."""
    rows = []
    table = new_table(np.zeros(side * side, dtype=np.int8))
    for board, player in _forms(side) if side <= LARGEST_SIDE else ():
        key, image = min((image_key(board, player, image), image) for image in range(IMAGES))
        places = [square_in_image(place, image, side) for place in range(side * side)]
        rows.append((key, places.index(_best_square(board, player, table))))
    return np.array(sorted(rows), dtype=np.int64).reshape(-1, 2)


def looked_up(board: np.ndarray, player: int) -> int:
    """Return what `book` finds in the table of the board's size."""
    return int(book(board, player, solved_positions(side_length(board))))


def computer_move(board: np.ndarray, player: int) -> int:
    """Return the square that is in the table, or else the one that `transposition` finds."""
    square = looked_up(board, player)
    return serial.computer_move(board, player, search) if square == NOT_THERE else square
