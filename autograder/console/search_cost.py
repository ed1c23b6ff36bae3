"""How long a plain search takes, and openings that leave a position which can be searched."""

import random
from math import floor, log10, prod

from autograder.assignment.files import LIMITED_RUNGS
from autograder.engines.protocol import RungName
from autograder.truth.rules import Board, board_after, is_over, legal_squares, to_move

SEARCHABLE = 10
"""Empty squares that a plain search finishes in a fraction of a second."""

SECONDS_AT_SEARCHABLE = 0.2
"""Measured for 4x4 with 10 empty squares; one more square multiplies it by about their number."""

YEAR = 31_557_600.0
MOST_YEARS = 1e9
"""That are written out."""

UNITS = (("year", YEAR), ("day", 86_400.0), ("hour", 3_600.0), ("minute", 60.0))


def plain_search_seconds(empty: int) -> float:
    """Estimate the seconds that a plain search of `empty` empty squares takes on one core.

    >>> plain_search_seconds(10), round(plain_search_seconds(12))
    (0.2, 26)
    """
    return SECONDS_AT_SEARCHABLE * prod(range(SEARCHABLE + 1, empty + 1))


def in_words(seconds: float) -> str:
    """Return a duration as people say it.

    >>> in_words(26.4), in_words(1_153_152), in_words(1e12), in_words(1e40)
    ('26 seconds', '13 days', '31,688 years', '10^32 years')
    """
    years = seconds / YEAR
    if years > MOST_YEARS:
        return f"10^{floor(log10(years))} years"
    for name, length in UNITS:
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {name}s"
    return f"{seconds:.0f} seconds" if seconds >= 2 else "a second or two"


def opening_plies(side: int, wanted: int | None, rung: RungName | None) -> int:
    """Return how many plies are played at random before the game starts.

    A search with a limit needs none: it does not go on to the end of the game.
    """
    if wanted is not None:
        return min(wanted, side * side - 1)
    has_limit = rung in LIMITED_RUNGS
    return 0 if has_limit else max(0, side * side - SEARCHABLE)


def random_opening(side: int, plies: int, seed: int) -> Board:
    """Return a position that is not over after `plies` random moves, the same for each seed."""
    generator = random.Random(f"{seed} {side} {plies}")
    while True:
        board: Board = (0,) * (side * side)
        for _ in range(plies):
            if is_over(board):
                break
            board = board_after(board, generator.choice(legal_squares(board)), to_move(board))
        if not is_over(board):
            return board
