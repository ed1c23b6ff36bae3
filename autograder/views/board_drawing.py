"""Draw a small board for a report: stones in colour, empty squares by their numbers."""

from rich.text import Text

from autograder.truth.rules import O, X, board_from_text, side_length

STYLES = {X: "bold cyan", O: "bold yellow"}


def draw_board(text: str) -> Text:
    """Return the drawing of a board written like `XX.OO....`.

    >>> print(draw_board("X...O...."))
     X | 1 | 2
    ---+---+---
     3 | O | 5
    ---+---+---
     6 | 7 | 8
    """
    board = board_from_text(text)
    side = side_length(board)
    width = len(str(len(board) - 1))
    between = "+".join(["-" * (width + 2)] * side)
    drawing = Text()
    for row in range(side):
        if row:
            drawing.append(f"\n{between}\n", "dim")
        for column in range(side):
            square = row * side + column
            owner = board[square]
            drawing.append(" | " if column else " ", "dim")
            letter = {X: "X", O: "O"}.get(owner, str(square))
            drawing.append(letter.rjust(width), STYLES.get(owner, "dim"))
    return drawing
