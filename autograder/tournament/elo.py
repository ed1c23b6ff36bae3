"""How strong players are, by the games they have played: Elo's scale, with error bars.

That somebody d points stronger scores 1 / (1 + 10 ** (-d / 400)) is the model of Bradley and Terry;
a draw counts as half a win and half a loss. Whoever won everything would be infinitely strong, so
everybody is given two draws against an average player as well.

Sources: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs" (Biometrika,
1952); A. Elo, "The Rating of Chessplayers" (1978); R. Coulom, "Whole-History Rating" (2008), of the
draws that are given.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from autograder.tournament.record import Played

POINTS_PER_UNIT = 400 / log(10)
GIVEN_DRAWS = 2
TWO_SIDED_95 = 1.96
STEPS, CLOSE_ENOUGH = 100, 1e-10


@dataclass(frozen=True)
class Rating:
    """How strong one player is.

    Attributes:
        elo: in points; all players of a match together average 0.
        margin: the true value is within so many points of it, with 95 % confidence, if the games
            say nothing about one another.
    """

    elo: float
    margin: float


def ratings(players: int, games: Sequence[Played]) -> list[Rating]:
    """Rate the players, in their order.

    The log-likelihood is concave, so Newton's method finds its only maximum.
    """
    scored = np.zeros((players, players))  # [i, j]: the points that i has against j
    for game in games:
        for player in (game.pairing.x, game.pairing.o):
            scored[player, game.opponent(player)] += game.points(player) or 0.0
    played = scored + scored.T
    strength = np.zeros(players)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        of_average = 1 / (1 + np.exp(-strength))
        slope = (scored - played * expected).sum(axis=1) + GIVEN_DRAWS * (0.5 - of_average)
        weights = played * expected * expected.T
        curvature = (
            np.diag(weights.sum(axis=1) + GIVEN_DRAWS * of_average * (1 - of_average)) - weights
        )
        step = np.linalg.solve(curvature, slope)
        strength += step
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
    centred = strength - strength.mean()
    spread = np.eye(players) - 1 / players  # what centring does to an error
    errors = np.diag(spread @ np.linalg.inv(curvature) @ spread.T)
    return [
        Rating(POINTS_PER_UNIT * float(one), POINTS_PER_UNIT * TWO_SIDED_95 * sqrt(float(error)))
        for one, error in zip(centred, errors, strict=True)
    ]
