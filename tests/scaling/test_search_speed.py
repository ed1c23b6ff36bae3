"""Engines and C search the same trees in turn, and only right answers count."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import GCC

from autograder.checks.failure import CheckFailedError
from autograder.errors import GraderError
from autograder.scaling import yardstick as yardstick_module
from autograder.scaling.search_speed import SpeedOptions, measure_search
from autograder.scaling.yardstick import (
    NAME,
    NoYardstickError,
    compile_yardstick,
    yardstick_on,
)
from autograder.truth.rules import board_from_text
from autograder.truth.tables import position_of

ROOT = Path(__file__).parents[2]


def options(caches: Path, **engines: Path) -> SpeedOptions:
    return SpeedOptions(engines=engines, repeats=2, empty=6, caches=caches)


@GCC
def test_every_engine_and_c_are_timed_in_every_round(solution_folder: Path, tmp_path: Path):
    rounds: list[None] = []
    yardstick = compile_yardstick(tmp_path)
    engines = options(tmp_path, solution=solution_folder)
    measured = measure_search(engines, yardstick, lambda: rounds.append(None))
    assert [one.tree.title for one in measured] == [
        "3x3, all 9 squares empty",
        "4x4, 6 squares empty",
    ]
    assert measured[0].tree.nodes == 549_946
    for one in measured:
        assert list(one.seconds) == [NAME, "solution"]
        assert all(len(times) == 2 and min(times) > 0 for times in one.seconds.values())
    assert len(rounds) == 4


def test_the_fast_engine_is_faster_than_the_plain_one(solution_folder: Path, tmp_path: Path):
    engines = options(tmp_path, solution=solution_folder, fast=solution_folder / "fast")
    seconds = measure_search(engines, None, lambda: None)[0].seconds
    assert min(seconds["fast"]) < min(seconds["solution"])


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("best = max(best, score)", "best = score"), ("return best\n", "return 0\n")],
)
def test_who_does_not_know_the_scores_is_not_timed(
    right: str,
    wrong: str,
    edited_solution: Callable[..., Path],
    solution_folder: Path,
    tmp_path: Path,
):
    source = (solution_folder / "serial.py").read_text()
    assert right in source
    engine = edited_solution(serial=source.replace(right, wrong))
    with pytest.raises(CheckFailedError):
        measure_search(options(tmp_path, wrong=engine), None, lambda: None)


def test_an_engine_that_raises_is_not_timed(edited_solution: Callable[..., Path], tmp_path: Path):
    stub = edited_solution(serial=(ROOT / "starter" / "serial.py").read_text())
    with pytest.raises(CheckFailedError, match="not filled in yet"):
        measure_search(options(tmp_path, stub=stub), None, lambda: None)


@GCC
@pytest.mark.parametrize("text", ["XOX.X.OO.", "OXXX.O..O", "XXX.OO..."])
def test_the_yardstick_is_right(text: str, tmp_path: Path):
    board = board_from_text(text)
    position = position_of(board)
    assert position is not None
    with yardstick_on(compile_yardstick(tmp_path), board, position.player) as yardstick:
        scores = [yardstick.search()[0] for _ in range(2)]
    assert scores == [position.score_at(0)] * 2


@GCC
def test_a_program_that_ends_early_is_told_in_a_sentence(tmp_path: Path):
    with yardstick_on(compile_yardstick(tmp_path), (0,) * 9, 1) as yardstick:
        yardstick._process.kill()
        yardstick._process.wait()
        with pytest.raises(GraderError, match="yardstick ended"):
            yardstick.search()


@pytest.mark.parametrize("compiler", ["no-such-compiler", "false"])
def test_without_a_working_compiler_it_is_said_why(
    compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(yardstick_module, "COMPILER", compiler)
    with pytest.raises(NoYardstickError, match="yardstick"):
        compile_yardstick(tmp_path)
