"""How much of a program seems to be serial, judged by its speed-ups: what the laws have in common.

Both laws say that a certain loss is the serial share times a known number, which is a straight line
through the origin, so least squares has one solution. It is clamped to 0..1, since less than
nothing cannot be serial, nor more than all.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class SerialShareFit:
    """A law, fitted to measured speed-ups.

    Attributes:
        serial_share: the part that no second worker makes shorter, 0 to 1.
        unclamped: what least squares gave; below 0 where the speed-up was more than ideal.
    """

    serial_share: float
    unclamped: float

    @classmethod
    def through_origin(cls, points: Iterable[tuple[float, float]]) -> Self | None:
        """Fit loss = share * number to pairs of (number, loss); None if there are none.

        >>> SerialShareFit.through_origin([(1.0, 0.5), (2.0, 1.0)])
        SerialShareFit(serial_share=0.5, unclamped=0.5)
        """
        known = list(points)
        if not known:
            return None
        share = sum(x * y for x, y in known) / sum(x * x for x, _ in known)
        return cls(min(1.0, max(0.0, share)), share)

    @property
    def was_clamped(self) -> bool:
        """Whether the fit itself was not between 0 and 1."""
        return self.serial_share != self.unclamped
