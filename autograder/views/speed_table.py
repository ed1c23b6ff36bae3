"""Show how fast engines search: nodes per second, and how many times as fast as C."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from autograder.scaling.search_speed import SearchTimes
from autograder.scaling.speed_up import Estimate
from autograder.views.gantt_chart import milliseconds
from autograder.views.scaling_words import times
from autograder.visible_text import visible

NOMINAL = (
    "Nodes are those of the whole tree: an engine that leaves some out is the faster for it. What "
    "a question takes is not in the times. In brackets: the interval of the median."
)


def speed_table(measured: Sequence[SearchTimes], *, yardstick: str) -> Group:
    """Return a table for each tree.

    Args:
        measured: the times, those of what the others are compared with first.
        yardstick: what that is called at the head of its column, such as "C".
    """
    shown: list[RenderableType] = []
    for one in measured:
        title = f"{one.tree.title}: {one.tree.nodes:,} nodes"
        shown += [Text(title, "bold"), _table(one, yardstick), Text()]
    return Group(*shown, Text(NOMINAL, "dim"))


def _table(one: SearchTimes, yardstick: str) -> Table:
    table = Table(box=None, header_style="dim")
    table.add_column("engine")
    for heading in ("time", "million nodes/s", f"times as fast as {visible(yardstick)}"):
        table.add_column(Text(heading), justify="right")
    first = next(iter(one.seconds.values()))
    for name, seconds in one.seconds.items():
        taken = Estimate.of(seconds)
        ratio = Estimate.of(a / b for a, b in zip(first, seconds, strict=True))
        rate = one.tree.nodes / taken.median / 1e6
        table.add_row(Text(visible(name)), milliseconds(taken.median), f"{rate:.1f}", times(ratio))
    return table
