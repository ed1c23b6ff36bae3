"""Scaling documents for tests."""

from collections.abc import Mapping, Sequence

from autograder.grading.result import Machine
from autograder.scaling.document import StrongScaling, Timing


def scaling(seconds: Mapping[int, Sequence[float]], **fields: object) -> StrongScaling:
    """Return a document with these times by number of workers."""
    known: dict[str, object] = {
        "engine": "solution",
        "module": "threads",
        "empty": 10,
        "seed": 0,
        "started": "2026-11-21T12:00:00+00:00",
        "machine": Machine(
            system="Linux", python="3.12", cores=2, isolation="plain", mpi="not used"
        ),
        "usable_cores": 4,
        "boards": ("." * 16,) * len(next(iter(seconds.values()))),
        "timings": tuple(
            Timing(workers=count, seconds=tuple(times)) for count, times in seconds.items()
        ),
    }
    return StrongScaling(**{**known, **fields})  # type: ignore[arg-type]
