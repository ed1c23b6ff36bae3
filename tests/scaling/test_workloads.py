"""Positions stay the same, or their trees grow with the workers as nearly as boards allow."""

import pytest

from autograder.errors import UsageError
from autograder.scaling.workloads import growing_workloads, same_workloads
from autograder.truth.game_tree import nodes
from autograder.truth.rules import X


def test_the_same_position_is_given_to_all():
    for workload in same_workloads((1, 2, 5), empty=8, seed=3, repeats=4):
        assert len(set(workload.boards.values())) == 1
        assert workload.growth == {1: 1, 2: 1, 5: 1}


def test_what_a_tree_has_grown_is_what_it_has_more_of_nodes():
    workloads = growing_workloads((1, 2, 3, 10), empty=7, seed=1, repeats=3)
    assert len({workload.boards[1] for workload in workloads}) == 3
    for workload in workloads:
        sizes = {count: nodes(board, X) for count, board in workload.boards.items()}
        assert workload.growth == {count: size / sizes[1] for count, size in sizes.items()}
        assert workload.boards[1].count(0) == 7
        assert 1.3 < workload.growth[2] < 4
        assert 5 < workload.growth[10] < 20


def test_trees_that_would_be_too_large_are_refused():
    with pytest.raises(UsageError, match="smaller --empty"):
        growing_workloads((1, 64), empty=12, seed=0, repeats=1)
