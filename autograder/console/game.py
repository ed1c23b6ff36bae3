"""The state of one game: where it started and which squares were taken since."""

from dataclasses import dataclass, field, replace

from autograder.truth.rules import (
    Board,
    board_after,
    complete_lines,
    is_over,
    legal_squares,
    to_move,
    winner,
)


@dataclass(frozen=True)
class Game:
    """A game; every move makes a new one.

    Attributes:
        start: the position after the opening.
        moves: the squares taken since, by both sides in turn.
    """

    start: Board
    moves: tuple[int, ...] = field(default=())

    @property
    def board(self) -> Board:
        """The position now."""
        board = self.start
        for square in self.moves:
            board = board_after(board, square, to_move(board))
        return board

    @property
    def player(self) -> int:
        """Who is to move; X began."""
        return to_move(self.board)

    @property
    def last(self) -> int | None:
        """The square taken last, if any was since the opening."""
        return self.moves[-1] if self.moves else None

    @property
    def is_over(self) -> bool:
        """Whether somebody has won or the board is full."""
        return is_over(self.board)

    @property
    def winner(self) -> int:
        """Who has won, else 0."""
        return winner(self.board)

    @property
    def winning_squares(self) -> frozenset[int]:
        """The squares of every complete line."""
        if not self.winner:
            return frozenset()
        return frozenset().union(*complete_lines(self.board, self.winner))

    def legal_squares(self) -> list[int]:
        """Return the empty squares."""
        return legal_squares(self.board)

    def after(self, square: int) -> "Game":
        """Return the game with one more move."""
        return replace(self, moves=(*self.moves, square))

    def taken_back(self, plies: int) -> "Game":
        """Return the game with the last moves taken back, as many as there are."""
        return replace(self, moves=self.moves[: max(0, len(self.moves) - plies)])
