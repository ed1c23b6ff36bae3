"""Ratios of interleaved times decide, and a busy machine decides nothing."""

import os

import pytest

from autograder.checks import timing
from autograder.checks.failure import CheckFailedError, CheckInconclusiveError
from autograder.checks.timing import Ratios, free_cores, interleaved_ratios
from autograder.grading.rubric import read_rubric


def test_the_order_is_turned_round_each_time():
    calls = []
    ratios = interleaved_ratios(
        lambda: calls.append("a") or 4.0, lambda: calls.append("b") or 2.0, repeats=4
    )
    assert "".join(calls) == "abbaabba"
    assert ratios.values == (2.0,) * 4


def test_a_ratio_is_reported_with_its_spread():
    assert str(Ratios((1.8, 1.9, 1.2))) == "1.80 (median of 3, 1.20 to 1.90)"


class FakeExaminer:
    """Times that were chosen, in place of engines."""

    def __init__(self, speed_ups: list[float]) -> None:
        self.thresholds = read_rubric().thresholds()
        self.notes: list[str] = []
        self.speed_ups = iter(speed_ups)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch):
    """Return a function that judges chosen speed-ups on a machine with chosen free cores."""

    def judge(speed_ups: list[float], cores: float) -> None:
        monkeypatch.setattr(timing, "_timed_case", lambda *_: timing_case())
        monkeypatch.setattr(timing, "_measure", lambda *_: lambda _: 1.0)
        monkeypatch.setattr(timing, "interleaved_ratios", lambda *_: Ratios(tuple(speed_ups)))
        monkeypatch.setattr(timing, "free_cores", lambda: cores)
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
        timing.expect_speed_up(FakeExaminer(speed_ups), "threads")

    return judge


def timing_case() -> timing.Case:
    position = timing.positions_by_size()[0]
    return timing.Case(timing.Call(board=position.board, player=position.player), None, "Timed.")


def test_a_clear_speed_up_passes(judged):
    judged([1.8, 1.9, 1.85], 2.0)


def test_no_speed_up_on_a_quiet_machine_fails(judged):
    with pytest.raises(CheckFailedError, match="not faster"):
        judged([1.0, 1.01, 0.99], 2.0)


def test_no_speed_up_on_a_busy_machine_decides_nothing(judged):
    with pytest.raises(CheckInconclusiveError, match="too busy"):
        judged([1.0, 1.01, 0.99], 1.1)


def test_times_that_disagree_decide_nothing(judged):
    with pytest.raises(CheckInconclusiveError, match="too busy"):
        judged([1.0, 1.01, 1.7], 2.0)


def test_one_core_decides_nothing(judged, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    with pytest.raises(CheckInconclusiveError, match="one core"):
        timing.expect_speed_up(FakeExaminer([]), "mpi")


def test_free_cores_are_at_most_about_two():
    assert 0.3 < free_cores() < 2.8
