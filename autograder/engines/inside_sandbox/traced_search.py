"""A search that notes who searched which subtree, and when."""

import threading
import time
from typing import Any

import numpy as np


class TracedSearch:
    """Call another search and keep, for each call, square, thread, start, end and score."""

    def __init__(self, search: Any, board: np.ndarray) -> None:
        self._search = search
        self._root = board
        self._lock = threading.Lock()
        self.spans: list[tuple[int, int, float, float, int]] = []

    def __call__(self, board: np.ndarray, player: int, depth: int) -> Any:
        """Return what the search returns; one or more plies below the root."""
        whose_turn_at_root = -player if depth % 2 else player
        stones = np.asarray(board)
        added = np.flatnonzero((stones != self._root) & (stones == whose_turn_at_root))
        square = int(added[0]) if len(added) else -1
        start = time.monotonic()
        score = self._search(board, player, depth)
        end = time.monotonic()
        with self._lock:
            for_root = -int(score) if depth % 2 else int(score)
            self.spans.append((square, threading.get_native_id(), start, end, for_root))
        return score
