"""Part 3: the legal squares shared out among MPI ranks."""

import numpy as np
from mpi4py import MPI

from .board import board_after, legal_squares
from .serial import Search, minimax


def computer_move(board: np.ndarray, player: int, comm: MPI.Comm, search: Search = minimax) -> int:
    """Return the square that the serial `computer_move` returns, on every rank of `comm`.

    Args:
        board: int8[n*n], a position that is not over. Only rank 0's is meaningful; the other ranks
            pass an array of the same length and type with anything in it. Rank 0's board is left
            unchanged.
        player: +1 or -1, who is to move. Only rank 0's is meaningful.
        comm: the communicator. All its ranks call this function together. It need not be
            MPI.COMM_WORLD, so use nothing else.
        search: scores one subtree; call `search(child, -player, 1)` exactly once per legal square,
            on one rank only.

    Example: with 3 ranks on the empty 3x3 board each rank can search three squares. Every rank
    returns 0, the lowest of nine squares that all lead to a draw.

    What to think about:
        - Tell every rank the position first (a broadcast).
        - Let each rank find the best of its own squares, then combine the ranks' bests by a
          reduction that keeps the square with its score (MPI.MAXLOC does).
        - A function that answers on every rank needs an *all*reduce, or a broadcast at the end.

    Traps: with more ranks than legal squares some ranks have nothing to search, and what they
    contribute must lose against every real score. MAXLOC settles a tie for the lower location:
    make that the square, not the rank.
    """
    # YOUR CODE HERE
    raise NotImplementedError("not filled in yet")
