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

VERSION = 2

SharedModule = Literal["threads", "mpi"]
ScalingKind = Literal["strong", "weak"]


class Timing(msgspec.Struct, frozen=True, kw_only=True):
    """What one number of workers took.

    Attributes:
        workers: how many threads or ranks.
        boards: the positions, one for each repeat.
        growth: how many times as large the tree of each is as the one that a single worker searched
            in the same repeat: 1 where the work is strong.
        seconds: of each position, measured from outside.
    """

    workers: int
    boards: tuple[str, ...]
    growth: tuple[float, ...]
    seconds: tuple[float, ...]


class ScalingDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The work of more and more workers.

    Attributes:
        scaling: "strong" if all search the same positions, "weak" if these grow with the workers.
        engine: the name it goes by.
        module: whether its workers are threads or MPI ranks.
        empty: empty squares of one worker's boards; `seed` is what all boards follow from.
        started: when, in ISO 8601, UTC.
        usable_cores: how many the workers could use.
        timings: fewest workers first; the first is one worker.
    """

    version: int = VERSION
    scaling: ScalingKind
    engine: str
    module: SharedModule
    empty: int
    seed: int
    started: str
    machine: Machine
    usable_cores: int
    timings: tuple[Timing, ...]

    @property
    def workers_name(self) -> str:
        """What the workers are called."""
        return "threads" if self.module == "threads" else "ranks"

    @property
    def positions(self) -> int:
        """How many positions each number of workers searched."""
        return len(self.timings[0].boards)

    @property
    def is_whole(self) -> bool:
        """Whether one worker comes first, and there is a time and a tree for every position."""
        if not self.timings or self.timings[0].workers != 1:
            return False
        columns = [column for t in self.timings for column in (t.boards, t.growth, t.seconds)]
        numbers = [number for t in self.timings for number in (*t.growth, *t.seconds)]
        return {len(column) for column in columns} == {self.positions} and min(
            numbers, default=0
        ) > 0


def scaling_json(document: ScalingDocument) -> str:
    """Return the document as it is written to a file."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def read_scaling(path: Path) -> ScalingDocument:
    """Read a document back.

    Raises:
        UsageError: it is not a scaling document of this version, or not a whole one.
    """
    try:
        document = msgspec.json.decode(path.read_bytes(), type=ScalingDocument)
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} is not a scaling document: {error}") from error
    if document.version != VERSION:
        raise UsageError(
            f"{path} is a scaling document of version {document.version}, this kit reads {VERSION}:"
            " measure again"
        )
    if not document.is_whole:
        raise UsageError(f"{path} is not a whole scaling document: measure again")
    return document
