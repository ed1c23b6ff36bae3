"""Draw a board for a page: stones, empty squares by their numbers, and the squares in question.

The picture is to stand inside a page, whose style sheet (`templates/style.css`) colours it.
"""

import re

from autograder.checks.failure import Failure
from autograder.truth.rules import SYMBOLS, Board, board_from_text, side_length
from autograder.views.stone_svg import stone_svg

CELL, MARGIN = 44, 4
SQUARE = re.compile(r"[0-9]{1,3}")


def board_svg(text: str, returned: int | None = None, right: int | None = None) -> str:
    """Return the drawing of a board written like `XX.OO....`, as SVG.

    Args:
        text: the board.
        returned: the square to mark as the one that came back.
        right: the square to mark as the one that would have been right.

    Raises:
        ValueError: `text` is no board.
    """
    board = board_from_text(text)
    extent = CELL * side_length(board) + 2 * MARGIN
    label = _description(board, returned, right)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {extent} {extent}" '
        f'width="{extent}" height="{extent}" role="img" aria-label="{label}">'
    ]
    parts += [_square(board, square) for square in range(len(board))]
    parts += [
        _mark(board, square, kind)
        for square, kind in ((right, "right"), (returned, "returned"))
        if square is not None and 0 <= square < len(board)
    ]
    return "\n".join([*parts, "</svg>"])


def squares_in_question(failure: Failure) -> tuple[int | None, int | None]:
    """Return the square that came back and the right one, where the call was for a square."""
    if "computer_move" not in failure.call:  # the others return players and scores
        return None, None
    return _square_in(failure.returned), _square_in(failure.expected)


def _square_in(text: str) -> int | None:
    return int(text) if SQUARE.fullmatch(text) else None


def _description(board: Board, returned: int | None, right: int | None) -> str:
    side = side_length(board)
    letters = [SYMBOLS[owner].replace(".", "empty") for owner in board]
    rows = [", ".join(letters[first : first + side]) for first in range(0, len(board), side)]
    words = [f"Board of {side} by {side}"]
    words += [f"row {number}: {row}" for number, row in enumerate(rows, start=1)]
    if returned is not None:
        words.append(f"returned: square {returned}")
    if right is not None:
        words.append(f"right: square {right}")
    return "; ".join(words)


def _corner(board: Board, square: int) -> tuple[int, int]:
    row, column = divmod(square, side_length(board))
    return MARGIN + CELL * column, MARGIN + CELL * row


def _square(board: Board, square: int) -> str:
    x, y = _corner(board, square)
    middle_x, middle_y, reach = x + CELL // 2, y + CELL // 2, CELL // 4
    frame = f'<rect class="square" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
    if board[square]:
        return frame + stone_svg(board[square], middle_x, middle_y, reach)
    return frame + f'<text class="number" x="{middle_x}" y="{middle_y + 5}">{square}</text>'


def _mark(board: Board, square: int, kind: str) -> str:
    """Return a frame around a square, dashed or whole, with a sign in a corner of its own."""
    x, y = _corner(board, square)
    sign, sign_x = ("✓", x + CELL - 9) if kind == "right" else ("✗", x + 9)
    return (
        f'<rect class="mark {kind}" x="{x + 2}" y="{y + 2}" width="{CELL - 4}" '
        f'height="{CELL - 4}" rx="4"/><text class="sign {kind}" x="{sign_x}" y="{y + 15}">'
        f"{sign}</text>"
    )
