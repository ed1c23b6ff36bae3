"""Ratios are summed up by what can be said of their median for certain."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.checks.ratios import CONFIDENCE, Ratios, credit, median_interval

ratios = st.floats(0.05, 20)


def coverage(count: int, left_out: int) -> float:
    """Return the chance that the median lies between the order statistics, by counting."""
    outside = sum(math.comb(count, below) for below in range(left_out + 1))
    return 1 - 2 * outside / 2**count


@given(st.lists(ratios, min_size=5, max_size=25))
def test_the_interval_holds_the_median_with_the_stated_confidence(values: list[float]):
    interval = median_interval(values)
    ordered = sorted(values)
    left_out = ordered.index(interval.low)
    assert interval.low <= Ratios(tuple(values)).median <= interval.high
    assert coverage(len(values), left_out) >= CONFIDENCE


def test_five_ratios_are_needed_to_be_confident():
    assert coverage(5, 0) >= CONFIDENCE
    assert coverage(4, 0) < CONFIDENCE


def test_more_ratios_leave_the_strays_out():
    values = [1.0] * 13 + [9.0, 0.1]
    assert median_interval(values).high == 1.0


@given(ratios, ratios)
def test_a_slower_search_never_earns_more(one: float, other: float):
    slow, quick = max(one, other), min(one, other)
    assert credit(slow, 1.5, 3.0) <= credit(quick, 1.5, 3.0)


@pytest.mark.parametrize(
    ("ratio", "earned"), [(0.5, 1.0), (1.5, 1.0), (math.sqrt(1.5 * 3.0), 0.5), (3.0, 0.0)]
)
def test_credit_falls_smoothly_from_all_to_nothing(ratio: float, earned: float):
    assert credit(ratio, 1.5, 3.0) == pytest.approx(earned)


def test_there_is_no_cliff():
    steps = [credit(1.4 + 0.002 * step, 1.4, 1.8) for step in range(210)]
    assert max(before - after for before, after in pairwise(steps)) < 0.01


def test_the_spread_leaves_the_two_worst_out():
    assert Ratios((1.0, 1.1, 0.5, 3.0, 1 / 1.2)).spread == pytest.approx(1.2)


def test_ratios_are_reported_with_their_interval():
    assert str(Ratios((1.8, 1.9, 1.2, 1.7, 1.6))) == "1.70 (median of 5, 1.20 to 1.90)"
