"""The scaling document: what was measured, of which tables, files and pictures are views.

It is JSON, written by `scaling_json` and read by `read_scaling`; `version` goes up when a field
changes its meaning. The fields are those of the classes below. Nothing in it is computed: medians,
intervals and fits follow from the times.
"""

from pathlib import Path
from typing import Literal

import msgspec

from autograder.errors import UsageError
from autograder.grading.result import Machine

VERSION = 1

SharedModule = Literal["threads", "mpi"]


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """What one number of workers took.

    Attributes:
        workers: how many threads or ranks.
        seconds: of each position, in the order of the document's boards, measured from outside.
    """

    workers: int
    seconds: tuple[float, ...]


class StrongScaling(msgspec.Struct, frozen=True, kw_only=True):
    """The same work, done by more and more workers.

    Attributes:
        engine: the name it goes by.
        module: whether its workers are threads or MPI ranks.
        empty: empty squares of each board; `seed` is what the boards follow from.
        started: when, in ISO 8601, UTC.
        usable_cores: how many the workers could use.
        boards: the positions, each of them searched once by every number of workers.
        timings: fewest workers first; the first is one worker.
    """

    version: int = VERSION
    scaling: Literal["strong"] = "strong"
    engine: str
    module: SharedModule
    empty: int
    seed: int
    started: str
    machine: Machine
    usable_cores: int
    boards: tuple[str, ...]
    timings: tuple[Timing, ...]

    @property
    def workers_name(self) -> str:
        """What the workers are called."""
        return "threads" if self.module == "threads" else "ranks"


def scaling_json(document: StrongScaling) -> str:
    """Return the document as it is written to a file."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def read_scaling(path: Path) -> StrongScaling:
    """Read a document back.

    Raises:
        UsageError: it is not a scaling document of this version, or not a whole one.
    """
    try:
        document = msgspec.json.decode(path.read_bytes(), type=StrongScaling)
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} is not a scaling document: {error}") from error
    if document.version != VERSION:
        raise UsageError(
            f"{path} is a scaling document of version {document.version}, this kit reads {VERSION}:"
            " measure again"
        )
    lengths = {len(timing.seconds) for timing in document.timings}
    times = [seconds for timing in document.timings for seconds in timing.seconds]
    one_first = document.timings and document.timings[0].workers == 1
    if not one_first or lengths != {len(document.boards)} or min(times, default=0.0) <= 0:
        raise UsageError(f"{path} is not a whole scaling document: measure again")
    return document
