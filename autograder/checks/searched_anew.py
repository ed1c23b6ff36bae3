"""Searches that are drawn for one submission, so that nobody can know their counts."""

import random

from autograder.checks.positions import with_empty
from autograder.engines.protocol import RungName
from autograder.truth.pruned import Pruned
from autograder.truth.pruning import searched
from autograder.truth.rules import WON, Board, O, X, is_over

EMPTY_COUNTS = (5, 6, 7)
FOR_EACH = 8
LOWEST, HIGHEST = -10, 10
CONTEMPTS = (0, 40, -40)


def searched_anew(rung: RungName, seed: int) -> list[Pruned]:
    """Return searches of positions, windows and orders that follow from `seed`."""
    generator = random.Random(f"{seed} {rung}")
    rows = []
    for empty in EMPTY_COUNTS:
        for position in generator.sample(with_empty(empty), FOR_EACH):
            alpha, beta = sorted(generator.sample(range(LOWEST, HIGHEST + 1), 2))
            order = tuple(generator.sample(range(9), 9))
            board, player = position.board, position.player
            horizon = None
            if rung == "depth_limited":
                horizon = (generator.randint(0, 4), generator.choice(CONTEMPTS))
            rows.append(_row(rung, board, player, (alpha, beta), order, horizon=horizon))
    return rows


def searched_on_larger_boards(seed: int, side: int) -> list[Pruned]:
    """Return depth-limited searches that follow from `seed`; one in two sees the game's end."""
    generator = random.Random(f"{seed} {side}")
    decided: list[Pruned] = []
    open_still: list[Pruned] = []
    while len(decided) < FOR_EACH or len(open_still) < FOR_EACH:
        row = _on_larger_board(side, generator)
        alike = decided if abs(row.score) > WON else open_still
        if len(alike) < FOR_EACH:
            alike.append(row)
    return decided + open_still


def _on_larger_board(side: int, generator: random.Random) -> Pruned:
    """Search a board on which two in five squares or more are taken, and no draw is in sight."""
    squares = side * side
    window = (-(WON + squares + 2), WON + squares + 2)
    order = tuple(generator.sample(range(squares), squares))
    board = (X,) * squares
    while is_over(board):
        taken = generator.sample(range(squares), 2 * generator.randint(side, (squares - 4) // 2))
        stones = dict(zip(taken, [X, O] * squares, strict=False))
        board = tuple(stones.get(square, 0) for square in range(squares))
    horizon = (generator.randint(1, 3), generator.choice(CONTEMPTS))
    return _row("depth_limited", board, X, window, order, horizon=horizon)


def _row(
    rung: RungName,
    board: Board,
    player: int,
    window: tuple[int, int],
    order: tuple[int, ...],
    *,
    horizon: tuple[int, int] | None,
) -> Pruned:
    found = searched(rung, board, player, window, order, horizon=horizon)
    return Pruned(board, player, window, order, horizon, found.score, found.nodes)
