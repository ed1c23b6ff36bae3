"""Share the subtrees of a position among workers on paper: who would search what, when.

A node of the tree takes a microsecond, handing out takes nothing, and nobody disturbs anybody.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass

from autograder.checks.timeline import Task, Timeline
from autograder.errors import UsageError
from autograder.truth.game_tree import subtree_nodes
from autograder.truth.rules import SYMBOLS, Board, rows_text

NODE_SECONDS = 1e-6
MOST_EMPTY = 10
"""Squares of a board whose subtrees are counted: one more takes ten times as long."""


@dataclass(frozen=True)
class Shares:
    """The same subtrees, shared in three ways.

    Attributes:
        title: what is shared among whom.
        blocks: each worker gets neighbouring squares, beforehand.
        cyclic: the squares are dealt out like cards, beforehand.
        dynamic: whoever is free takes the next square.
    """

    title: str
    blocks: Timeline
    cyclic: Timeline
    dynamic: Timeline

    @property
    def timelines(self) -> tuple[Timeline, Timeline, Timeline]:
        """All three, in this order."""
        return self.blocks, self.cyclic, self.dynamic


def shared_subtrees(board: Board, player: int, workers: int) -> Shares:
    """Share the subtrees of a position, each as long as it has nodes.

    Raises:
        UsageError: the board has so many empty squares that counting takes too long.
    """
    if board.count(0) > MOST_EMPTY:
        raise UsageError(
            f"{board.count(0)} empty squares have too many nodes to count: give a board with "
            f"{MOST_EMPTY} at most"
        )
    seconds = {
        square: count * NODE_SECONDS for square, count in subtree_nodes(board, player).items()
    }
    whose = f"{SYMBOLS[player]}'s moves on {rows_text(board)}"
    among = f"{workers} worker{'s' * (workers != 1)}"
    return shared(seconds, workers, title=f"{whose}, shared among {among}")


def shared(seconds: Mapping[int, float], workers: int, *, title: str = "") -> Shares:
    """Share squares that take a known time each, in their order."""
    return Shares(
        title=title,
        blocks=_dealt(seconds, workers, _blocks(len(seconds), workers), "Static, in blocks"),
        cyclic=_dealt(seconds, workers, _turns(len(seconds), workers), "Static, in turn (cyclic)"),
        dynamic=_dynamic(seconds, workers),
    )


def _blocks(tasks: int, workers: int) -> list[int]:
    """Return the owner of each task: blocks as even as can be, the longer ones first."""
    size, longer = divmod(tasks, workers)
    return [worker for worker in range(workers) for _ in range(size + (worker < longer))]


def _turns(tasks: int, workers: int) -> list[int]:
    return [task % workers for task in range(tasks)]


def _dealt(seconds: Mapping[int, float], workers: int, owners: list[int], title: str) -> Timeline:
    free_at = [0.0] * workers
    tasks = []
    for (square, length), worker in zip(seconds.items(), owners, strict=True):
        tasks.append(_task(worker, square, free_at[worker], length))
        free_at[worker] = tasks[-1].end
    return _timeline(title, workers, tasks)


def _dynamic(seconds: Mapping[int, float], workers: int) -> Timeline:
    """Let whoever is free take the next task.

    Source: R. L. Graham, "Bounds for Certain Multiprocessing Anomalies" (1966), list scheduling.
    """
    free = [(0.0, worker) for worker in range(workers)]
    tasks = []
    for square, length in seconds.items():
        start, worker = heapq.heappop(free)
        tasks.append(_task(worker, square, start, length))
        heapq.heappush(free, (tasks[-1].end, worker))
    return _timeline("Dynamic, next to whoever is free", workers, tasks)


def _task(worker: int, square: int, start: float, length: float) -> Task:
    return Task(worker=worker, square=square, score=None, start=start, end=start + length)


def _timeline(title: str, workers: int, tasks: list[Task]) -> Timeline:
    return Timeline(
        title=title,
        workers=tuple(f"worker {number + 1}" for number in range(workers)),
        tasks=tuple(sorted(tasks, key=lambda task: task.start)),
        wall_seconds=max((task.end for task in tasks), default=0.0),
        simulated=True,
    )
