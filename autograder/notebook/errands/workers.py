"""What the errands that draw workers share: how many there may be, and how a run failed."""

from collections.abc import Iterable
from io import StringIO

from rich.console import Console

from autograder.checks.failure import Failure
from autograder.errors import UsageError
from autograder.views.failure_details import failure_details
from autograder.visible_text import visible

MOST_WORKERS = 64
WIDTH = 80


def require_workers(numbers: Iterable[object]) -> None:
    """See that each is a number of workers.

    Raises:
        UsageError: one is not.
    """
    for number in numbers:
        if not isinstance(number, int) or not 1 <= number <= MOST_WORKERS:
            raise UsageError(f"choose 1 to {MOST_WORKERS} workers, not {number!r}")


def failure_text(failure: Failure) -> str:
    """Return how a run failed, as plain text."""
    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(failure.sentence, markup=False)
        console.print(failure_details(failure))
    lines = visible(capture.get(), keep="\n").rstrip().split("\n")
    return "\n".join(line.rstrip() for line in lines)
