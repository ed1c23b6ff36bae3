"""Scaling documents for tests."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from autograder.grading.result import Machine
from autograder.scaling.document import ScalingDocument, Timing


def scaling(
    seconds: Mapping[int, Sequence[float]],
    growth: Mapping[int, float] = MappingProxyType({}),
    **fields: object,
) -> ScalingDocument:
    """Return a document with these times, and growth of the trees, by number of workers."""
    known: dict[str, object] = {
        "scaling": "strong",
        "engine": "solution",
        "module": "threads",
        "empty": 10,
        "seed": 0,
        "started": "2026-11-21T12:00:00+00:00",
        "machine": Machine(
            system="Linux", python="3.12", cores=2, isolation="plain", mpi="not used"
        ),
        "usable_cores": 4,
        "timings": tuple(
            Timing(
                workers=count,
                boards=("." * 16,) * len(times),
                growth=(growth.get(count, 1.0),) * len(times),
                seconds=tuple(times),
            )
            for count, times in seconds.items()
        ),
    }
    return ScalingDocument(**{**known, **fields})  # type: ignore[arg-type]
