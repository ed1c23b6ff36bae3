"""Rung 1 of the ladder, optional: alpha-beta, the same scores from a fraction of the positions.

You have a square that is worth 0 to you. You look at the next one, and the opponent's first reply
makes it worth -8. How bad it is exactly you need not know: you will not play it. A search that
carries along what both sides are sure of already, and stops when they meet, is called alpha-beta.

Fill in `alpha_beta`. `search` is given, and makes an engine of it: `ttt play --search alpha_beta`.

Source: D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning" (Artificial Intelligence,
1975); J. P. Fishburn, "Another optimization of alpha-beta search" (1983), of the fail-soft form.
"""

import numpy as np
from numba import njit

from .ladder import centre_first
from .serial import win


@njit(nogil=True, cache=True)
def alpha_beta(
    board: np.ndarray,
    player: int,
    depth: int,
    alpha: int,
    beta: int,
    order: np.ndarray,
    nodes: np.ndarray,
) -> int:
    """Return the score of `board`: exactly if it lies between `alpha` and `beta`, else a bound.

    Args:
        board, player, depth: as for `minimax`, and the score is the same. Take every stone back.
        alpha: what `player` is sure of elsewhere already. A position that is worth no more will not
            be played, so it is enough to return something that it is *at most* worth.
        beta: more than that the opponent will not let happen. If it is worth as much or more, it is
            enough to return something that it is *at least* worth. `alpha` is below `beta`.
        order: int64[n*n], all squares, in the order in which they are to be tried.
        nodes: int64[1]; add 1 for each position that is visited, this one included.

    Return the best score that was found, even where it is not above `alpha` or goes beyond `beta`
    (this form is called *fail-soft*): it is a closer bound than `alpha` or `beta` itself.

    Example: from the empty 3x3 board, alpha -11, beta 11, and the squares from the centre outwards,
    the score is 0 and 7,865 positions are visited. `minimax` visits 549,946.

    What to think about:
        - The opponent's window is yours seen from the other side: from -beta to -alpha.
        - What you have found so far is something that you are sure of: it raises alpha.
        - Stop as soon as the best score is not below beta.

    Trap: which of the two bounds does your best score raise, and in which place of the call does
    that bound stand, once it is the opponent's?
    """
    ### BEGIN SOLUTION
    nodes[0] += 1
    squares = len(board)
    winner = win(board)
    if winner != 0:
        return (squares + 1 - depth) * winner * player
    lowest = -(squares + 2)
    best = lowest
    for square in order:
        if board[square] == 0:
            board[square] = player
            sure = max(alpha, best)
            score = -alpha_beta(board, -player, depth + 1, -beta, -sure, order, nodes)
            board[square] = 0
            best = max(best, score)
            if best >= beta:
                break
    if best == lowest:  # no square was free
        return 0
    return best
    ### END SOLUTION


def search(board: np.ndarray, player: int, depth: int) -> int:
    """Score one subtree as `minimax` does: `computer_move(board, player, search)` plays by it."""
    beyond = len(board) + 2
    order, nodes = centre_first(board), np.zeros(1, dtype=np.int64)
    return alpha_beta(board, player, depth, -beyond, beyond, order, nodes)
