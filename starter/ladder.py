"""What the optional rungs of the ladder share, given complete: nothing here needs an edit."""

import numpy as np
from numba import njit

from .board import side_length

MOST_LINES, FEWEST_LINES = 4, 2
MOST_ROWS = 1_000_003

WON = 100
"""How far a won or lost game lies beyond 0, so that no estimate comes near it."""

IMAGES = 8
"""Of a board that is turned and mirrored."""

KEY, SCORE, KIND = 0, 1, 2
"""The columns of a transposition table."""

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
"""What kind of score a row holds: the score itself, or a bound that it is not below or above."""


@njit(nogil=True, cache=True)
def centre_first(board: np.ndarray) -> np.ndarray:
    """Return int64[n*n]: all squares, those on the most lines first; among equals the lowest.

    On 3x3 these are the centre, the corners and the edges:

    >>> centre_first(np.zeros(9, dtype=np.int8)).tolist()
    [4, 0, 2, 6, 8, 1, 3, 5, 7]
    """
    side = side_length(board)
    order = np.empty(len(board), dtype=np.int64)
    placed = 0
    for lines in range(MOST_LINES, FEWEST_LINES - 1, -1):
        for square in range(len(board)):
            row, column = square // side, square % side
            falls, rises = row == column, row + column == side - 1
            if FEWEST_LINES + falls + rises == lines:
                order[placed] = square
                placed += 1
    return order


@njit(nogil=True, cache=True)
def square_in_image(place: int, image: int, side: int) -> int:
    """Return which square of a board lies at `place` in an image of it: turned, mirrored, or both.

    Image 0 is the board itself; there are eight.

    >>> square_in_image(0, 1, 3), square_in_image(0, 2, 3), square_in_image(1, 4, 3)
    (6, 2, 3)
    """
    row, column = place // side, place % side
    row = side - 1 - row if image & 1 else row
    column = side - 1 - column if image & 2 else column
    return column * side + row if image & 4 else row * side + column


@njit(nogil=True, cache=True)
def image_key(board: np.ndarray, player: int, image: int) -> int:
    """Return a number above 0 for one image of a position that is not over, on up to 6x6 squares.

    Where X and O change places, and `player` with them, it stays the same.
    """
    side = side_length(board)
    key = 0
    for place in range(len(board)):
        key = 3 * key + board[square_in_image(place, image, side)] * player + 1
    return key


@njit(nogil=True, cache=True)
def key_of(board: np.ndarray, player: int) -> int:
    """Return the smallest of the keys of a position's images.

    It tells positions apart, but not the images of one position from each other, nor what it
    becomes when X and O change places, `player` with them: they are all worth the same.

    >>> corner, other_corner = np.zeros(9, dtype=np.int8), np.zeros(9, dtype=np.int8)
    >>> corner[0], other_corner[8] = 1, -1
    >>> key_of(corner, -1) == key_of(other_corner, 1)
    True
    """
    smallest = image_key(board, player, 0)
    for image in range(1, IMAGES):
        smallest = min(smallest, image_key(board, player, image))
    return smallest


def new_table(board: np.ndarray) -> np.ndarray:
    """Return int64[rows, 3], all zeros: an empty transposition table for boards of this size.

    On 3x3 there are as many rows as keys; on larger boards many keys share a row.
    """
    rows = min(3 ** len(board), MOST_ROWS)
    return np.zeros((rows, 3), dtype=np.int64)


@njit(nogil=True, cache=True)
def open_lines(board: np.ndarray, player: int) -> int:
    """Estimate a position without a search, from -100 to 100: who has more stones on open lines?

    A line is open to one side as long as the other has no stone on it. Each stone counts once for
    every line of its own that is open, the opponent's stones the other way.

    >>> board = np.zeros(9, dtype=np.int8)
    >>> board[4], board[1] = 1, -1
    >>> open_lines(board, 1), open_lines(board, -1)
    (2, -2)
    """
    side = side_length(board)
    total = 0
    for line in range(2 * side + 2):
        mine, theirs = 0, 0
        for step in range(side):
            if line < side:
                square = line * side + step
            elif line < 2 * side:
                square = step * side + line - side
            elif line == 2 * side:
                square = step * side + step
            else:
                square = step * side + side - 1 - step
            if board[square] == player:
                mine += 1
            elif board[square] == -player:
                theirs += 1
        if theirs == 0:
            total += mine
        if mine == 0:
            total -= theirs
    return max(-WON, min(WON, total))
