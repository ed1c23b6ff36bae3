"""Read the tables of true scores."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder.truth.rules import Board, board_after, board_from_text, legal_squares, to_move

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Position:
    """One row of a table.

    Attributes:
        board: the squares.
        score: what it is worth to the side to move, counted from this position (depth 0).
        best_squares: every legal square that leads to `score`; empty when the game is over.
    """

    board: Board
    score: int
    best_squares: tuple[int, ...]

    @property
    def player(self) -> int:
        """Who is to move; X began."""
        return to_move(self.board)

    @property
    def empty(self) -> int:
        """How many squares are empty."""
        return self.board.count(0)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return not self.best_squares

    @property
    def move(self) -> int:
        """The square that the contract asks for: the lowest of the best."""
        return self.best_squares[0]

    def score_at(self, depth: int) -> int:
        """Return the score when the search reaches this position `depth` plies below its root.

        >>> Position((0,) * 9, 9, (0,)).score_at(2), Position((0,) * 9, -8, (0,)).score_at(2)
        (7, -6)
        """
        return self.score - depth * ((self.score > 0) - (self.score < 0))


def _read(name: str) -> tuple[Position, ...]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return tuple(
            Position(
                board_from_text(row["board"]),
                int(row["score"]),
                tuple(int(square) for square in row["best_squares"].split()),
            )
            for row in csv.DictReader(file)
        )


@cache
def three_by_three() -> tuple[Position, ...]:
    """Return every 3x3 position that play can reach."""
    return _read("three_by_three.csv")


@cache
def four_by_four() -> tuple[Position, ...]:
    """Return the sampled 4x4 positions, 6 to 10 empty squares."""
    return _read("four_by_four.csv")


@cache
def _scores() -> dict[Board, Position]:
    return {position.board: position for position in three_by_three()}


def child_scores(position: Position) -> tuple[tuple[int, int], ...]:
    """Return (square, score) for every legal square of a 3x3 position.

    The score is what a search of that subtree returns: for the opponent, one ply below the root.
    """
    children = (
        (square, board_after(position.board, square, position.player))
        for square in legal_squares(position.board)
    )
    return tuple((square, _scores()[child].score_at(1)) for square, child in children)


def position_of(board: Board) -> Position | None:
    """Return the 3x3 position with this board, or None where play cannot reach it."""
    return _scores().get(board)
