"""The rules, for the trusted side: boards are tuples of 0, +1 (X) and -1 (O), row by row.

Nothing here runs in numba, and the solution shares none of it.
"""

from collections.abc import Iterable
from functools import cache
from math import isqrt

Board = tuple[int, ...]

WON = 100
"""What a depth-limited search adds to the score of a game that is over and not drawn."""

X, O = 1, -1  # noqa: E741 - the letter is the player's name in the game itself
SYMBOLS = {0: ".", X: "X", O: "O"}
PLAYERS = {symbol: player for player, symbol in SYMBOLS.items()}


def side_length(board: Board) -> int:
    """Return n for a board of n*n squares."""
    return isqrt(len(board))


def board_from_text(text: str) -> Board:
    """Read a board such as `XX.OO....`, row by row; slashes between the rows are optional.

    Raises:
        ValueError: another letter, or a length that is not a square number of at least 4.

    >>> board_from_text("X.O/.X./..O")
    (1, 0, -1, 0, 1, 0, 0, 0, -1)
    """
    letters = text.upper().replace("/", "")
    unknown = sorted(set(letters) - set(PLAYERS))
    if unknown:
        raise ValueError(f"a board is written with X, O and '.', not with {unknown[0]!r}")
    if len(letters) < 4 or isqrt(len(letters)) ** 2 != len(letters):
        raise ValueError(f"a board has n*n squares, such as 9 or 16, not {len(letters)}")
    return tuple(PLAYERS[letter] for letter in letters)


def board_text(board: Iterable[int]) -> str:
    """Write a board on one line.

    >>> board_text((1, 0, -1, 0, 1, 0, 0, 0, -1))
    'X.O.X...O'
    """
    return "".join(SYMBOLS[square] for square in board)


def rows_text(board: Board) -> str:
    """Write a board with its rows apart.

    >>> rows_text((1, 0, -1, 0, 1, 0, 0, 0, -1))
    'X.O/.X./..O'
    """
    text, side = board_text(board), side_length(board)
    return "/".join(text[first : first + side] for first in range(0, len(text), side))


@cache
def lines(side: int) -> tuple[frozenset[int], ...]:
    """Return the rows, columns and diagonals of a board as sets of squares."""
    rows = [frozenset(range(row * side, row * side + side)) for row in range(side)]
    columns = [frozenset(range(column, side * side, side)) for column in range(side)]
    diagonals = [
        frozenset(range(0, side * side, side + 1)),
        frozenset(range(side - 1, side * side - 1, side - 1)),
    ]
    return (*rows, *columns, *diagonals)


@cache
def centre_first(side: int) -> tuple[int, ...]:
    """Return all squares, those on the most lines first; among equals the lowest.

    >>> centre_first(3)
    (4, 0, 2, 6, 8, 1, 3, 5, 7)
    """
    squares = range(side * side)
    return tuple(sorted(squares, key=lambda s: (-sum(s in line for line in lines(side)), s)))


def open_lines(board: Board, player: int) -> int:
    """Estimate a position: each line whose stones are all of one side counts so many for it.

    >>> open_lines((0, -1, 0, 0, 1, 0, 0, 0, 0), 1)
    2
    """
    owners = [[board[square] for square in line] for line in lines(side_length(board))]
    return player * sum(sum(line) for line in owners if len(set(line) - {0}) == 1)


def complete_lines(board: Board, player: int) -> list[frozenset[int]]:
    """Return the lines of which `player` has every square."""
    stones = {square for square, owner in enumerate(board) if owner == player}
    return [line for line in lines(side_length(board)) if line <= stones]


def winner(board: Board) -> int:
    """Return the player who has a complete line, else 0."""
    return next((player for player in (X, O) if complete_lines(board, player)), 0)


def is_over(board: Board) -> bool:
    """Return whether somebody has won or no square is left."""
    return 0 not in board or winner(board) != 0


def legal_squares(board: Board) -> list[int]:
    """Return the empty squares, lowest first."""
    return [square for square, owner in enumerate(board) if owner == 0]


def board_after(board: Board, square: int, player: int) -> Board:
    """Return the board with `player` on `square`."""
    return (*board[:square], player, *board[square + 1 :])


def to_move(board: Board) -> int:
    """Return who is to move in a game that X began."""
    return X if sum(board) == 0 else O


def swapped(board: Board) -> Board:
    """Return the board with X and O exchanged."""
    return tuple(-square for square in board)


def symmetries(side: int) -> list[tuple[int, ...]]:
    """Return the eight rotations and reflections; square `i` of the image is square `p[i]` before.

    The first is the identity.
    """

    def turned(order: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(
            order[(side - 1 - column) * side + row] for row in range(side) for column in range(side)
        )

    def mirrored(order: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(
            order[row * side + side - 1 - column] for row in range(side) for column in range(side)
        )

    images = [tuple(range(side * side))]
    for _ in range(3):
        images.append(turned(images[-1]))
    return images + [mirrored(image) for image in images]
