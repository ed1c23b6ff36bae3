"""What the optional rungs of the ladder share, given complete: nothing here needs an edit."""

import numpy as np
from numba import njit

from .board import side_length

MOST_LINES, FEWEST_LINES = 4, 2


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
