"""What a report says of one check, as plain text for a platform that shows no colours."""

from io import StringIO
from textwrap import dedent

from rich.console import Console

from autograder.grading.result import CheckResult
from autograder.views.check_report import CheckReport
from autograder.visible_text import visible

WIDTH = 88


def check_text(check: CheckResult, command: str = "ttt check") -> str:
    """Return all that the console report says of a check below its first line; "" if nothing.

    Every character in it shows or breaks a line: see `autograder.visible_text`.

    Args:
        check: which one.
        command: that repeats a case, such as "ttt check".
    """
    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    with console.capture() as capture:
        CheckReport(console, command).show_details(check)
    lines = (line.rstrip() for line in visible(capture.get(), keep="\n").split("\n"))
    return dedent("\n".join(lines)).strip("\n")
