"""Rung 4 of the ladder, optional: a depth limit, for boards that are too large to finish.

From the empty 5x5 board there are more games than anybody can look at. So look a few plies ahead,
and where you have to stop, *estimate*. Where the limit lies is called the horizon: what comes
behind it is not seen.

Fill in `depth_limited`. `search` is given, and makes an engine of it:
`ttt play --search depth_limited`.

Source: C. E. Shannon, "Programming a computer for playing chess" (Philosophical Magazine, 1950), of
limits and estimates.
"""

import numpy as np
from numba import njit

from .ladder import WON, centre_first, open_lines
from .serial import win

PLIES = 5
"""How far `search` looks ahead below each square."""


@njit(nogil=True, cache=True)
def depth_limited(
    board: np.ndarray,
    player: int,
    depth: int,
    alpha: int,
    beta: int,
    order: np.ndarray,
    nodes: np.ndarray,
    plies: int,
    contempt: int,
    stop: np.ndarray,
) -> int:
    """Return what `board` is worth to `player`, as far as `plies` more plies show it.

    The other arguments, and what is returned outside the window, are those of `alpha_beta`.

    Args:
        plies: how many plies there still are to the horizon, 0 or more.
        contempt: how little a draw is worth, from -100 to 100, to the player who moves at depth 0:
            minus `contempt`. To the other one it is worth `contempt`.
        stop: uint8[1], usually 0. Somebody else, in another thread, may set it when there is no
            more time: then return at once, whatever it is, without a further visit. Nobody will
            look at it. The stones are taken back all the same.

    What to think about, in this order:
        - Is it time to stop? Look in every call.
        - Somebody has won: the score of `minimax`, with WON on top of it, so that it lies beyond
          every estimate. A loss is minus that.
        - No square is free: a draw. At an even depth the player to move is the one of depth 0.
        - No plies are left: `open_lines(board, player)`.
        - Otherwise the best of the squares, as in `alpha_beta`, one ply nearer to the horizon.

    Example: from the empty 3x3 board, alpha -111, beta 111, the squares from the centre outwards, 4
    plies and contempt 0, the score is 0 and 207 positions are visited.

    Trap: a board that is full, or on which somebody has won, may lie just at the horizon.
    """
    # YOUR CODE HERE
    raise NotImplementedError("not filled in yet")


def search(board: np.ndarray, player: int, depth: int) -> int:
    """Score one subtree, so that `computer_move(board, player, search)` plays by it."""
    beyond = WON + len(board) + 2
    order, nodes = centre_first(board), np.zeros(1, dtype=np.int64)
    never = np.zeros(1, dtype=np.uint8)
    return depth_limited(board, player, depth, -beyond, beyond, order, nodes, PLIES, 0, never)
