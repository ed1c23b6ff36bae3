"""Trace one move of a submission, and draw it."""

from pathlib import Path

from autograder.checks.failure import Failure
from autograder.console.trace import TraceOptions, trace_call
from autograder.notebook.errands.errand import Reply, run
from autograder.notebook.errands.workers import failure_text, require_workers
from autograder.scaling.document import SharedModule
from autograder.views.gantt_svg import gantt_svg


def draw_trace(*, folder: str, caches: str, module: SharedModule, workers: int) -> Reply:
    """Return the picture, or how the move failed.

    Raises:
        UsageError: nobody runs so many workers.
    """
    require_workers([workers])
    traced = trace_call(
        TraceOptions(engine=Path(folder), module=module, workers=workers, caches=Path(caches))
    )
    if isinstance(traced, Failure):
        return {"failure": failure_text(traced), "svg": ""}
    return {"failure": "", "svg": gantt_svg(traced)}


if __name__ == "__main__":
    raise SystemExit(run(draw_trace))
