"""The same move, shared out among more ranks than there are root moves, and the threads of each.

Every rank knows all tasks. Rank 0 deals out their numbers, in a thread of its own, and searches
like the others meanwhile: whoever is free asks for the next task. Each rank searches with as many
threads as OMP_NUM_THREADS says on rank 0.

Rank 0 has to look for requests while it searches, because a message gets on only while its receiver
is in some call of MPI. That takes MPI_THREAD_MULTIPLE, which mpi4py asks for unless told otherwise.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Iterator

import numpy as np
from mpi4py import MPI

from .serial import Search, minimax
from .tasks import best_square, no_bounds, tasks_of
from .threads import search_all

REQUEST, ANSWER = 1, 2
SECONDS_BETWEEN_LOOKS = 0.0003
"""A task takes some milliseconds: so long, and rank 0 hardly notices that it deals."""


def computer_move(board: np.ndarray, player: int, comm: MPI.Comm, search: Search = minimax) -> int:
    """Return the square that the serial `computer_move` returns, on every rank of `comm`."""
    board, player, n_threads = comm.bcast((board, player, _threads_per_rank()), root=0)
    tasks = tasks_of(board, player, comm.size * n_threads)
    bounds = no_bounds(board)
    if comm.rank == 0:
        waiting = deque(range(len(tasks)))
        dealer = threading.Thread(target=_deal, args=(waiting, comm))
        dealer.start()
        search_all((tasks[number] for number in _left(waiting)), bounds, n_threads, search)
        dealer.join()
    else:
        search_all((tasks[number] for number in _asked_for(comm)), bounds, n_threads, search)
    comm.Allreduce(MPI.IN_PLACE, bounds, op=MPI.MIN)
    return best_square(board, bounds)


def _left(waiting: deque[int]) -> Iterator[int]:
    """Take numbers as long as there are any; others may take some too."""
    while waiting:
        # Somebody may have been quicker, and taken the last one.
        try:
            yield waiting.popleft()
        except IndexError:
            return


def _deal(waiting: deque[int], comm: MPI.Comm) -> None:
    """Answer the other ranks, until each has heard that nothing is left."""
    numbers = _left(waiting)
    searching = comm.size - 1
    status = MPI.Status()
    while searching:
        if not comm.iprobe(tag=REQUEST):
            time.sleep(SECONDS_BETWEEN_LOOKS)
            continue
        comm.recv(tag=REQUEST, status=status)
        number = next(numbers, None)
        searching -= number is None
        comm.send(number, dest=status.source, tag=ANSWER)


def _asked_for(comm: MPI.Comm) -> Iterator[int]:
    """Ask rank 0 for numbers as long as there are any."""
    while True:
        number = comm.sendrecv(None, dest=0, sendtag=REQUEST, source=0, recvtag=ANSWER)
        if number is None:
            return
        yield number


def _threads_per_rank() -> int:
    """Return what OMP_NUM_THREADS says, as hybrid programs are used to; 1 if it says nothing."""
    first = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0]
    return max(1, int(first)) if first.isdecimal() else 1
