"""Show how far sharing out would carry, beside what was measured."""

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from autograder.scaling.document import ScalingDocument
from autograder.scaling.simulation import DEPTHS, Carried
from autograder.scaling.speed_up import speed_ups

WHAT = (
    "Each subtree was searched alone, and on paper whoever is free takes the next one: handing out "
    "takes nothing there, and nobody slows anybody down."
)


def simulation_table(document: ScalingDocument, carried: Sequence[Carried]) -> Group:
    """Return the speed-ups on paper, and the measured ones where there are any."""
    real = {one.workers: one.speed_up.median for one in speed_ups(document)}
    table = Table(box=None, header_style="dim")
    table.add_column(document.workers_name, justify="right")
    for plies in DEPTHS:
        table.add_column(f"{plies} {'ply' if plies == 1 else 'plies'} deep", justify="right")
        table.add_column("efficiency", justify="right")
    table.add_column("measured", justify="right")
    for one in carried:
        cells = []
        for plies in DEPTHS:
            speed_up = one.speed_up[plies].median
            cells += [f"{speed_up:.2f}", f"{speed_up / one.workers:.0%}"]
        measured = f"{real[one.workers]:.2f}" if one.workers in real else ""
        table.add_row(f"{one.workers:,}", *cells, measured)
    return Group(Text("Speed-up, replayed from the times of subtrees", "bold"), table, Text(WHAT))
