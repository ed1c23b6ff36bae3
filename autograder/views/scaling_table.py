"""Show a scaling document as a table: in the terminal, and as CSV."""

import csv
from io import StringIO

from rich.console import Group
from rich.table import Table
from rich.text import Text

from autograder.scaling.document import ScalingDocument
from autograder.scaling.speed_up import Estimate, fitted_law, speed_ups
from autograder.views.gantt_chart import milliseconds
from autograder.views.scaling_words import cautions, fit_words, percent, scaling_title, times
from autograder.visible_text import visible

CSV_HEAD = (
    "workers,growth,seconds,seconds_low,seconds_high,speed_up,speed_up_low,speed_up_high,"
    "efficiency,efficiency_low,efficiency_high,serial_share"
)

SERIAL_SHARE = {
    "strong": "Serial share: what that speed-up alone speaks for (Karp and Flatt). Where it grows "
    "with the workers, handing out costs more than serial work.",
    "weak": "Tree: how many times as large it is as one worker's. Speed-up: in nodes per second. "
    "Serial share: what that speed-up alone speaks for (Gustafson).",
}


def scaling_table(document: ScalingDocument) -> Group:
    """Return the table and what it comes to."""
    compared = speed_ups(document)
    table = Table(box=None, header_style="dim")
    weak = document.scaling == "weak"
    tree = ("tree",) if weak else ()
    for heading in (document.workers_name, *tree, "time", "speed-up", "efficiency", "serial share"):
        table.add_column(heading, justify="right")
    for one in compared:
        share = "" if one.serial_share is None else f"{one.serial_share:.3f}"
        growth = (f"{one.growth:.2f}",) if weak else ()
        cells = (milliseconds(one.seconds.median), times(one.speed_up), percent(one.efficiency))
        table.add_row(str(one.workers), *growth, *cells, share)
    fit = fitted_law(document, compared)
    lines = [SERIAL_SHARE[document.scaling], fit_words(fit)] if fit else []
    lines += cautions(document, compared)
    title = Text(visible(scaling_title(document)), "bold", overflow="fold")
    return Group(title, table, *map(Text, lines))


def scaling_csv(document: ScalingDocument) -> str:
    """Return a line for each number of workers, times in seconds.

    It holds numbers alone, so that nothing in it can be a formula of a spreadsheet.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEAD.split(","))
    for one in speed_ups(document):
        share = "" if one.serial_share is None else f"{one.serial_share:.6g}"
        estimates = (one.seconds, one.speed_up, one.efficiency)
        writer.writerow(
            [one.workers, f"{one.growth:.6g}", *(n for e in estimates for n in _numbers(e)), share]
        )
    return text.getvalue()


def _numbers(estimate: Estimate) -> list[str]:
    return [f"{number:.6g}" for number in (estimate.median, estimate.low, estimate.high)]
