"""Gustafson's law: the speed-up of work that grows with the workers.

Source: J. L. Gustafson, "Reevaluating Amdahl's law" (Communications of the ACM, 1988).
"""

from collections.abc import Mapping

from autograder.scaling.serial_share import SerialShareFit


class GustafsonFit(SerialShareFit):
    """The law, fitted. The serial share is that of the time of all workers together."""

    def speed_up(self, workers: float) -> float:
        """Return what the law predicts: p - s (p - 1).

        >>> GustafsonFit(0.5, 0.5).speed_up(3)
        2.0
        """
        return workers - self.serial_share * (workers - 1)


def scaled_serial_share(speed_up: float, workers: int) -> float | None:
    """Return the serial share that one speed-up speaks for; of one worker none can be told.

    >>> scaled_serial_share(2.0, 3)
    0.5
    """
    if workers == 1:
        return None
    return (workers - speed_up) / (workers - 1)


def fit_gustafson(speed_ups: Mapping[int, float]) -> GustafsonFit | None:
    """Fit s to speed-ups by number of workers: p - S(p) = s (p - 1); None for one worker."""
    return GustafsonFit.through_origin(
        (p - 1, p - speed_up) for p, speed_up in speed_ups.items() if p > 1
    )
