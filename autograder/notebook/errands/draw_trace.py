"""Trace one move of a submission, and draw it."""

from io import StringIO
from pathlib import Path
from typing import Literal

from rich.console import Console

from autograder.checks.failure import Failure
from autograder.console.trace import TraceOptions, trace_call
from autograder.errors import UsageError
from autograder.notebook.errands.errand import Reply, run
from autograder.views.failure_details import failure_details
from autograder.views.gantt_svg import gantt_svg
from autograder.visible_text import visible

WIDTH = 80
MOST_WORKERS = 64


def draw_trace(
    *, folder: str, caches: str, module: Literal["threads", "mpi"], workers: int
) -> Reply:
    """Return the picture, or how the move failed.

    Raises:
        UsageError: nobody runs so many workers.
    """
    if not 1 <= workers <= MOST_WORKERS:
        raise UsageError(f"choose 1 to {MOST_WORKERS} workers, not {workers}")
    traced = trace_call(
        TraceOptions(engine=Path(folder), module=module, workers=workers, caches=Path(caches))
    )
    if not isinstance(traced, Failure):
        return {"failure": "", "svg": gantt_svg(traced)}
    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(traced.sentence, markup=False)
        console.print(failure_details(traced))
    return {"failure": visible(capture.get(), keep="\n").rstrip(), "svg": ""}


if __name__ == "__main__":
    raise SystemExit(run(draw_trace))
