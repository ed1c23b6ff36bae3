"""The work of one move in pieces that many workers can share: the tree, two plies deep.

Nine root moves keep nine workers busy at most, and these wait for the longest of nine searches.
Two plies deep there are up to 72 pieces on the empty 3x3 board and 240 on the empty 4x4 board.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .board import board_after, legal_squares
from .serial import Search, win

PIECES_PER_WORKER = 4
"""With so many root moves for each worker nobody waits long at the end, and one ply is enough."""


@dataclass(frozen=True)
class Task:
    """One subtree.

    Attributes:
        square: the root move that it is a part of.
        board: the position at its top.
        player: who is to move there.
        depth: 1 below a root move, 2 below an answer to one.
    """

    square: int
    board: np.ndarray
    player: int
    depth: int

    def bound(self, search: Search) -> int:
        """Return what the root move is worth at most: exactly that, if it is the only task of it.

        After a root move the opponent chooses among the answers, so the move is worth the least of
        what its tasks return.
        """
        score = search(self.board, self.player, self.depth)
        return -score if self.depth == 1 else score


def tasks_of(board: np.ndarray, player: int, workers: int) -> list[Task]:
    """Return the tasks of a move, in the same order for everybody."""
    squares = legal_squares(board)
    if len(squares) >= PIECES_PER_WORKER * workers:
        return [Task(s, board_after(board, s, player), -player, 1) for s in squares]
    return [task for square in squares for task in _below(board, player, square)]


def _below(board: np.ndarray, player: int, square: int) -> Iterator[Task]:
    child = board_after(board, square, player)
    answers = legal_squares(child)
    if win(child) != 0 or not answers:
        yield Task(square, child, -player, 1)
        return
    for answer in answers:
        yield Task(square, board_after(child, answer, -player), player, 2)


def no_bounds(board: np.ndarray) -> np.ndarray:
    """Return int64[n*n]: for each square the least bound so far, more than any while there is none.

    Lists of different workers are put together by the least of each square.
    """
    return np.full(len(board), len(board) + 2, dtype=np.int64)


def best_square(board: np.ndarray, bounds: np.ndarray) -> int:
    """Return the legal square with the highest score; among equals the lowest square."""
    return max(legal_squares(board), key=lambda square: (bounds[square], -square))
