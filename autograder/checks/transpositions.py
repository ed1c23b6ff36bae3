"""What a search with a transposition table is asked besides: what it may believe of its table.

In each case a first search fills the table that the second one is given.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle

import msgspec

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import Failure
from autograder.checks.positions import SEED, score_case
from autograder.checks.rungs import (
    NARROW_WINDOWS,
    dishonest,
    expect_each,
    miscounted,
    whole_window,
    window_text,
)
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Earlier
from autograder.truth.rules import Board, board_text, side_length, symmetries
from autograder.truth.tables import Position

DEPTHS = ((0, 2), (3, 0), (1, 4), (2, 1))
"""Of the first search and of the second; a position with so many stones can be there."""

FEW_ROWS = (1, 5, 37)


def expect_other_depths(examiner: Examiner, positions: Iterable[Position]) -> None:
    """Search a position at one depth and then at another: the second time one visit is enough."""
    cases = []
    for position, (before, now) in zip(positions, cycle(DEPTHS), strict=False):
        case = whole_window("transposition", score_case(position, now))
        cases.append(_after(case, position.board, position.player, depth=before))
    expect_each(examiner, "transposition", cases, _searched_again)


def expect_other_windows(examiner: Examiner, positions: Iterable[Position]) -> None:
    """Search a position with a narrow window first, and then with another, or with the widest."""
    windows = [
        (first, second)
        for first in NARROW_WINDOWS
        for second in (*NARROW_WINDOWS, None)
        if first != second
    ]
    cases = []
    for position, (first, second) in zip(positions, cycle(windows), strict=False):
        case = whole_window("transposition", score_case(position))
        if second is not None:
            call = msgspec.structs.replace(case.call, window=second)
            case = replace(case, call=call, label=window_text(second))
        cases.append(_after(case, position.board, position.player, window=first))
    expect_each(examiner, "transposition", cases, dishonest)


def expect_mirrored(examiner: Examiner, positions: Iterable[Position]) -> None:
    """Search a position and then an image of it, also with X and O exchanged: one visit is enough.

    Raises:
        CheckFailedError: the image is searched, or another score comes back.
    """
    generator = random.Random(SEED)
    cases = []
    for position in positions:
        image = generator.choice(symmetries(side_length(position.board))[1:])
        colour = generator.choice((1, -1))
        board = tuple(position.board[square] * colour for square in image)
        case = whole_window("transposition", score_case(position))
        cases.append(_after(case, board, position.player * colour))
    expect_each(examiner, "transposition", cases, _searched_again)


def _searched_again(case: Case, reply: Reply) -> Failure | None:
    found = dishonest(case, reply) or miscounted(reply, 1)
    if found is None:
        return None
    why = (
        "The table knows this position, or an image of it that is worth the same, and the depth of "
        "the search is all that has to be counted in."
    )
    return msgspec.structs.replace(found, why=why)


def expect_crowded(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Search with a table of so few rows that positions push one another out."""
    cases = []
    for position, rows in zip(positions, cycle(FEW_ROWS), strict=False):
        case = whole_window("transposition", score_case(position))
        call = msgspec.structs.replace(case.call, rows=rows)
        cases.append(replace(case, call=call, label=f"rows={rows}"))
    expect_each(examiner, "transposition", cases, dishonest)


def _after(
    case: Case,
    board: Board,
    player: int,
    *,
    depth: int = 0,
    window: tuple[int, int] | None = None,
) -> Case:
    """Return the case with a search that is made before it, with the same table."""
    first = Earlier(board=board, player=player, depth=depth, window=window or case.call.window)
    call = msgspec.structs.replace(case.call, earlier=(first,))
    before = f"before={board_text(board)}/depth={depth}/{window_text(first.window)}"
    return replace(case, call=call, label=",".join(filter(None, (case.label, before))))
