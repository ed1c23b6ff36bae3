"""What follows from the times of a scaling document: speed-up and efficiency, with intervals."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from autograder.checks.ratios import median_interval
from autograder.scaling.amdahl import AmdahlFit, fit_amdahl, karp_flatt
from autograder.scaling.document import ScalingDocument
from autograder.scaling.gustafson import GustafsonFit, fit_gustafson, scaled_serial_share

ENOUGH_REPEATS = 5
"""From here on an interval holds the median with the confidence that `ratios` claims."""


@dataclass(frozen=True)
class Estimate:
    """A median, and the interval between two of the measured values that holds the true one."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Self:
        """Return the estimate from repeated measurements."""
        known = list(values)
        interval = median_interval(known)
        return cls(statistics.median(known), interval.low, interval.high)

    def divided(self, by: float) -> "Estimate":
        """Return all of it as parts of something."""
        return Estimate(self.median / by, self.low / by, self.high / by)


@dataclass(frozen=True)
class SpeedUp:
    """One number of workers beside a single one.

    Attributes:
        growth: how many times as large its trees are.
        seconds: the time of a position.
        speed_up: how many times as many nodes it searches in a second.
        efficiency: that for each worker.
        serial_share: what that speed-up speaks for, by Karp and Flatt's metric where the work is
            strong, by Gustafson's law where it is weak; None for one worker.
    """

    workers: int
    growth: float
    seconds: Estimate
    speed_up: Estimate
    efficiency: Estimate
    serial_share: float | None


def speed_ups(document: ScalingDocument) -> tuple[SpeedUp, ...]:
    """Compare each number of workers with one, position by position: what disturbs both cancels."""
    share_of = karp_flatt if document.scaling == "strong" else scaled_serial_share
    alone = document.timings[0].seconds
    compared = []
    for timing in document.timings:
        pairs = zip(alone, timing.growth, timing.seconds, strict=True)
        speed_up = Estimate.of(growth * one / many for one, growth, many in pairs)
        compared.append(
            SpeedUp(
                workers=timing.workers,
                growth=statistics.median(timing.growth),
                seconds=Estimate.of(timing.seconds),
                speed_up=speed_up,
                efficiency=speed_up.divided(timing.workers),
                serial_share=share_of(speed_up.median, timing.workers),
            )
        )
    return tuple(compared)


def fitted_law(
    document: ScalingDocument, compared: Iterable[SpeedUp]
) -> AmdahlFit | GustafsonFit | None:
    """Fit the law of such work to the medians; None if there is only one worker."""
    fit = fit_amdahl if document.scaling == "strong" else fit_gustafson
    return fit({one.workers: one.speed_up.median for one in compared})
