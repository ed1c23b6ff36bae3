"""Part 1: the rules and the serial search, compiled by numba.

Fill in `win` and `minimax`. `computer_move` is given, and is the loop that parts 2 and 3 share out.
"""

from collections.abc import Callable

import numpy as np
from numba import njit

from .board import board_after, legal_squares, side_length

Search = Callable[[np.ndarray, int, int], int]


@njit(nogil=True, cache=True)
def win(board: np.ndarray) -> int:
    """Return the player (+1 or -1) who owns a full row, column or diagonal, else 0.

    Args:
        board: int8[n*n], row by row; `side_length(board)` is n. Left unchanged.

    A line counts only when all n of its squares belong to one player, so three in a row is a win
    on 3x3 and nothing yet on 4x4. One stone may complete two lines at once: that is still one win.

    Example: X has the middle column of

        O | X | .
        . | X | O
        . | X | .

    so `win(np.array([-1, 1, 0, 0, 1, -1, 0, 1, 0], dtype=np.int8))` is 1.

    Trap: a line of empty squares is a line of equal squares too, but nobody owns it.
    """
    ### BEGIN SOLUTION
    # One way out: with a return in the loop numba would count references to the board at each of
    # them, and win would take half as long again.
    side = side_length(board)
    winner = 0
    diagonal = 0
    antidiagonal = 0
    for i in range(side):
        row = 0
        column = 0
        for j in range(side):
            row += board[i * side + j]
            column += board[j * side + i]
        diagonal += board[i * side + i]
        antidiagonal += board[i * side + side - 1 - i]
        if row == side or column == side:
            winner = 1
        elif row == -side or column == -side:
            winner = -1
    if diagonal == side or antidiagonal == side:
        winner = 1
    elif diagonal == -side or antidiagonal == -side:
        winner = -1
    return winner
    ### END SOLUTION


@njit(nogil=True, cache=True)
def minimax(board: np.ndarray, player: int, depth: int) -> int:
    """Return the score of `board` for `player`, who is to move, `depth` plies below the root.

    Args:
        board: int8[n*n]. You may place stones while you search, but take each one back: the
            caller's board must be unchanged on return.
        player: +1 or -1, the side to move.
        depth: how many plies (single moves) were played since the root of the search.

    The score is always from the view of the player to move. When the game is over here it is

        n*n + 1 - depth     if `player` owns a line,
        -(n*n + 1 - depth)  if the opponent owns one,
        0                   if the board is full and nobody does.

    Otherwise it is the best over the legal squares of *minus* the opponent's score one ply deeper:
    what is good for them is bad for you (this form of minimax is called negamax). Because `depth`
    is taken off, a win is worth more the sooner it comes, a loss costs less the later it comes.

    Example: X to move wins at once on square 2 of

        X | X | .
        O | O | .
        . | . | .

    so with `depth` 0 the score is 10 - 1 = 9; for O to move on the same squares it is 9 as well.

    Trap: start the running best below *every* score a position can have. Scores reach down to
    -(n*n + 1), so -1 or -2 is too high: a lost position would seem to have no move at all.
    """
    ### BEGIN SOLUTION
    squares = len(board)
    winner = win(board)
    if winner != 0:
        return (squares + 1 - depth) * winner * player
    lowest = -(squares + 2)
    best = lowest
    for square in range(squares):
        if board[square] == 0:
            board[square] = player
            score = -minimax(board, -player, depth + 1)
            board[square] = 0
            best = max(best, score)
    if best == lowest:  # no square was free
        return 0
    return best
    ### END SOLUTION


def computer_move(board: np.ndarray, player: int, search: Search = minimax) -> int:
    """Return the legal square with the highest score; among equals the lowest square.

    Args:
        board: int8[n*n], a position that is not over. Left unchanged.
        player: +1 or -1, who is to move.
        search: the function that scores one subtree, called once per legal square.

    This is given, complete. Parts 2 and 3 must find the same square, whatever the timing.
    """
    best_score, best_square = None, -1
    for square in legal_squares(board):
        child = board_after(board, square, player)
        score = -search(child, -player, 1)
        if best_score is None or score > best_score:
            best_score, best_square = score, square
    return best_square
