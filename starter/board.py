"""Boards, given complete: nothing here needs an edit, and graders use their own copy.

A board is a one-dimensional `numpy.int8` array of side*side squares, row by row:
`0` is empty, `+1` is X, `-1` is O. On 3x3 the squares are numbered

    0 | 1 | 2
    ---------
    3 | 4 | 5
    ---------
    6 | 7 | 8
"""

import numpy as np
from numba import njit

X = 1
O = -1  # noqa: E741 - the letter is the player's name in the game itself
EMPTY = 0

CACHE_LINE = 128
"""Bytes: 64 on most processors, twice as much on some."""


def empty_board(side: int = 3) -> np.ndarray:
    """Return an empty board of side*side squares.

    >>> empty_board(3).tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0]
    """
    return np.zeros(side * side, dtype=np.int8)


@njit(nogil=True, cache=True)
def side_length(board: np.ndarray) -> int:
    """Return n for a board of n*n squares. It can be called from compiled code too.

    >>> side_length(empty_board(4))
    4
    """
    side = 1
    while side * side < len(board):
        side += 1
    return side


def legal_squares(board: np.ndarray) -> list[int]:
    """List the empty squares, lowest first, as plain ints.

    >>> legal_squares(np.array([1, 0, -1, 0, 1, 0, 0, 0, -1], dtype=np.int8))
    [1, 3, 5, 6, 7]
    """
    return [int(square) for square in np.flatnonzero(board == EMPTY)]


def board_after(board: np.ndarray, square: int, player: int) -> np.ndarray:
    """Return a new board on which `player` has taken `square`; `board` stays as it was.

    No other board is on its cache line. Cores take whole lines from one another, and two threads
    that search boards on one line are slower than one thread alone (*false sharing*).

    >>> board_after(empty_board(3), 4, X).tolist()
    [0, 0, 0, 0, 1, 0, 0, 0, 0]
    """
    room = np.empty(len(board) + CACHE_LINE, dtype=np.int8)
    child = room[: len(board)]
    child[:] = board
    child[square] = player
    return child
