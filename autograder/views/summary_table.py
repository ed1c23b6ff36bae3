"""What a TA reads: one line for each submission."""

from rich import box
from rich.table import Table
from rich.text import Text

from autograder.grading.result import Result, parts_of
from autograder.views.check_report import points_text


def summary_table(results: list[Result]) -> Table:
    """Return a table of the submissions' points, by part and in all.

    The column "open" holds points that no check could decide; it is left out where there are none.
    """
    parts = parts_of(check for result in results for check in result.checks)
    some_open = any(result.undecided for result in results)
    table = Table(box=box.SIMPLE, header_style="bold")
    table.add_column("submission", overflow="fold")
    for column in (*parts, *(["open"] if some_open else []), "time", "points"):
        table.add_column(column, justify="right")
    for result in results:
        undecided = [points_text(result.undecided)] if some_open else []
        table.add_row(
            Text(result.submission),
            *(_points_of(result, part) for part in parts),
            *undecided,
            f"{result.wall_seconds:.0f} s",
            Text(f"{points_text(result.points)}/{points_text(result.possible)}", _style(result)),
        )
    return table


def _points_of(result: Result, part: str) -> str:
    return points_text(sum(check.points for check in result.checks if check.part == part))


def _style(result: Result) -> str:
    if result.with_outcome("error"):
        return "bold red"
    return "green" if result.points == result.possible else "yellow"
