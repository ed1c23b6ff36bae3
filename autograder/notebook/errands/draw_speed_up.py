"""Measure the speed-up of a submission's workers, and draw it."""

from pathlib import Path

from autograder.checks.failure import CheckFailedError
from autograder.errors import UsageError
from autograder.notebook.errands.errand import Reply, run
from autograder.notebook.errands.workers import failure_text, require_workers
from autograder.scaling.document import SharedModule
from autograder.scaling.measurement import ScalingOptions, measure_scaling
from autograder.views.speed_up_svg import speed_up_svg


def draw_speed_up(*, folder: str, caches: str, module: SharedModule, workers: list[int]) -> Reply:
    """Return the picture, or how a move failed.

    Raises:
        UsageError: nobody runs such workers.
    """
    if module not in ("threads", "mpi"):
        raise UsageError(f'choose "threads" or "mpi", not {module!r}')
    require_workers(workers)
    options = ScalingOptions(
        engine=Path(folder),
        name="your answers",
        module=module,
        workers=workers,
        caches=Path(caches),
    )
    try:
        document = measure_scaling(options, lambda _: None)
    except CheckFailedError as error:
        return {"failure": failure_text(error.failure), "svg": ""}
    return {"failure": "", "svg": speed_up_svg(document)}


if __name__ == "__main__":
    raise SystemExit(run(draw_speed_up))
