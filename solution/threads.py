"""Part 2: the legal squares shared out among threads.

`minimax` is compiled with `nogil=True`: while one thread searches, the others can too.
"""

import threading

import numpy as np

from .board import board_after, legal_squares
from .serial import Search, minimax


def computer_move(board: np.ndarray, player: int, n_threads: int, search: Search = minimax) -> int:
    """Return the square that the serial `computer_move` returns, found by `n_threads` threads.

    Args:
        board: int8[n*n], a position that is not over. Left unchanged.
        player: +1 or -1, who is to move.
        n_threads: how many threads work at the same time, 1 or more; there may be more threads
            than legal squares.
        search: scores one subtree; call `search(child, -player, 1)` exactly once per legal square.

    Example: on the empty 3x3 board nine calls of `search` are shared out; all nine squares lead to
    a draw, so the answer is the lowest square, 0.

    What to think about:
        - Subtrees differ in size, so let each thread take the next square when it is free
          (dynamic scheduling), rather than dealing the squares out beforehand.
        - Comparing with the best so far and replacing it is one step: do it under a lock
          (a critical section). Do not hold the lock while you search.
        - Give every search a board of its own.

    Trap: threads finish in any order. "Better than the best so far" alone lets the first to finish
    keep a tie; among equal scores the lowest square must win, whoever found it.
    """
    ### BEGIN SOLUTION
    lock = threading.Lock()
    waiting = iter(legal_squares(board))
    best: tuple[int, int] | None = None  # (score, -square): the larger tuple is the better move

    def work() -> None:
        nonlocal best
        while True:
            with lock:
                square = next(waiting, None)
            if square is None:
                return
            score = -search(board_after(board, square, player), -player, 1)
            with lock:
                if best is None or (score, -square) > best:
                    best = (score, -square)

    threads = [threading.Thread(target=work) for _ in range(n_threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return -best[1]
    ### END SOLUTION
