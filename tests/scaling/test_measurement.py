"""Engines are timed with every number of workers on the same positions, or it is said why not."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from made_notebooks import solved_notebook

from autograder.checks.failure import CheckFailedError
from autograder.scaling.document import SharedModule
from autograder.scaling.measurement import ScalingOptions, measure_scaling


def options(folder: Path, *workers: int, module: SharedModule = "threads") -> ScalingOptions:
    return ScalingOptions(folder, "solution", module, workers, repeats=2, empty=7)


def test_ranks_are_timed_on_every_position_with_every_number(solution_folder: Path):
    seen: list[int] = []
    document = measure_scaling(options(solution_folder, 2, module="mpi"), seen.append)
    assert [timing.workers for timing in document.timings] == [1, 2]
    assert all(0 < s < 60 for timing in document.timings for s in timing.seconds)
    assert [len(timing.seconds) for timing in document.timings] == [2, 2]
    assert len({timing.boards for timing in document.timings}) == 1
    assert [board.count(".") for board in document.timings[0].boards] == [7, 7]
    assert seen == [1, 2]


def test_trees_grow_with_the_workers_if_they_shall(solution_folder: Path):
    what = replace(options(solution_folder, 2, 8), kind="weak")
    document = measure_scaling(what, lambda _: None)
    assert document.scaling == "weak"
    one, two, eight = document.timings
    assert one.growth == (1.0, 1.0)
    assert min(eight.growth) > max(two.growth) > 1
    assert one.boards != eight.boards


def test_threads_in_a_notebook_are_timed(tmp_path: Path):
    (tmp_path / "all.ipynb").write_bytes(solved_notebook())
    document = measure_scaling(options(tmp_path, 2), lambda _: None)
    assert [timing.workers for timing in document.timings] == [1, 2]


def test_an_engine_that_raises_is_not_timed(edited_solution: Callable[..., Path]):
    folder = edited_solution(threads="def computer_move(*_, **__): return 1 / 0\n")
    with pytest.raises(CheckFailedError, match="ZeroDivisionError"):
        measure_scaling(options(folder, 2), print)


def test_a_speed_up_that_changes_the_answer_does_not_count(edited_solution: Callable[..., Path]):
    text = "def computer_move(board, player, n_threads): return n_threads\n"
    with pytest.raises(CheckFailedError, match="same square") as caught:
        measure_scaling(options(edited_solution(threads=text), 2), print)
    assert caught.value.failure.returned == "square 1 with 1, square 2 with 2"
