"""Rung 6 of the ladder, optional: Monte Carlo tree search, which needs no estimate of a position.

Play games to their end at random, and count who wins. Play those squares more often that did well,
and so the replies to them, and keep a tree of what was played. The more games, the closer it comes
to perfect play, and it can be stopped at any moment.

Fill in `monte_carlo`. `computer_move` is given: threads and ranks play games of their own from the
same position, and what they found is added up. `ttt play --search monte_carlo --threads 2`.

Sources: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo planning" (ECML, 2006), of UCT; G.
Chaslot, M. Winands and J. van den Herik, "Parallel Monte-Carlo tree search" (Computers and Games,
2008), of trees that have no more than their roots in common.
"""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import njit

from .serial import win

PLAYOUTS = 10_000
"""Of each thread and rank for a move, unless the time is up before."""

SECONDS = 5.0
"""That a move may take. Where the time is not used up, it is the same move every time."""

CURIOSITY = 1.4
"""How much a square gains by having been played seldom."""


@njit(nogil=True, cache=True)
def random_winner(game: np.ndarray, mover: int) -> int:
    """Play on at random until the game is over, and return who has won; `game` is changed."""
    winner = win(game)
    while winner == 0 and not game.all():
        free = np.flatnonzero(game == 0)
        game[free[np.random.randint(len(free))]] = mover
        winner = win(game)
        mover = -mover
    return winner


@njit(nogil=True, cache=True)
def monte_carlo(
    board: np.ndarray,
    player: int,
    playouts: int,
    seed: int,
    visits: np.ndarray,
    stop: np.ndarray,
) -> int:
    """Return the square that most playouts began with; among equals the lowest.

    Args:
        board, player: as for `computer_move`; the game is not over, and the board is not changed.
        playouts: how many games are played to their end, 1 or more.
        seed: of all that is random here: `np.random.seed(seed)` comes first.
        visits: int64[n*n], zeros; add 1 to a square for each playout that began with it.
        stop: uint8[1]; as soon as it is not 0 no more playouts begin, but one is always made.

    Every playout goes down the tree, from the board that was given:

        - Where a free square was never played from here, play one of those, whichever.
        - Where all were, play the one with the highest won / n + CURIOSITY * sqrt(log(N) / n). Of
          the `n` games that went on with it, whoever plays it has won `won`, a draw being half a
          win; `N` games came to the board before it.
        - After the first square that is new, or once the game is over, leave the tree: from there
          both sides play at random, which `random_winner` does.
        - Then every square on the way down is told who has won.

    What to think about:
        - Each playout adds one board to the tree at most: arrays of `playouts + 1` rows are enough
          for all of them. Row 0 may be the board that was given.
        - What is good on one level of the tree is bad on the next.

    Trap: a game that is won in the tree is over. Nobody plays on from there.
    """
    ### BEGIN SOLUTION
    np.random.seed(seed)
    squares = len(board)
    children = np.zeros((playouts + 1, squares), dtype=np.int32)  # 0: not in the tree
    games = np.zeros(playouts + 1, dtype=np.int64)
    won = np.zeros(playouts + 1, dtype=np.float64)
    path = np.zeros(squares + 1, dtype=np.int64)
    size = 1
    for _ in range(playouts):
        game, mover, length = board.copy(), player, 0
        is_new = False
        while not is_new and win(game) == 0 and not game.all():
            node, chosen, highest = path[length], -1, -1.0
            for square in range(squares):
                if game[square] == 0:
                    child = children[node, square]
                    if child == 0:
                        chosen, is_new = square, True
                        break
                    rarity = np.sqrt(np.log(games[node]) / games[child])
                    value = won[child] / games[child] + CURIOSITY * rarity
                    if value > highest:
                        chosen, highest = square, value
            if is_new:
                children[node, chosen] = size
                size += 1
            if length == 0:
                visits[chosen] += 1
            length += 1
            path[length] = children[node, chosen]
            game[chosen] = mover
            mover = -mover
        winner = random_winner(game, mover)
        for level in range(length + 1):
            played_by = player if level % 2 == 1 else -player
            games[path[level]] += 1
            won[path[level]] += 0.5 + 0.5 * winner * played_by
        if stop[0] != 0:
            break
    return int(np.argmax(visits))
    ### END SOLUTION


def computer_move(board: np.ndarray, player: int, n_threads: int = 1, comm: Any = None) -> int:
    """Return the square that the threads of all ranks together began with most often.

    As in `mpi.py`, the board and the player of rank 0 are those that count.
    """
    rank = 0
    if comm is not None:
        rank, (board, player) = comm.rank, comm.bcast((board, player))
    stop = np.zeros(1, dtype=np.uint8)

    def visits_of(thread: int) -> np.ndarray:
        visits = np.zeros(len(board), dtype=np.int64)
        monte_carlo(board, player, PLAYOUTS, rank * n_threads + thread, visits, stop)
        return visits

    timer = threading.Timer(SECONDS, stop.fill, [1])
    timer.start()
    try:
        with ThreadPoolExecutor(n_threads) as pool:
            visits = sum(pool.map(visits_of, range(n_threads)))
    finally:
        timer.cancel()
    if comm is not None:
        visits = comm.allreduce(visits)
    return int(np.argmax(visits))
