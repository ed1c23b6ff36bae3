"""Noise decides nothing: points are lost only when the machine was quiet enough to say so."""

import random
from collections.abc import Iterator

import pytest

from autograder.checks.comparison import compare_with_reference, expect_fast_enough
from autograder.checks.failure import CheckFailedError, CheckInconclusiveError, Failure
from autograder.checks.positions import SEED
from autograder.checks.stopwatch import Measured, score_cases
from autograder.checks.thresholds import Scale
from autograder.engines.outcomes import Reply
from autograder.grading.rubric import read_rubric

SCALE = Scale(full=1.4, none=1.8)


class FakeExaminer:
    """The rubric's thresholds, and no engines."""

    def __init__(self) -> None:
        self.thresholds = read_rubric().thresholds()


class FakeEngine:
    processor_seconds = 0.0


class FakeStopwatch:
    """Times that follow a script: the student's, the reference's and the reference's once more."""

    def __init__(self, slowness: float, noise: Iterator[float]) -> None:
        self._slowness, self._noise = slowness, noise
        self.student = FakeEngine()
        self.pairs: list[bool] = []

    def end_other_engines(self) -> None:
        pass

    def ask_student(self, _case: object) -> Reply:
        return Reply((), self._slowness * next(self._noise))

    def ask_reference(self, _case: object) -> Reply:
        return Reply((), next(self._noise))

    def measure(self, case: object, measured: Measured, *, student_first: bool) -> None:
        self.pairs.append(student_first)
        measured.reference_seconds.append(self.ask_reference(case).wall_seconds)
        own = self.ask_student(case).wall_seconds
        measured.ratios.append(own / measured.reference_seconds[-1])

    def measure_again(self, case: object, measured: Measured) -> None:
        again = self.ask_reference(case).wall_seconds
        measured.quiet.append(again / measured.reference_seconds[-1])


def judged(slowness: float, noise: Iterator[float]) -> FakeStopwatch:
    examiner, stopwatch = FakeExaminer(), FakeStopwatch(slowness, noise)
    measured = compare_with_reference(examiner, stopwatch, score_cases(SEED), SCALE)
    expect_fast_enough(examiner, measured, SCALE, lambda ratios: Failure(sentence=str(ratios)))
    return stopwatch


def noise_of(generator: random.Random, spread: float) -> Iterator[float]:
    while True:
        yield generator.lognormvariate(0, spread)


def quiet() -> Iterator[float]:
    return noise_of(random.Random(3), 0.02)


def test_who_is_as_quick_as_the_reference_passes_after_five_pairs_in_turn():
    assert judged(1.0, quiet()).pairs == [True, False, True, False, True]


def test_who_is_slower_on_a_quiet_machine_loses_all_or_a_part():
    with pytest.raises(CheckFailedError) as all_of_it:
        judged(2.5, quiet())
    with pytest.raises(CheckFailedError) as a_part:
        judged(1.6, quiet())
    assert all_of_it.value.credit == 0
    assert 0.1 < a_part.value.credit < 0.9


@pytest.mark.parametrize("spread", [0.2, 0.4, 0.8])
def test_noise_never_takes_a_point_from_who_is_as_quick_as_the_reference(spread: float):
    for seed in range(300):
        try:
            judged(1.0, noise_of(random.Random(seed), spread))
        except CheckInconclusiveError:
            continue


def test_a_slow_search_on_a_noisy_machine_is_not_judged():
    with pytest.raises(CheckInconclusiveError, match="too busy"):
        judged(2.0, noise_of(random.Random(5), 0.5))


def test_work_between_the_questions_is_found():
    measured = Measured(ratios=[1.0] * 5, asked_seconds=1.0, idle_seconds=0.6)
    with pytest.raises(CheckFailedError, match="while nobody asks"):
        expect_fast_enough(FakeExaminer(), measured, SCALE, lambda _: Failure(sentence=""))
