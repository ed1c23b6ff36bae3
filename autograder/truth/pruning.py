"""What the rungs of the ladder return and visit: fail-soft searches of the standard library alone.

They are the second opinion on the solution's, and not part of what students get. The sources are
those that the rungs themselves name.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograder.truth.rules import (
    WON,
    Board,
    board_after,
    legal_squares,
    open_lines,
    side_length,
    symmetries,
    winner,
)


@dataclass(frozen=True)
class Outcome:
    """The score that a search returned, and how many positions it visited."""

    score: int
    nodes: int


Visit = Callable[[Board, int], None]
"""What is told of every visit: the position, and its depth."""


def _untold(_: Board, __: int) -> None:
    """Tell nobody."""


def alpha_beta(
    board: Board,
    player: int,
    depth: int,
    window: tuple[int, int],
    order: Sequence[int],
    *,
    visit: Visit = _untold,
) -> Outcome:
    """Search as rung 1 asks for."""
    visit(board, depth)
    over = _score_if_over(board, player, depth)
    if over is not None:
        return Outcome(over, 1)
    (alpha, beta), best, nodes = window, -_beyond(board), 1
    for square in order:
        if board[square] == 0:
            child = board_after(board, square, player)
            below = alpha_beta(
                child, -player, depth + 1, (-beta, -max(alpha, best)), order, visit=visit
            )
            best, nodes = max(best, -below.score), nodes + below.nodes
            if best >= beta:
                break
    return Outcome(best, nodes)


def negascout(
    board: Board,
    player: int,
    depth: int,
    window: tuple[int, int],
    order: Sequence[int],
    *,
    visit: Visit = _untold,
) -> Outcome:
    """Search as rung 2 asks for."""
    visit(board, depth)
    over = _score_if_over(board, player, depth)
    if over is not None:
        return Outcome(over, 1)
    (alpha, beta), best, nodes = window, -_beyond(board), 1
    for square in order:
        if board[square] != 0:
            continue
        child, sure = board_after(board, square, player), max(alpha, best)
        asked = (-beta, -alpha) if best == -_beyond(board) else (-sure - 1, -sure)
        below = negascout(child, -player, depth + 1, asked, order, visit=visit)
        nodes += below.nodes
        if best > -_beyond(board) and sure < -below.score < beta:
            below = negascout(child, -player, depth + 1, (-beta, below.score), order, visit=visit)
            nodes += below.nodes
        best = max(best, -below.score)
        if best >= beta:
            break
    return Outcome(best, nodes)


def transposition(
    board: Board,
    player: int,
    depth: int,
    window: tuple[int, int],
    order: Sequence[int],
    *,
    visit: Visit = _untold,
) -> Outcome:
    """Search as rung 3 asks for, with an empty table that has room for every position."""
    return _Remembering(order, visit).search(board, player, depth, window)


class _Remembering:
    """Alpha-beta with a table.

    What is known of a position is the lowest and the highest score that it may have as a root, and
    which of the two was found.
    """

    def __init__(self, order: Sequence[int], visit: Visit) -> None:
        self._order, self._visit = order, visit
        self._known: dict[Board, tuple[int | None, int | None]] = {}

    def search(self, board: Board, player: int, depth: int, window: tuple[int, int]) -> Outcome:
        self._visit(board, depth)
        over = _score_if_over(board, player, depth)
        if over is not None:
            return Outcome(over, 1)
        images = symmetries(side_length(board))
        position = min(tuple(board[square] * player for square in image) for image in images)
        alpha, beta = window
        lowest, highest = (
            None if score is None else _plies_later(score, depth)
            for score in self._known.get(position, (None, None))
        )
        if lowest is not None and (lowest == highest or lowest >= beta):
            return Outcome(lowest, 1)
        if highest is not None and highest <= alpha:
            return Outcome(highest, 1)
        best, nodes = -_beyond(board), 1
        for square in self._order:
            if board[square] == 0:
                child = board_after(board, square, player)
                below = self.search(child, -player, depth + 1, (-beta, -max(alpha, best)))
                best, nodes = max(best, -below.score), nodes + below.nodes
                if best >= beta:
                    break
        as_root = _plies_later(best, -depth)
        self._known[position] = (
            None if best <= alpha else as_root,
            None if best >= beta else as_root,
        )
        return Outcome(best, nodes)


def _plies_later(score: int, plies: int) -> int:
    """Return what a score is worth to a search that begins so many plies earlier."""
    return score - plies * ((score > 0) - (score < 0))


def depth_limited(
    board: Board,
    player: int,
    depth: int,
    window: tuple[int, int],
    order: Sequence[int],
    *,
    horizon: tuple[int, int],
) -> Outcome:
    """Search as rung 4 asks for; `horizon` is how many plies there are to it, and the contempt."""
    plies, contempt = horizon
    over = _score_if_over(board, player, depth)
    if over == 0:
        return Outcome(contempt if depth % 2 else -contempt, 1)
    if over is not None:
        return Outcome(over + WON if over > 0 else over - WON, 1)
    if plies == 0:
        return Outcome(open_lines(board, player), 1)
    nearer = (plies - 1, contempt)
    (alpha, beta), best, nodes = window, -WON - _beyond(board), 1
    for square in order:
        if board[square] == 0:
            child = board_after(board, square, player)
            asked = (-beta, -max(alpha, best))
            below = depth_limited(child, -player, depth + 1, asked, order, horizon=nearer)
            best, nodes = max(best, -below.score), nodes + below.nodes
            if best >= beta:
                break
    return Outcome(best, nodes)


SEARCHES = {"alpha_beta": alpha_beta, "negascout": negascout, "transposition": transposition}
"""Those that go on to the end of the game."""


def searched(
    rung: str,
    board: Board,
    player: int,
    window: tuple[int, int],
    order: Sequence[int],
    *,
    horizon: tuple[int, int] | None,
) -> Outcome:
    """Search a position as a rung does; the one with a limit needs its `horizon`."""
    if horizon is None:
        return SEARCHES[rung](board, player, 0, window, order)
    return depth_limited(board, player, 0, window, order, horizon=horizon)


def least_nodes(board: Board, player: int, depth: int = 0) -> int:
    """Return how few positions alpha-beta can visit, were it told the best order everywhere.

    To know what a position is worth, one best square has to be followed, and of every other it has
    to be shown that it is not better: by one answer to it, and all answers to that.

    Source: Knuth and Moore, as above, on the least tree; here it is not a regular one.
    """
    return _Proofs().exact(board, player, depth)


class _Proofs:
    """How few positions show what a position is worth, remembered by position."""

    def __init__(self) -> None:
        self._scores: dict[tuple[Board, int], int] = {}
        self._known: dict[tuple[str, Board, int, int], int] = {}

    def exact(self, board: Board, player: int, depth: int) -> int:
        """Show its score."""
        value = self._score(board, player, depth)
        refuted = {
            child: self._at_least(child, -player, depth + 1, -value)
            for child in _children(board, player)
        }
        best = [c for c in refuted if -self._score(c, -player, depth + 1) == value]
        together = sum(refuted.values())
        return 1 + min(
            (self.exact(c, -player, depth + 1) + together - refuted[c] for c in best), default=0
        )

    def _at_least(self, board: Board, player: int, depth: int, bound: int) -> int:
        """Show that it is worth no less than `bound`: by one square."""
        key = ("at least", board, depth, bound)
        if key not in self._known:
            good = [
                child
                for child in _children(board, player)
                if -self._score(child, -player, depth + 1) >= bound
            ]
            self._known[key] = 1 + min(
                (self._at_most(child, -player, depth + 1, -bound) for child in good), default=0
            )
        return self._known[key]

    def _at_most(self, board: Board, player: int, depth: int, bound: int) -> int:
        """Show that it is worth no more than `bound`: by every square."""
        key = ("at most", board, depth, bound)
        if key not in self._known:
            self._known[key] = 1 + sum(
                self._at_least(child, -player, depth + 1, -bound)
                for child in _children(board, player)
            )
        return self._known[key]

    def _score(self, board: Board, player: int, depth: int) -> int:
        over = _score_if_over(board, player, depth)
        if over is not None:
            return over
        if (board, depth) not in self._scores:
            self._scores[board, depth] = max(
                -self._score(child, -player, depth + 1) for child in _children(board, player)
            )
        return self._scores[board, depth]


def _children(board: Board, player: int) -> list[Board]:
    if winner(board):
        return []
    return [board_after(board, square, player) for square in legal_squares(board)]


def _score_if_over(board: Board, player: int, depth: int) -> int | None:
    owner = winner(board)
    if owner:
        return (len(board) + 1 - depth) * owner * player
    return None if 0 in board else 0


def _beyond(board: Board) -> int:
    """Return a score that no position has."""
    return len(board) + 2
