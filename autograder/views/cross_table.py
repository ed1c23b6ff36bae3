"""Show who did how well against whom: a cross table in the terminal, and every game as CSV."""

import csv
from collections.abc import Sequence
from io import StringIO

from rich.console import Group
from rich.table import Table
from rich.text import Text

from autograder.tournament.elo import Rating, ratings
from autograder.tournament.record import Played, seconds_per_move, tally
from autograder.truth.rules import O, X, board_text
from autograder.views.gantt_chart import milliseconds
from autograder.views.spreadsheet_text import harmless
from autograder.visible_text import visible

WHAT = (
    "Points against each: a win is 1, a draw is ½. Elo averages 0; the true value lies within ± "
    "with 95% confidence, if the games say nothing about one another."
)
CSV_HEAD = "x,o,opening,winner,plies,x_seconds,o_seconds,forfeit"


def cross_table(names: Sequence[str], games: Sequence[Played]) -> Group:
    """Return the table, the strongest first."""
    rated = ratings(len(names), games)
    order = sorted(range(len(names)), key=lambda player: -rated[player].elo)
    table = Table(box=None, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("engine", overflow="fold")
    for heading in ("Elo", "won", "drawn", "lost", *map(str, _places(names)), "a move"):
        table.add_column(heading, justify="right")
    for place, player in enumerate(order, start=1):
        total = tally(games, player)
        against = ["·" if other == player else _points(games, player, other) for other in order]
        table.add_row(
            str(place),
            Text(visible(names[player])),
            _elo(rated[player]),
            *map(str, (total.won, total.drawn, total.lost)),
            *against,
            milliseconds(seconds_per_move(games, player)),
        )
    return Group(table, Text(WHAT, "dim"))


def _places(names: Sequence[str]) -> range:
    return range(1, len(names) + 1)


def _elo(rating: Rating) -> str:
    """Write a rating with its margin.

    >>> _elo(Rating(12.4, 80.2)), _elo(Rating(-0.2, 5.0))
    ('+12 ±80', '0 ±5')
    """
    whole = round(rating.elo)
    return f"{whole:+d} ±{rating.margin:.0f}" if whole else f"0 ±{rating.margin:.0f}"


def _points(games: Sequence[Played], player: int, other: int) -> str:
    """Return what a player has against another, such as "5½"."""
    whole, half = divmod(tally(games, player, other).points, 1)
    return f"{whole:.0f}½" if half and whole else "½" if half else f"{whole:.0f}"


def games_csv(names: Sequence[str], games: Sequence[Played]) -> str:
    """Return a line for each game, in the order in which they were played."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEAD.split(","))
    for game in games:
        pairing = game.pairing
        winner = {X: "X", O: "O"}.get(game.winner, "draw")
        times = [f"{seconds:.6f}" for seconds in game.seconds]
        players = [harmless(names[player]) for player in (pairing.x, pairing.o)]
        opening, forfeit = board_text(pairing.opening), harmless(game.forfeit)
        writer.writerow([*players, opening, winner, game.plies, *times, forfeit])
    return text.getvalue()
