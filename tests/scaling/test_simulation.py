"""Measured times of subtrees, replayed on workers that do not exist."""

import pytest
from rich.console import Console

from autograder.console.scaling import ScalingFiles, show_scaling
from autograder.errors import UsageError
from autograder.scaling.measurement import ScalingOptions
from autograder.scaling.simulation import cut, measure_costs, replay
from autograder.truth.game_tree import nodes
from autograder.truth.rules import X, board_from_text


def test_subtrees_of_both_depths_are_timed(solution_folder):
    options = ScalingOptions(solution_folder, "solution", "threads", (1,), repeats=2, empty=7)
    seen: list[int] = []
    measured = measure_costs(options, seen.append)
    assert seen == [1, 2]
    for costs in measured:
        assert len(costs[1]) == 7
        assert 7 < len(costs[2]) <= 7 * 6


@pytest.mark.parametrize("text", ["." * 9, "XOX.X.OO.", "XX.OO...."])
def test_the_subtrees_are_the_whole_tree_but_for_its_top(text: str):
    board = board_from_text(text)
    for plies in (1, 2):
        below = sum(nodes(b, player) for b, player, _ in cut(board, X, plies))
        top = nodes(board, X, plies=plies) - len(cut(board, X, plies))
        assert below + top == nodes(board, X)


def test_equal_subtrees_carry_as_far_as_there_are_workers_for_them():
    costs = {1: [6.0] * 3, 2: [1.0] * 18}
    carried = {workers: replay([costs], workers) for workers in (1, 2, 3, 18, 1024)}
    one_ply = {workers: one.speed_up[1].median for workers, one in carried.items()}
    two_plies = {workers: one.speed_up[2].median for workers, one in carried.items()}
    assert one_ply == {1: 1.0, 2: 1.5, 3: 3.0, 18: 3.0, 1024: 3.0}
    assert two_plies == {1: 1.0, 2: 2.0, 3: 3.0, 18: 18.0, 1024: 18.0}


def test_trees_too_small_to_be_timed_are_refused(solution_folder):
    options = ScalingOptions(solution_folder, "solution", "threads", (1,), repeats=1, empty=7)
    with pytest.raises(UsageError, match="--empty 10"):
        show_scaling(options, ScalingFiles(), Console(), simulated=1024)


def test_no_number_of_workers_beats_the_longest_subtree():
    costs = {1: [5.0, 1.0, 1.0], 2: [3.0, 2.0, 1.0, 1.0]}
    assert replay([costs], 1024).speed_up[1].median == pytest.approx(7 / 5)
    assert replay([costs], 1024).speed_up[2].median == pytest.approx(7 / 3)
