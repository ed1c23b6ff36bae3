"""Searches that are drawn for one submission, so that nobody can know their counts."""

import random

from autograder.checks.positions import with_empty
from autograder.engines.protocol import RungName
from autograder.truth.pruned import Pruned
from autograder.truth.pruning import SEARCHES

EMPTY_COUNTS = (5, 6, 7)
FOR_EACH = 8
LOWEST, HIGHEST = -10, 10


def searched_anew(rung: RungName, seed: int) -> list[Pruned]:
    """Return searches of positions, windows and orders that follow from `seed`."""
    generator = random.Random(f"{seed} {rung}")
    rows = []
    for empty in EMPTY_COUNTS:
        for position in generator.sample(with_empty(empty), FOR_EACH):
            alpha, beta = sorted(generator.sample(range(LOWEST, HIGHEST + 1), 2))
            order = tuple(generator.sample(range(9), 9))
            board, player = position.board, position.player
            found = SEARCHES[rung](board, player, 0, (alpha, beta), order)
            rows.append(Pruned(board, player, (alpha, beta), order, found.score, found.nodes))
    return rows
