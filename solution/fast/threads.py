"""The same move, shared out among more threads than there are root moves."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from .serial import Search, minimax
from .tasks import Task, best_square, no_bounds, tasks_of


def search_all(waiting: Iterator[Task], bounds: np.ndarray, n_threads: int, search: Search) -> None:
    """Let threads take tasks, each the next one when it is free, and note their bounds.

    Args:
        waiting: the tasks; one thread at a time asks for the next.
        bounds: int64[n*n], as `no_bounds` makes them; changed.
        n_threads: how many threads search, 1 or more.
        search: scores one subtree; what it raises is raised here.
    """
    lock = threading.Lock()

    def work() -> None:
        while True:
            with lock:
                task = next(waiting, None)
            if task is None:
                return
            bound = task.bound(search)
            with lock:
                bounds[task.square] = min(bounds[task.square], bound)

    with ThreadPoolExecutor(n_threads) as pool:
        for done in [pool.submit(work) for _ in range(n_threads)]:
            done.result()


def computer_move(board: np.ndarray, player: int, n_threads: int, search: Search = minimax) -> int:
    """Return the square that the serial `computer_move` returns, found by `n_threads` threads."""
    bounds = no_bounds(board)
    search_all(iter(tasks_of(board, player, n_threads)), bounds, n_threads, search)
    return best_square(board, bounds)
