"""How much of a program seems to be serial, judged by its speed-up.

Sources: G. M. Amdahl, "Validity of the single processor approach to achieving large scale computing
capabilities" (AFIPS 1967); A. H. Karp and H. P. Flatt, "Measuring parallel processor performance"
(Communications of the ACM, 1990).
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AmdahlFit:
    """Amdahl's law, fitted to measured speed-ups.

    Attributes:
        serial_share: the part of the work that no second worker makes shorter, 0 to 1.
        unclamped: what least squares gave; below 0 where the speed-up was more than ideal.
    """

    serial_share: float
    unclamped: float

    @property
    def was_clamped(self) -> bool:
        """Whether the fit itself was not between 0 and 1."""
        return self.serial_share != self.unclamped

    @property
    def limit(self) -> float:
        """The speed-up that no number of workers passes."""
        return 1 / self.serial_share if self.serial_share else float("inf")

    def speed_up(self, workers: float) -> float:
        """Return what the law predicts: 1 / (s + (1 - s) / p).

        >>> AmdahlFit(0.5, 0.5).speed_up(2)
        1.3333333333333333
        """
        return 1 / (self.serial_share + (1 - self.serial_share) / workers)


def karp_flatt(speed_up: float, workers: int) -> float | None:
    """Return the serial share that one speed-up speaks for; of one worker none can be told.

    Where it grows with the workers, it is not serial work but the cost of sharing that slows down.

    >>> round(karp_flatt(4 / 3, 2), 6)
    0.5
    """
    if workers == 1:
        return None
    return (1 / speed_up - 1 / workers) / (1 - 1 / workers)


def fit_amdahl(speed_ups: Mapping[int, float]) -> AmdahlFit | None:
    """Fit the serial share s to speed-ups by number of workers; None if there is only one worker.

    1/S(p) - 1/p = s (1 - 1/p) is a straight line through the origin, so least squares has one
    solution. It is clamped to 0..1, since less than nothing cannot be serial, nor more than all.
    """
    points = [(1 - 1 / p, 1 / speed_up - 1 / p) for p, speed_up in speed_ups.items() if p > 1]
    if not points:
        return None
    share = sum(x * y for x, y in points) / sum(x * x for x, _ in points)
    return AmdahlFit(min(1.0, max(0.0, share)), share)
