"""Rung 3 of the ladder, optional: a transposition table, so that nothing is searched twice.

Centre, then corner, then edge, or edge, then corner, then centre: different orders of the moves
(*transpositions*) lead to the same board, and a search that remembers what it has found need not
look again. Boards that are turned or mirrored images of one another are worth the same, too.

Fill in `transposition`. `search` is given, and makes an engine of it:
`ttt play --search transposition`.

Source: R. D. Greenblatt, D. E. Eastlake and S. D. Crocker, "The Greenblatt chess program" (Fall
Joint Computer Conference, 1967), the first to have one; D. M. Breuker, "Memory versus search in
games" (1998), of bounds in tables.
"""

import numpy as np
from numba import njit

from .ladder import AT_LEAST, AT_MOST, EXACT, KEY, KIND, SCORE, centre_first, key_of, new_table
from .serial import win


@njit(nogil=True, cache=True)
def transposition(
    board: np.ndarray,
    player: int,
    depth: int,
    alpha: int,
    beta: int,
    order: np.ndarray,
    nodes: np.ndarray,
    table: np.ndarray,
) -> int:
    """Return what `alpha_beta` returns: the score, or a bound where it is not within the window.

    The other arguments are those of `alpha_beta`.

    Args:
        table: int64[rows, 3], zeros at first, and kept from one search to the next. What is known
            of a position stands in row `key_of(board, player) % len(table)`: its KEY, its SCORE,
            and in column KIND whether that is EXACT, AT_LEAST or AT_MOST the score.

    What to think about:
        - Game over? Answer that first: such a position is neither looked up nor stored.
        - A row is about this position only if it has its key. What it says is the answer if it is
          exact, if it is at least beta and a lower bound, or if it is at most alpha and an upper
          bound. Anything else is of no use here, and the position is searched.
        - After the search the row is overwritten, whatever it held. The best score is an upper
          bound if it is not above the alpha that you were given, a lower one if it is not below
          beta.

    Example: from the empty 3x3 board, alpha -11, beta 11, the squares from the centre outwards and
    an empty table, the score is 0 and 532 positions are visited. `alpha_beta` visits 7,865.

    Trap: the same board may be met two plies deep now and five plies deep later, with another
    search of the same game, and a score depends on the depth. What you store must not.
    """
    # YOUR CODE HERE
    raise NotImplementedError("not filled in yet")


def search(board: np.ndarray, player: int, depth: int) -> int:
    """Score one subtree as `minimax` does: `computer_move(board, player, search)` plays by it."""
    beyond = len(board) + 2
    order, nodes, table = centre_first(board), np.zeros(1, dtype=np.int64), new_table(board)
    return transposition(board, player, depth, -beyond, beyond, order, nodes, table)
