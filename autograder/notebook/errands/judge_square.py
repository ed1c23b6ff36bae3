"""Say whether a square is a best move, by the tables."""

from autograder.errors import UsageError
from autograder.notebook.errands.errand import Reply, run
from autograder.truth.rules import (
    PLAYERS,
    Board,
    board_after,
    board_from_text,
    legal_squares,
    winner,
)
from autograder.truth.tables import position_of


def judge_square(*, board: str, player: str, square: int) -> Reply:
    """Return whether the square is right, and what to say; never what is right.

    Raises:
        UsageError: no play leads to this board with this player to move.
    """
    try:
        squares = board_from_text(board)
    except ValueError as error:
        raise UsageError(str(error)) from error
    position = position_of(squares)
    if position is None or position.is_over or PLAYERS.get(player) != position.player:
        raise UsageError(f"no game leads to the board {board} with {player} to move")
    if square not in legal_squares(squares):
        last = len(squares) - 1
        what = "is taken" if 0 <= square <= last else f"is not on the board: they are 0 to {last}"
        return {"right": False, "report": f"Square {square} {what}. Choose an empty one."}
    if square in position.best_squares:
        return {"right": True, "report": f"Right: no square is worth more than {square}."}
    hint = (
        "the other side can complete a line with its next move"
        if _loses_at_once(board_after(squares, square, position.player), position.player)
        else "another square is worth more"
    )
    return {"right": False, "report": f"Not {square}: {hint}. Play on from there, and see."}


def _loses_at_once(board: Board, player: int) -> bool:
    replies = (board_after(board, reply, -player) for reply in legal_squares(board))
    return any(winner(reply) == -player for reply in replies)


if __name__ == "__main__":
    raise SystemExit(run(judge_square))
