"""What Monte Carlo tree search is given: how many playouts, a seed, and when to stop."""

from typing import Any

from numpy import int64, zeros  # a student may replace the module's
from rung_call import stop_flag  # type: ignore[import-not-found]


class PlayoutsCall:
    """The numbers of one call, and the visits that it counts."""

    def __init__(self, call: dict[str, Any]) -> None:
        self._call = call
        self._visits = zeros(len(call["board"]), dtype=int64)

    def arguments(self, _function: Any) -> list[Any]:
        """Return what follows board and player."""
        stop = stop_flag(self._call["stop_after"])
        return [self._call["playouts"], self._call["seed"], self._visits, stop]

    def said(self) -> dict[str, Any]:
        """Return what is to be answered of it."""
        return {"visits": self._visits.tolist()}
