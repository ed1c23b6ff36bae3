"""What a rung of the ladder is given besides the board: window, order, counter, perhaps a table."""

from collections.abc import Callable
from threading import Timer  # a student may replace what is in modules, here and below
from typing import Any

from numpy import array, int8, int64, uint8, zeros

SMALL_BOARD = 9
"""Squares of the largest board on which a table lies in room for every key there is."""


class RungCall:
    """The order, the counter and the transposition table of one call.

    A row beyond the last of a table is nobody's memory, and what becomes of the process is luck. So
    on small boards the table is the beginning of a longer one, where such a row can be seen.
    """

    def __init__(self, call: dict[str, Any]) -> None:
        self._call = call
        self._order = array(call["order"], dtype=int64)
        self._nodes = zeros(1, dtype=int64)
        self._rows = call["rows"]
        self._room = zeros((_room(self._rows, len(call["board"])), 3), dtype=int64)

    def arguments(self, function: Callable[..., Any]) -> list[Any]:
        """Return what follows board and player, after the searches that are made before."""
        call = self._call
        usual = [call["depth"], *call["window"], self._order, self._nodes]
        if call["horizon"] is not None:
            return [*usual, *call["horizon"], stop_flag(call["stop_after"])]
        if not self._rows:
            return usual
        table = self._room[: self._rows]
        for search in call["earlier"]:
            board, nodes = array(search["board"], dtype=int8), zeros(1, dtype=int64)
            window = search["window"]
            function(board, search["player"], search["depth"], *window, self._order, nodes, table)
        return [*usual, table]

    def said(self) -> dict[str, Any]:
        """Return what is to be answered of it."""
        beyond = bool(self._room[self._rows :].any())
        return {"nodes": int(self._nodes[0]), "beyond_table": beyond}


def stop_flag(seconds: float | None) -> Any:
    """Return a uint8[1] that says when to stop: it is set while somebody else reads it.

    Args:
        seconds: after which it is set; before the call if 0, never if None.
    """
    flag = zeros(1, dtype=uint8)
    if seconds == 0:
        flag.fill(1)
    elif seconds is not None:
        timer = Timer(seconds, flag.fill, (1,))
        timer.daemon = True
        timer.start()
    return flag


def _room(rows: int, squares: int) -> int:
    return max(rows, 3**squares) if rows and squares <= SMALL_BOARD else rows
