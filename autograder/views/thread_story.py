"""Tell a schedule that breaks a submission, line by line."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from autograder.engines.protocol import Step
from autograder.visible_text import visible

STYLES = ("default", "cyan", "magenta", "yellow", "green")
MOST_CHANGES = 2


def thread_story(steps: Sequence[Step]) -> Table:
    """Return a table of which thread ran which line, and what each line changed."""
    table = Table("thread", "line", "what it ran", "then", box=None, header_style="dim")
    table.columns[2].ratio = 1
    table.columns[3].max_width = 24
    before = None
    for step in steps:
        style = STYLES[step.thread % len(STYLES)]
        changes = ", ".join(step.changes[-MOST_CHANGES:])
        table.add_row(
            Text(str(step.thread) if step.thread != before else "", style),
            Text(f"{visible(step.file)}:{step.line}", "dim"),
            Text(visible(step.source), style),
            Text(visible(changes), style),
        )
        before = step.thread
    return table
