"""A search whose scores were chosen beforehand, to grade the sharing-out and not the search."""

import threading
import time
from collections.abc import Iterable, Sequence


class KnownSearch:
    """Stand in for `minimax`: look a subtree's score up instead of searching it.

    Each call takes the pause of its square, so that the order in which threads finish can be
    chosen. A call that the contract does not allow is noted in `complaint` and raises ValueError.
    """

    def __init__(
        self,
        board: Sequence[int],
        player: int,
        scores: Sequence[tuple[int, int]],
        pauses: Sequence[tuple[int, float]],
    ) -> None:
        self._opponent = -player
        self._pauses = dict(pauses)
        self._subtrees: dict[tuple[int, ...], tuple[int, int]] = {}
        for square, score in scores:
            child = list(board)
            child[square] = player
            self._subtrees[tuple(child)] = (square, score)
        self._lock = threading.Lock()
        self.complaint: str | None = None
        self.searches: list[list[int]] = []

    def __call__(self, board: Iterable[int], player: int, depth: int) -> int:
        """Return the chosen score of the subtree below `board`, for `player` to move."""
        before = tuple(int(square) for square in board)
        if before not in self._subtrees:
            self._complain(
                "search was given a board that is not the position plus one stone of the player's",
                before,
            )
        square, score = self._subtrees[before]
        if player != self._opponent:
            self._complain(
                f"search was called for player {player}, but after the move the opponent "
                f"({self._opponent}) is to move",
                before,
            )
        with self._lock:
            self.searches.append([square, int(depth)])
        time.sleep(self._pauses.get(square, 0))
        if tuple(int(square) for square in board) != before:
            self._complain("the board changed while it was being searched", before)
        return score

    def _complain(self, sentence: str, board: Iterable[int]) -> None:
        letters = "".join({0: ".", 1: "X", -1: "O"}.get(square, "?") for square in board)
        with self._lock:
            if self.complaint is None:
                self.complaint = f"{sentence} (board {letters})"
        raise ValueError(self.complaint)
