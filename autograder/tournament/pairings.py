"""Who plays whom: a round robin, each opening played twice so that each side is had by both."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from autograder.truth.rules import Board


@dataclass(frozen=True)
class Pairing:
    """A game to be played; players are numbered in the order in which they were named."""

    x: int
    o: int
    opening: Board


def round_robin(players: int, openings: Sequence[Board]) -> list[Pairing]:
    """Return every game, opening by opening, so that a match that is stopped is even so far.

    >>> [(pairing.x, pairing.o) for pairing in round_robin(2, [(0,) * 9])]
    [(0, 1), (1, 0)]
    """
    return [
        Pairing(x, o, opening)
        for opening in openings
        for one, other in combinations(range(players), 2)
        for x, o in ((one, other), (other, one))
    ]
