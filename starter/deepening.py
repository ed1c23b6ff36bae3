"""Rung 5 of the ladder, optional: iterative deepening, the best move in the time that there is.

How deep should a search look? As deep as the time allows, which nobody knows beforehand. So look
one ply ahead, then two, then three, until the time is up. All rounds but the last cost little: each
ply multiplies the work. And at any moment there is an answer.

Fill in `deepening`. It needs your `depth_limited`, which is handed in with it, and plays by itself:
`ttt play --search deepening --size 5`.

Source: D. J. Slate and L. R. Atkin, "Chess 4.5: the Northwestern University chess program" (in
"Chess skill in man and machine", 1977).
"""

import threading
from collections.abc import Callable

import numpy as np

from .board import board_after, legal_squares
from .depth_limited import depth_limited
from .ladder import WON, centre_first

SECONDS = 1.0
"""That a move may take in a game."""

Search = Callable[[np.ndarray, int, int, int, np.ndarray], int]


def look_ahead(board: np.ndarray, player: int, depth: int, plies: int, stop: np.ndarray) -> int:
    """Score one subtree as far as `plies` more plies show it; `stop` is that of `depth_limited`."""
    beyond = WON + len(board) + 2
    order, nodes = centre_first(board), np.zeros(1, dtype=np.int64)
    return depth_limited(board, player, depth, -beyond, beyond, order, nodes, plies, 0, stop)


def deepening(
    board: np.ndarray,
    player: int,
    seconds: float,
    best: np.ndarray,
    search: Search = look_ahead,
) -> int:
    """Return the best square that was found within `seconds`.

    Args:
        board, player: as for `computer_move`; the board is not changed.
        seconds: after which the square is to be there, and not much later.
        best: int64[1]; holds the best square that is known at any moment, for whoever looks at it
            meanwhile: a free square before the first search, and after each round that round's.
        search: `search(child, -player, 1, plies, stop)` scores the board after one more stone for
            the opponent. As soon as `stop[0]`, a uint8, is not 0, it returns at once, and what it
            returns means nothing.

    What to think about:
        - In round 0 every free square is searched with 0 plies, in round 1 with 1, and so on. With
          one ply fewer than there are free squares all is known: that is the last round.
        - A round that was not finished is thrown away: its best square may be the best of three.
        - The highest score counts, and among equals the lowest square.
        - Somebody has to set `stop` while the search runs: a `threading.Timer` can, since compiled
          searches run without the GIL. Cancel it when you are done before it.

    Trap: one square is left, and the search takes no time at all: return before the time is up.
    """
    # YOUR CODE HERE
    raise NotImplementedError("not filled in yet")


def computer_move(board: np.ndarray, player: int) -> int:
    """Return the best square that was found within SECONDS."""
    return deepening(board, player, SECONDS, np.zeros(1, dtype=np.int64))
