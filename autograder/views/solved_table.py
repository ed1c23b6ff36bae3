"""Show what it took to solve a board, search by search."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group
from rich.table import Table
from rich.text import Text

from autograder.views.gantt_chart import milliseconds

MINIMAX_ON_THREE = 549_946
LEAST_ON_THREE = 1_452
"""Positions that alpha-beta visits on the empty 3x3 board in any order, if it has no table and does
not know of lines that are not full yet."""

WHAT = (
    "Scores and positions are what the engine says (but for minimax, which does not count), times "
    "are the grader's. Threads and ranks choose a move: every subtree is searched by itself."
)


@dataclass(frozen=True)
class Solved:
    """One search of a board.

    Attributes:
        search: its name.
        score: of the board, for the player to move.
        nodes: how many positions it visited.
        seconds: how long it took.
        moves: seconds that `computer_move` took with it, for each kind of engine; None if it
            failed.
    """

    search: str
    score: int
    nodes: int
    seconds: float
    moves: tuple[float | None, ...] = ()


def solved_table(
    title: str, solved: Sequence[Solved], columns: Sequence[str], *, least: int | None
) -> Group:
    """Return the table.

    Args:
        title: what was solved, and whose searches they are.
        solved: a row each.
        columns: heads of the columns of `moves`.
        least: positions that any order has to visit; None if nobody knows.
    """
    table = Table(box=None, header_style="dim")
    table.add_column("search")
    for heading in ("score", "positions", "time", *columns):
        table.add_column(heading, justify="right")
    for one in solved:
        table.add_row(
            one.search,
            str(one.score),
            f"{one.nodes:,}",
            milliseconds(one.seconds),
            *("-" if seconds is None else milliseconds(seconds) for seconds in one.moves),
        )
    if least is not None:
        table.add_row(Text("least of any order alone", "dim"), "", Text(f"{least:,}", "dim"))
    return Group(Text(title, "bold"), table, Text(), Text(WHAT, "dim"))
