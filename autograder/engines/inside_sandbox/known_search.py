"""A search whose scores were chosen beforehand, to grade the sharing-out and not the search."""

import threading
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt


class KnownSearch:
    """Stand in for `minimax`: look a subtree's score up instead of searching it.

    What happens in the middle of a search is `wait`, called with the square: it takes a while, so
    that the order in which threads finish can be chosen, and may know a score that was not given
    beforehand. A call that the contract does not allow is noted in `complaint` and raises
    ValueError.
    """

    def __init__(
        self,
        board: Sequence[int],
        player: int,
        scores: Iterable[tuple[int, int]],
        wait: Callable[[int], int | None],
    ) -> None:
        self._opponent = -player
        self._wait = wait
        self._subtrees: dict[bytes, tuple[int, int]] = {}
        child = np.array(board, dtype=np.int8)
        for square, score in scores:
            child[square] = player
            self._subtrees[child.tobytes()] = (square, score)
            child[square] = 0
        self._lock = threading.Lock()
        self.complaint: str | None = None
        self.searches: list[tuple[int, int]] = []

    def __call__(self, board: npt.ArrayLike, player: int, depth: int) -> int:
        """Return the chosen score of the subtree below `board`, for `player` to move."""
        before = _squares(board)
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
            self.searches.append((square, int(depth)))
        found = self._wait(square)
        if _squares(board) != before:
            self._complain("the board changed while it was being searched", before)
        return score if found is None else found

    def _complain(self, sentence: str, squares: bytes) -> None:
        owners = np.frombuffer(squares, dtype=np.int8).tolist()
        letters = "".join({0: ".", 1: "X", -1: "O"}.get(owner, "?") for owner in owners)
        with self._lock:
            if self.complaint is None:
                self.complaint = f"{sentence} (board {letters})"
        raise ValueError(self.complaint)


def _squares(board: npt.ArrayLike) -> bytes:
    """Return the squares as one byte each, whatever the type of the array."""
    return np.asarray(board, dtype=np.int8).tobytes()
