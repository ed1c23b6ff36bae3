"""Ratios of times that were measured in turn, and what can be said of them for certain."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 0.93
"""Of the interval for the median; five ratios that agree reach it."""


@dataclass(frozen=True)
class Interval:
    """Between `low` and `high` lies the median, with the confidence above."""

    low: float
    high: float


@dataclass(frozen=True)
class Ratios:
    """The ratios of repeated pairs of times."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.values)

    @property
    def interval(self) -> Interval:
        """The interval for the median.

        Source: the sign test's interval between two order statistics (H. A. David, "Order
        Statistics", section on confidence intervals for quantiles).
        """
        return median_interval(self.values)

    @property
    def spread(self) -> float:
        """How far a ratio strays from 1, up or down, with the two worst left out."""
        strays = sorted(max(ratio, 1 / ratio) for ratio in self.values)
        return strays[max(0, len(strays) - 3)]

    def __str__(self) -> str:
        interval = self.interval
        span = f"{interval.low:.2f} to {interval.high:.2f}"
        return f"{self.median:.2f} (median of {len(self.values)}, {span})"


def median_interval(values: Sequence[float]) -> Interval:
    """Return the narrowest pair of order statistics that is an interval for the median.

    >>> median_interval([3.0, 1.0, 2.0, 5.0, 4.0])
    Interval(low=1.0, high=5.0)
    """
    ordered = sorted(values)
    count = len(ordered)
    left_out, outside = 0, 0.0
    for below in range((count - 1) // 2):
        outside += 2 * math.comb(count, below) / 2**count
        if 1 - outside < CONFIDENCE:
            break
        left_out = below
    return Interval(ordered[left_out], ordered[count - 1 - left_out])


def credit(ratio: float, full: float, none: float) -> float:
    """Return the part of the points for a ratio: 1 up to `full`, 0 from `none`, smooth between.

    The curve is the smoothstep polynomial on the logarithm of the ratio.

    >>> credit(1.0, 1.5, 3.0), credit(3.0, 1.5, 3.0)
    (1.0, 0.0)
    """
    if ratio <= full:
        return 1.0
    if ratio >= none:
        return 0.0
    way = (math.log(ratio) - math.log(full)) / (math.log(none) - math.log(full))
    return 1 - way * way * (3 - 2 * way)
