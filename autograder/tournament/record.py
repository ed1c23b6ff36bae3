"""What became of the games."""

from collections.abc import Iterable
from dataclasses import dataclass

from autograder.tournament.pairings import Pairing
from autograder.truth.rules import O, X

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True)
class Played:
    """One game that is over.

    Attributes:
        pairing: who had which side.
        winner: X, O, or 0 for a draw.
        plies: how many were played after the opening.
        seconds: that X and O thought, in all.
        forfeit: why the loser could not go on; "" if the board decided.
    """

    pairing: Pairing
    winner: int
    plies: int
    seconds: tuple[float, float]
    forfeit: str = ""

    def points(self, player: int) -> float | None:
        """Return what a player has of it: 1, 1/2 or 0; None if it is not one of theirs."""
        if player not in (self.pairing.x, self.pairing.o):
            return None
        if self.winner == 0:
            return DRAW
        return WIN if player == (self.pairing.x if self.winner == X else self.pairing.o) else LOSS

    def opponent(self, player: int) -> int:
        """Return who plays against one of the two."""
        return self.pairing.o if player == self.pairing.x else self.pairing.x


@dataclass(frozen=True)
class Tally:
    """Some games of one player, counted."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many there are."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A point for a win, half of one for a draw."""
        return self.won + self.drawn / 2


def tally(games: Iterable[Played], player: int, opponent: int | None = None) -> Tally:
    """Count a player's games, against one opponent or against all."""
    points = [
        game.points(player)
        for game in games
        if game.points(player) is not None and opponent in (None, game.opponent(player))
    ]
    return Tally(points.count(WIN), points.count(DRAW), points.count(LOSS))


def seconds_per_move(games: Iterable[Played], player: int) -> float:
    """Return what a player thought about a move on average; 0 if it never moved."""
    thought, moves = 0.0, 0
    for game in games:
        for side, sided in ((X, game.pairing.x), (O, game.pairing.o)):
            if sided == player:
                begins = sum(game.pairing.opening) == (0 if side == X else 1)
                thought += game.seconds[0 if side == X else 1]
                moves += (game.plies + begins) // 2
    return thought / moves if moves else 0.0
