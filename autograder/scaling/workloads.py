"""What is searched: the same position by any number of workers, or trees that grow with them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log

from autograder.checks.stopwatch import timed_boards
from autograder.errors import UsageError
from autograder.truth.game_tree import nodes
from autograder.truth.rules import Board, X

CANDIDATES = 3
"""Boards for each repeat among which those of the right size are chosen."""
MOST_EMPTY = 12
"""A tree that is ten times as large again would take minutes."""


@dataclass(frozen=True)
class Workload:
    """One position for each number of workers, X to move.

    Attributes:
        boards: by number of workers.
        growth: how many times as large the tree is as that of one worker.
    """

    boards: Mapping[int, Board]
    growth: Mapping[int, float]


@dataclass(frozen=True)
class _Tree:
    board: Board
    nodes: int


def same_workloads(workers: Sequence[int], empty: int, seed: int, repeats: int) -> list[Workload]:
    """Return positions that every number of workers searches."""
    return [
        Workload(dict.fromkeys(workers, board), dict.fromkeys(workers, 1.0))
        for board, _ in islice(timed_boards(empty, seed), repeats)
    ]


def growing_workloads(
    workers: Sequence[int], empty: int, seed: int, repeats: int
) -> list[Workload]:
    """Return positions whose trees grow with the workers as nearly as boards allow.

    One worker's are the smallest of the trees with `empty` squares. A board with one more empty
    square has about ten times the tree, so that between the two sizes lies a gap; how much a tree
    has really grown stands with it.

    Raises:
        UsageError: the trees of so many workers would be too large.
    """
    pool = _trees(empty, seed, repeats)
    alone = pool[:repeats]
    most = max(workers)
    while most * alone[0].nodes > pool[-1].nodes:
        empty += 1
        if empty > MOST_EMPTY:
            raise UsageError(
                f"trees that grow {most} times would have more than {MOST_EMPTY} empty squares: "
                "give a smaller --empty, or fewer workers"
            )
        pool += _trees(empty, seed, repeats)
    return [_grown(tree, pool, workers) for tree in alone]


def _trees(empty: int, seed: int, repeats: int) -> list[_Tree]:
    """Return some trees of boards with so many empty squares, the smallest first."""
    boards = islice(timed_boards(empty, seed), CANDIDATES * repeats)
    return sorted((_Tree(board, nodes(board, X)) for board, _ in boards), key=_size)


def _size(tree: _Tree) -> int:
    return tree.nodes


def _grown(alone: _Tree, pool: Sequence[_Tree], workers: Sequence[int]) -> Workload:
    trees = {1: alone}
    for count in workers:
        if count > 1:
            trees[count] = min(pool, key=_how_far_from(count * alone.nodes))
    return Workload(
        boards={count: tree.board for count, tree in trees.items()},
        growth={count: tree.nodes / alone.nodes for count, tree in trees.items()},
    )


def _how_far_from(wanted: int) -> Callable[[_Tree], float]:
    return lambda tree: abs(log(tree.nodes / wanted))
