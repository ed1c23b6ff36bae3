"""Engines and C search the same trees in turn, and only right answers count."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.checks.failure import CheckFailedError
from autograder.scaling.search_speed import SpeedOptions, measure_search
from autograder.scaling.yardstick import NAME, compiled_yardstick, why_no_yardstick, yardstick_on
from autograder.truth.rules import board_from_text
from autograder.truth.tables import position_of

GCC = pytest.mark.skipif(why_no_yardstick() is not None, reason="this machine has no gcc")
ROOT = Path(__file__).parents[2]


def options(**engines: Path) -> SpeedOptions:
    return SpeedOptions(engines=engines, repeats=2, empty=6)


@GCC
def test_every_engine_and_c_are_timed_in_every_round(solution_folder: Path):
    rounds: list[None] = []
    measured = measure_search(options(solution=solution_folder), lambda: rounds.append(None))
    assert [one.tree.title for one in measured] == [
        "3x3, all 9 squares empty",
        "4x4, 6 squares empty",
    ]
    assert measured[0].tree.nodes == 549_946
    for one in measured:
        assert list(one.seconds) == [NAME, "solution"]
        assert all(len(times) == 2 and min(times) > 0 for times in one.seconds.values())
    assert len(rounds) == 4


def test_the_fast_engine_is_faster_than_the_plain_one(solution_folder: Path):
    engines = options(solution=solution_folder, fast=solution_folder / "fast")
    seconds = measure_search(engines, lambda: None)[0].seconds
    assert min(seconds["fast"]) < min(seconds["solution"])


def test_a_wrong_score_is_not_timed(edited_solution: Callable[..., Path], solution_folder: Path):
    source = (solution_folder / "serial.py").read_text()
    greedy = edited_solution(serial=source.replace("best = max(best, score)", "best = score"))
    with pytest.raises(CheckFailedError, match="do not agree"):
        measure_search(options(right=solution_folder, wrong=greedy), lambda: None)


def test_an_engine_that_raises_is_not_timed(edited_solution: Callable[..., Path]):
    stub = edited_solution(serial=(ROOT / "starter" / "serial.py").read_text())
    with pytest.raises(CheckFailedError, match="not filled in yet"):
        measure_search(options(stub=stub), lambda: None)


@GCC
@pytest.mark.parametrize("text", ["XOX.X.OO.", "OXXX.O..O", "XXX.OO..."])
def test_the_yardstick_is_right(text: str):
    board = board_from_text(text)
    position = position_of(board)
    assert position is not None
    with (
        compiled_yardstick() as program,
        yardstick_on(program, board, position.player) as yardstick,
    ):
        scores = [yardstick.search()[0] for _ in range(2)]
    assert scores == [position.score_at(0)] * 2
