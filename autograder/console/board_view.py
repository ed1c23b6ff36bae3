"""Draw the board of the game: colours for those who see them, marks for everybody."""

from collections.abc import Mapping

from rich.text import Text

from autograder.console.game import Game
from autograder.truth.rules import O, X, side_length

STYLES = {X: "bold cyan", O: "bold yellow"}
LETTERS = {X: "X", O: "O"}
WIDEST_CELL = 11


def draw_game(game: Game, notes: Mapping[int, str], width: int = 80) -> Text:
    """Return the drawing of a game.

    The last move stands in brackets, the winning line between stars, and a note under its square.

    Args:
        game: what to draw.
        notes: what to write into empty squares, such as "wins in 3".
        width: columns of the terminal.
    """
    side = side_length(game.board)
    cell = max(3, min(WIDEST_CELL, (width - side - 1) // side))
    rows = [_row(game, notes, row, cell) for row in range(side)]
    drawing = Text()
    drawing.append(_rule(("┌", "┬", "┐"), side, cell) + "\n", "dim")
    for number, row in enumerate(rows):
        if number:
            drawing.append(_rule(("├", "┼", "┤"), side, cell) + "\n", "dim")
        drawing.append_text(row)
    drawing.append(_rule(("└", "┴", "┘"), side, cell), "dim")
    return drawing


def _rule(corners: tuple[str, str, str], side: int, cell: int) -> str:
    left, between, right = corners
    return left + between.join(["─" * cell] * side) + right


def _row(game: Game, notes: Mapping[int, str], row: int, cell: int) -> Text:
    side = side_length(game.board)
    squares = range(row * side, row * side + side)
    stones, captions = Text(), Text()
    for square in squares:
        stones.append("│", "dim")
        text, style = _stone(game, square)
        # The style is the stone's alone: an underlined cell would look like a line of the board.
        left = (cell - len(text)) // 2
        stones.append(" " * left).append(text, style).append(" " * (cell - left - len(text)))
        captions.append("│", "dim")
        note = notes.get(square, "")
        captions.append(note[:cell].center(cell), note_style(note))
    return stones.append("│\n", "dim").append_text(captions).append("│\n", "dim")


def _stone(game: Game, square: int) -> tuple[str, str]:
    owner = game.board[square]
    if not owner:
        return str(square), "dim"
    letter = LETTERS[owner]
    if square in game.winning_squares:
        return f"*{letter}*", f"{STYLES[owner]} reverse"
    if square == game.last:
        return f"[{letter}]", f"{STYLES[owner]} underline"
    return letter, STYLES[owner]


def note_style(note: str) -> str:
    """Return the colour of what a move is worth."""
    if note.startswith("wins"):
        return "green"
    return "red" if note.startswith("loses") else "default"
