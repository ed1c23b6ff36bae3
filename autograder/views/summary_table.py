"""What a TA reads: one line for each submission."""

from rich.table import Table
from rich.text import Text

from autograder.grading.result import Result, parts_of
from autograder.views.check_report import points_text


def summary_table(results: list[Result]) -> Table:
    """Return a table of the submissions' points, by part and in all."""
    parts = parts_of(check for result in results for check in result.checks)
    table = Table(header_style="bold", expand=False)
    table.add_column("submission", overflow="fold")
    for part in parts:
        table.add_column(part, justify="right")
    table.add_column("points", justify="right")
    table.add_column("open", justify="right")
    table.add_column("seconds", justify="right")
    for result in results:
        table.add_row(
            Text(result.submission),
            *(_points_of(result, part) for part in parts),
            Text(f"{points_text(result.points)}/{points_text(result.possible)}", _style(result)),
            points_text(result.undecided) if result.undecided else "",
            f"{result.wall_seconds:.1f}",
        )
    return table


def _points_of(result: Result, part: str) -> str:
    return points_text(sum(check.points for check in result.checks if check.part == part))


def _style(result: Result) -> str:
    if result.with_outcome("error"):
        return "bold red"
    return "green" if result.points == result.possible else "yellow"
