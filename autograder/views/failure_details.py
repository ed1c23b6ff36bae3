"""Lay out the details of a failure: the call, what came back, what is right, and why."""

from rich.table import Table
from rich.text import Text

from autograder.checks.failure import Failure
from autograder.visible_text import visible


def failure_details(failure: Failure, *, hint: str = "", again: str = "") -> Table:
    """Return a table of whatever the failure has to say.

    Args:
        failure: what went wrong.
        hint: what helps.
        again: the command that repeats the case.
    """
    rows = {
        "call": failure.call,
        "returned": failure.returned,
        "right": failure.expected,
        "why": failure.why,
        "where": failure.where,
        "hint": hint,
        "printed": failure.printed.strip(),
        "again": again,
    }
    details = Table.grid(padding=(0, 2))
    details.add_column(style="dim", width=8)
    details.add_column()
    for name, text in rows.items():
        if text:
            details.add_row(name, Text(visible(text, keep="\n"), "bold" if name == "again" else ""))
    return details
