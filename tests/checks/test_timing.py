"""Ratios of interleaved times decide, and a busy machine decides nothing."""

import os
from itertools import cycle

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
    """The rubric's thresholds, and no engines."""

    def __init__(self) -> None:
        self.thresholds = read_rubric().thresholds()
        self.notes: list[str] = []


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch):
    """Return a function that judges chosen speed-ups on a machine with chosen free cores."""

    def judge(speed_ups: list[float], cores: list[float]) -> None:
        monkeypatch.setattr(timing, "_timed_case", lambda *_: timing_case())
        seconds = {1: cycle(speed_ups), 2: cycle([1.0])}
        monkeypatch.setattr(timing, "_measure", lambda _, __, n: lambda _: next(seconds[n]))
        monkeypatch.setattr(timing, "free_cores", cycle(cores).__next__)
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
        timing.expect_speed_up(FakeExaminer(), "threads")

    return judge


def timing_case() -> timing.Case:
    position = timing.positions_by_size()[0]
    return timing.Case(timing.Call(board=position.board, player=position.player), None, "Timed.")


def test_a_clear_speed_up_passes(judged):
    judged([1.8, 1.9, 1.85], [2.0])


def test_no_speed_up_on_a_quiet_machine_fails(judged):
    with pytest.raises(CheckFailedError, match="not faster"):
        judged([1.0, 1.01, 0.99], [2.0, 1.9])


def test_no_speed_up_on_a_busy_machine_decides_nothing(judged):
    with pytest.raises(CheckInconclusiveError, match="too busy"):
        judged([1.0, 1.01, 0.99], [1.1])


def test_a_machine_that_was_busy_for_a_moment_decides_nothing(judged):
    with pytest.raises(CheckInconclusiveError, match=r"only 1\.2 cores"):
        judged([1.0, 1.01, 0.99], [2.0, 2.0, 1.2, 2.0])


def test_times_that_disagree_decide_nothing(judged):
    with pytest.raises(CheckInconclusiveError, match="too busy"):
        judged([1.0, 1.01, 1.0, 1.7], [2.0])


def test_one_core_decides_nothing(judged, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    with pytest.raises(CheckInconclusiveError, match="one core"):
        timing.expect_speed_up(FakeExaminer(), "mpi")


def test_free_cores_are_at_most_about_two():
    assert 0.3 < free_cores() < 2.8
