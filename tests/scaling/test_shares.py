"""Shares are what each way of sharing gives, and none beats the bound."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.timeline import list_schedule_makespan
from autograder.errors import UsageError
from autograder.scaling.shares import NODE_SECONDS, shared, shared_subtrees
from autograder.truth.game_tree import subtree_nodes
from autograder.truth.rules import X, board_from_text

costs = st.lists(st.integers(1, 50), max_size=8)
few_costs = st.lists(st.integers(1, 50), min_size=1, max_size=6)
workers = st.integers(1, 5)


def shortest(lengths: list[int], count: int) -> int:
    """Return the makespan of the best of all ways to deal out, tried one by one."""
    return min(
        max(
            sum(length for length, owner in zip(lengths, owners, strict=True) if owner == worker)
            for worker in range(count)
        )
        for owners in product(range(count), repeat=len(lengths))
    )


@given(few_costs, st.integers(1, 3))
def test_no_share_beats_the_best_of_all_and_none_of_all_the_bound(lengths: list[int], count: int):
    best = shortest(lengths, count)
    shares = shared(dict(enumerate(lengths)), count)
    assert shares.dynamic.bound_seconds <= best
    assert all(best <= timeline.makespan for timeline in shares.timelines)
    assert shares.dynamic.makespan <= (2 - 1 / count) * best  # Graham's bound
    assert {timeline.bound_seconds for timeline in shares.timelines} == {
        max(*lengths, sum(lengths) / count)
    }


@given(costs, workers)
def test_each_way_gives_the_makespan_of_its_rule(lengths: list[int], count: int):
    shares = shared(dict(enumerate(lengths)), count)
    blocks = np.array_split(np.array(lengths, dtype=int), count)
    assert shares.blocks.makespan == max(int(block.sum()) for block in blocks)
    assert shares.cyclic.makespan == max(sum(lengths[first::count]) for first in range(count))
    assert shares.dynamic.makespan == list_schedule_makespan(lengths, count)


@given(costs, workers)
def test_every_subtree_is_searched_once_and_nobody_does_two_things_at_once(
    lengths: list[int], count: int
):
    for timeline in shared(dict(enumerate(lengths)), count).timelines:
        assert sorted(task.square for task in timeline.tasks) == list(range(len(lengths)))
        assert len(timeline.workers) == count
        for worker in range(count):
            own = [task for task in timeline.tasks if task.worker == worker]
            assert all(one.end <= other.start for one, other in pairwise(own))


def test_the_dynamic_share_never_lets_a_worker_wait_while_squares_are_left():
    timeline = shared(dict(enumerate([9, 1, 1, 1, 1])), 2).dynamic
    assert [(task.square, task.worker) for task in timeline.tasks] == [
        (0, 0),
        (1, 1),
        (2, 1),
        (3, 1),
        (4, 1),
    ]


def test_a_subtree_is_as_long_as_it_has_nodes():
    board = board_from_text("XX.O....O")
    timeline = shared_subtrees(board, X, 2).dynamic
    taken = {task.square: task.seconds for task in timeline.tasks}
    assert taken == pytest.approx(
        {square: count * NODE_SECONDS for square, count in subtree_nodes(board, X).items()}
    )
    assert timeline.simulated


def test_a_board_with_too_many_nodes_is_refused():
    with pytest.raises(UsageError, match="10 at most"):
        shared_subtrees((0,) * 16, X, 2)
