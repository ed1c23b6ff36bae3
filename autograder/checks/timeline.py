"""What the workers of one call did: who searched which subtree, from when to when."""

from collections.abc import Sequence

import msgspec


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One subtree, searched by one worker.

    Attributes:
        worker: index into the timeline's workers.
        square: the legal square at the root of the subtree.
        score: for the player who is to move at the root; None if it is not known.
        start: seconds since the call began, as is `end`.
    """

    worker: int
    square: int
    score: int | None
    start: float
    end: float

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.end - self.start


class Traffic(msgspec.Struct, frozen=True, kw_only=True):
    """What one rank said by one MPI call in one line of the student's.

    Attributes:
        rank: of the communicator.
        call: the method's name, such as "bcast".
        file: the student's file; `line` is the line in it.
        count: how often it was called.
        bytes: of all the messages that this rank handed over.
    """

    rank: int
    call: str
    file: str
    line: int
    count: int
    bytes: int


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """One call of `computer_move`, as its workers spent it.

    Attributes:
        title: what was called, in a few words.
        workers: their names, such as "thread 1" or "rank 0".
        tasks: in order of their start.
        wall_seconds: how long the call took, measured from outside.
        simulated: whether the times are those of a clock that the grader moved on.
        cpu_seconds: of each worker, read from outside; empty if it was not read.
        traffic: what was sent, for ranks.
    """

    title: str
    workers: tuple[str, ...]
    tasks: tuple[Task, ...]
    wall_seconds: float
    simulated: bool = False
    cpu_seconds: tuple[float, ...] = ()
    traffic: tuple[Traffic, ...] = ()

    @property
    def total_seconds(self) -> float:
        """The time of all searches together."""
        return sum(task.seconds for task in self.tasks)

    @property
    def longest_seconds(self) -> float:
        """The time of the longest search."""
        return max((task.seconds for task in self.tasks), default=0.0)

    @property
    def makespan(self) -> float:
        """From the beginning of the call to the end of the last search, in seconds."""
        return max((task.end for task in self.tasks), default=0.0)

    @property
    def bound_seconds(self) -> float:
        """No schedule is shorter: the longest search, or an equal share for every worker."""
        return max(self.longest_seconds, self.total_seconds / max(1, len(self.workers)))

    def busy_seconds(self, worker: int) -> float:
        """How long a worker was searching."""
        return sum(task.seconds for task in self.tasks if task.worker == worker)

    def idle_share(self, worker: int) -> float:
        """The part of the makespan in which a worker was not searching, between 0 and 1."""
        return 1.0 - self.busy_seconds(worker) / self.makespan if self.makespan else 0.0

    @property
    def whole_idle_share(self) -> float:
        """The part of the makespan that all workers together were not searching."""
        available = self.makespan * len(self.workers)
        return 1.0 - self.total_seconds / available if available else 0.0


def list_schedule_makespan(seconds: Sequence[float], workers: int) -> float:
    """Return the makespan when every worker takes the next task as soon as it is free.

    Source: R. L. Graham, "Bounds for Certain Multiprocessing Anomalies" (1966), list scheduling.

    >>> list_schedule_makespan([3, 1, 1, 1], 2)
    3
    """
    free_at: list[float] = [0] * workers
    for task in seconds:
        first = min(range(workers), key=free_at.__getitem__)
        free_at[first] += task
    return max(free_at)
