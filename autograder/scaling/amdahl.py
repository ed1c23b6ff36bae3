"""Amdahl's law: the speed-up of work that stays the same.

Sources: G. M. Amdahl, "Validity of the single processor approach to achieving large scale computing
capabilities" (AFIPS 1967); A. H. Karp and H. P. Flatt, "Measuring parallel processor performance"
(Communications of the ACM, 1990).
"""

from collections.abc import Mapping

from autograder.scaling.serial_share import SerialShareFit


class AmdahlFit(SerialShareFit):
    """The law, fitted. The serial share is that of the time of one worker."""

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
    """Fit s to speed-ups by number of workers: 1/S(p) - 1/p = s (1 - 1/p); None for one worker."""
    return AmdahlFit.through_origin(
        (1 - 1 / p, 1 / speed_up - 1 / p) for p, speed_up in speed_ups.items() if p > 1
    )
