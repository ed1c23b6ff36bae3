"""The fit finds the serial share that is there, where the work grows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.scaling.gustafson import GustafsonFit, fit_gustafson, scaled_serial_share

shares = st.floats(0, 1)


@given(shares, st.sets(st.integers(2, 64), min_size=1, max_size=6))
def test_the_fit_recovers_a_known_serial_share(share: float, workers: set[int]):
    law = GustafsonFit(share, share)
    fit = fit_gustafson({count: law.speed_up(count) for count in {1, *workers}})
    assert fit is not None
    assert fit.serial_share == pytest.approx(share, abs=1e-9)


@given(shares, st.integers(2, 64))
def test_one_speed_up_tells_the_share_too(share: float, workers: int):
    speed_up = GustafsonFit(share, share).speed_up(workers)
    assert scaled_serial_share(speed_up, workers) == pytest.approx(share, abs=1e-9)


def test_more_than_ideal_is_no_serial_share_at_all_and_is_said_to_be_clamped():
    fit = fit_gustafson({2: 2.5})
    assert fit is not None
    assert fit.serial_share == 0
    assert fit.was_clamped


def test_one_worker_tells_nothing():
    assert fit_gustafson({1: 1.0}) is None
    assert scaled_serial_share(1.0, 1) is None
