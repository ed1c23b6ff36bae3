"""Positions in which some squares are right whatever the search: the others lose something."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from autograder.checks.positions import SEED, sample
from autograder.truth.rules import Board, X, board_after, is_over, legal_squares, winner
from autograder.truth.tables import three_by_three

FEWEST_FREE = 4
"""Squares: with fewer random games find almost everything, without any tree."""


@dataclass(frozen=True)
class Decisive:
    """A position and its right squares.

    Attributes:
        player: who is to move.
        right: the squares that keep what the position is worth; there are others.
    """

    board: Board
    player: int
    right: tuple[int, ...]


def decisive(count: int, seed: int) -> list[Decisive]:
    """Return 3x3 positions, not close to the end, in which a win or a draw can be thrown away."""
    outcome = {position.board: _sign(position.score) for position in three_by_three()}
    found = []
    for position in three_by_three():
        board, player = position.board, position.player
        free = [] if position.is_over else legal_squares(board)
        right = [s for s in free if -outcome[board_after(board, s, player)] == outcome[board]]
        if len(free) >= FEWEST_FREE and len(right) < len(free):
            found.append(Decisive(board, player, tuple(right)))
    return sample(found, count, seed=seed)


def winning(side: int, count: int) -> list[Decisive]:
    """Return positions in which whoever is to move wins at once with one square.

    With no other square there would be two threats at once afterwards, which win too.
    """

    def fits(board: Board, player: int) -> bool:
        return len(winning_squares(board, player)) == 1 and not any(
            len(winning_squares(board_after(board, square, player), player)) > 1
            for square in legal_squares(board)
        )

    return _drawn_at_random(side, count, fits, opponents=False)


def threatened(side: int, count: int) -> list[Decisive]:
    """Return positions in which whoever is to move has to take the other side's winning square.

    There is one of them, and on 3x3 the position is not lost even so.
    """
    lost = {position.board for position in three_by_three() if position.score < 0}

    def fits(board: Board, player: int) -> bool:
        threats = len(winning_squares(board, -player))
        return not winning_squares(board, player) and threats == 1 and board not in lost

    return _drawn_at_random(side, count, fits, opponents=True)


def _drawn_at_random(
    side: int, count: int, fits: Callable[[Board, int], bool], *, opponents: bool
) -> list[Decisive]:
    """Return positions that fit; right is the winning square of whoever is to move, or not."""
    generator = random.Random(SEED + side)
    found: dict[Board, Decisive] = {}
    while len(found) < count:
        board, player = _random_position(side, generator)
        if fits(board, player) and len(legal_squares(board)) > 1:
            right = winning_squares(board, -player if opponents else player)
            found[board] = Decisive(board, player, tuple(right))
    return list(found.values())


def _random_position(side: int, generator: random.Random) -> tuple[Board, int]:
    """Return a position that is not over, after moves at random, and who is to move."""
    squares = side**2
    while True:
        board, player = (0,) * squares, X
        for _ in range(generator.randint(2 * side - 2, squares - 2)):
            if not is_over(board):
                board = board_after(board, generator.choice(legal_squares(board)), player)
                player = -player
        if not is_over(board):
            return board, player


def winning_squares(board: Board, player: int) -> list[int]:
    """Return the squares with which the player wins at once."""
    return [s for s in legal_squares(board) if winner(board_after(board, s, player)) == player]


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
