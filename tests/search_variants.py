"""Plain solutions to the exercises of further study: searches of 3x3 that count their calls."""

import math
import random
from collections.abc import Callable, Iterable
from functools import cache

from autograder.truth.rules import Board, X, board_after, legal_squares, lines, symmetries

EMPTY: Board = (0,) * 9
LINES = [tuple(line) for line in lines(3)]
USUAL = (0, 1, 2, 3, 4, 5, 6, 7, 8)
CENTRE_FIRST = (4, 0, 2, 6, 8, 1, 3, 5, 7)
EDGES_FIRST = (1, 3, 5, 7, 0, 2, 6, 8, 4)
INFINITE = 99
EXPLORING = 1.4

Order = Callable[[Board, int], Iterable[int]]
Key = Callable[[Board], Board]
Estimate = Callable[[Board, int], float]


@cache
def winner(board: Board) -> int:
    return next((board[a] for a, b, c in LINES if board[a] and board[a] == board[b] == board[c]), 0)


def in_order(squares: tuple[int, ...]) -> Order:
    return lambda board, _player: [square for square in squares if board[square] == 0]


def urgent_first(board: Board, player: int) -> list[int]:
    """Squares that win at once, those that keep the opponent from it, then centre first."""

    def urgency(square: int) -> int:
        if winner(board_after(board, square, player)):
            return 0
        return 1 if winner(board_after(board, square, -player)) else 2

    return sorted(in_order(CENTRE_FIRST)(board, player), key=urgency)


def itself(board: Board) -> Board:
    return board


def canonical(board: Board) -> Board:
    return min(tuple(board[square] for square in image) for image in symmetries(3))


def nothing(board: Board, player: int) -> float:
    return 0


def open_lines(board: Board, player: int) -> float:
    mine = sum(all(board[square] != -player for square in line) for line in LINES)
    theirs = sum(all(board[square] != player for square in line) for line in LINES)
    return (mine - theirs) / 10


class AlphaBeta:
    """Alpha-beta with what the exercises add to it.

    Attributes:
        order: in which order the squares are tried.
        key: what a board is remembered as; None remembers nothing.
        limit: plies below the root after which positions are estimated.
        estimate: what a position is worth there.
        calls: how often `score` was entered.
    """

    def __init__(
        self,
        order: Order,
        *,
        key: Key | None = None,
        limit: int = 9,
        estimate: Estimate = nothing,
    ) -> None:
        self.order, self.key, self.limit, self.estimate = order, key, limit, estimate
        self.calls = 0
        self.known: dict[Board, tuple[float, float]] = {}

    def score(
        self,
        board: Board,
        player: int,
        depth: int = 0,
        alpha: float = -INFINITE,
        beta: float = INFINITE,
    ) -> float:
        self.calls += 1
        if winner(board):
            return (10 - depth) * winner(board) * player
        if 0 not in board:
            return 0
        if depth >= self.limit:
            return self.estimate(board, player)
        if self.key is None:
            return self._best(board, player, depth, alpha, beta)
        return self._remembered(board, player, depth, alpha, beta)

    def _remembered(
        self, board: Board, player: int, depth: int, alpha: float, beta: float
    ) -> float:
        name = self.key(board)
        least, most = self.known.get(name, (-INFINITE, INFINITE))
        if least >= beta or least == most:
            return least
        if most <= alpha:
            return most
        best = self._best(board, player, depth, alpha, beta)
        self.known[name] = (
            best if best > alpha else -INFINITE,
            best if best < beta else INFINITE,
        )
        return best

    def _best(self, board: Board, player: int, depth: int, alpha: float, beta: float) -> float:
        best: float = -INFINITE
        for square in self.order(board, player):
            child = board_after(board, square, player)
            best = max(best, -self.score(child, -player, depth + 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


@cache
def plain_calls(board: Board, player: int = X) -> int:
    """Count the calls of minimax, which cuts nothing off."""
    if winner(board):
        return 1
    children = [board_after(board, square, player) for square in legal_squares(board)]
    return 1 + sum(plain_calls(child, -player) for child in children)


def remembered_calls(key: Key) -> tuple[int, int]:
    """Count the calls of a minimax that remembers scores, and the boards that it remembers."""
    known: set[Board] = set()
    calls = 0

    def visit(board: Board, player: int) -> None:
        nonlocal calls
        calls += 1
        if key(board) in known:
            return
        known.add(key(board))
        if not winner(board):
            for square in legal_squares(board):
                visit(board_after(board, square, player), -player)

    visit(EMPTY, X)
    return calls, len(known)


def deepened_calls(board: Board, player: int) -> int:
    """Count the calls of one search after the other, each a ply deeper, until one has a win."""
    total = 0
    for limit in range(1, board.count(0) + 1):
        search = AlphaBeta(in_order(CENTRE_FIRST), limit=limit)
        score = search.score(board, player)
        total += search.calls
        if score > 0:
            break
    return total


def bounded_root_move(board: Board, player: int, squares: tuple[int, ...]) -> tuple[int, int]:
    """Return the move of a loop that hands on its best score as a bound, and the calls."""
    search, best, move = AlphaBeta(in_order(CENTRE_FIRST)), float(-INFINITE), -1
    for square in in_order(squares)(board, player):
        child = board_after(board, square, player)
        score = -search.score(child, -player, 1, -INFINITE, -best)
        if score > best:
            best, move = score, square
    return move, search.calls + 1


class MonteCarlo:
    """UCT: random games, the next one where it promises most."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.tried: dict[tuple[Board, int], int] = {}
        self.won: dict[tuple[Board, int], int] = {}

    def move(self, board: Board, player: int, games: int) -> int:
        for _ in range(games):
            self._play(board, player)
        return max(legal_squares(board), key=lambda square: self.tried.get((board, square), 0))

    def _play(self, board: Board, player: int) -> None:
        steps, fresh = [], False
        while not winner(board) and 0 in board:
            if fresh:
                square = self.luck.choice(legal_squares(board))
            else:
                square, fresh = self._next(board)
                steps.append((board, square, player))
            board, player = board_after(board, square, player), -player
        for board_then, square, mover in steps:
            step = (board_then, square)
            self.tried[step] = self.tried.get(step, 0) + 1
            self.won[step] = self.won.get(step, 0) + winner(board) * mover

    def _next(self, board: Board) -> tuple[int, bool]:
        """Return the square to try, and whether it was never tried before."""
        squares = legal_squares(board)
        fresh = [square for square in squares if (board, square) not in self.tried]
        if fresh:
            return self.luck.choice(fresh), True
        games = math.log(sum(self.tried[board, square] for square in squares))

        def promise(square: int) -> float:
            tried = self.tried[board, square]
            return self.won[board, square] / tried + EXPLORING * math.sqrt(games / tried)

        return max(squares, key=promise), False
