"""What a TA reads: one line for each submission."""

from rich import box
from rich.table import Table
from rich.text import Text

from autograder.grading.result import Result, parts_of
from autograder.views.check_report import points_text


def summary_table(results: list[Result]) -> Table:
    """Return a table of the submissions' points, by part and in all.

    The column "on top" holds points of extra checks, "open" those that no check could decide; each
    is left out where there are none.
    """
    checks = [check for result in results for check in result.checks]
    parts = parts_of(check for check in checks if not check.extra)
    some_extra = any(check.extra for check in checks)
    some_open = any(result.undecided for result in results)
    # Nine columns stand beside each other in 80.
    table = Table(box=box.SIMPLE, header_style="bold", pad_edge=False, padding=(0, 0, 0, 1))
    table.add_column("submission", overflow="fold")
    extra_columns = [*(["on top"] if some_extra else []), *(["open"] if some_open else [])]
    for column in (*parts, *extra_columns, "time", "points"):
        table.add_column(column, justify="right", no_wrap=True)
    for result in results:
        on_top = [points_text(result.on_top)] if some_extra else []
        undecided = [points_text(result.undecided)] if some_open else []
        table.add_row(
            Text(result.submission),
            *(_points_of(result, part) for part in parts),
            *on_top,
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
    earned = result.points - result.on_top
    return "green" if round(earned, 2) == result.possible else "yellow"
