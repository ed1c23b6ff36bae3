"""The fit finds the serial share that is there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.scaling.amdahl import AmdahlFit, fit_amdahl, karp_flatt

shares = st.floats(0, 1)
counts = st.sets(st.integers(2, 64), min_size=1, max_size=6)


@given(shares, counts)
def test_the_fit_recovers_a_known_serial_share(share: float, workers: set[int]):
    law = AmdahlFit(share, share)
    fit = fit_amdahl({count: law.speed_up(count) for count in {1, *workers}})
    assert fit is not None
    assert fit.serial_share == pytest.approx(share, abs=1e-9)


@given(shares, st.integers(2, 64))
def test_karp_and_flatt_find_the_share_of_a_single_speed_up(share: float, workers: int):
    speed_up = AmdahlFit(share, share).speed_up(workers)
    assert karp_flatt(speed_up, workers) == pytest.approx(share, abs=1e-9)


@given(st.dictionaries(st.integers(2, 64), st.floats(0.1, 64), min_size=1, max_size=6))
def test_the_fit_is_that_of_least_squares(speed_ups: dict[int, float]):
    x = np.array([[1 - 1 / count] for count in speed_ups])
    y = np.array([1 / speed_up - 1 / count for count, speed_up in speed_ups.items()])
    fit = fit_amdahl(speed_ups)
    assert fit is not None
    assert fit.unclamped == pytest.approx(float(np.linalg.lstsq(x, y, rcond=None)[0][0]))
    assert 0 <= fit.serial_share <= 1


def test_more_than_ideal_is_no_serial_share_at_all_and_is_said_to_be_clamped():
    fit = fit_amdahl({2: 2.5})
    assert fit is not None
    assert fit.serial_share == 0
    assert fit.was_clamped
    assert fit.limit == float("inf")


def test_slower_than_one_worker_is_all_serial():
    fit = fit_amdahl({2: 0.5})
    assert fit is not None
    assert fit.serial_share == 1
    assert fit.was_clamped


def test_one_worker_tells_nothing():
    assert fit_amdahl({1: 1.0}) is None
    assert karp_flatt(1.0, 1) is None
