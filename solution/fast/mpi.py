"""The same move, shared out among more ranks than there are root moves, and the threads of each.

Every rank knows all tasks. Which one is next is a number that lies on rank 0, and that each rank
reads and raises in one step: whoever is free takes the next task, and nobody hands tasks out.
Each rank searches with as many threads as OMP_NUM_THREADS says on rank 0.

Source: the one-sided communication of MPI-3.1, chapter 11 (`MPI_Fetch_and_op` in a passive epoch).
"""

import os
from collections.abc import Iterator

import numpy as np
from mpi4py import MPI

from .serial import Search, minimax
from .tasks import Task, best_square, no_bounds, tasks_of
from .threads import search_all


def computer_move(board: np.ndarray, player: int, comm: MPI.Comm, search: Search = minimax) -> int:
    """Return the square that the serial `computer_move` returns, on every rank of `comm`."""
    board, player, n_threads = comm.bcast((board, player, _threads_per_rank()), root=0)
    tasks = tasks_of(board, player, comm.size * n_threads)
    bounds = no_bounds(board)
    counter = _counter(comm)
    search_all(_taken(tasks, counter), bounds, n_threads, search)
    counter.Unlock_all()
    counter.Free()
    comm.Allreduce(MPI.IN_PLACE, bounds, op=MPI.MIN)
    return best_square(board, bounds)


def _counter(comm: MPI.Comm) -> MPI.Win:
    """Return a number that lies on rank 0, is 0, and may be reached by every rank from now on."""
    counter = MPI.Win.Allocate(8 if comm.rank == 0 else 0, comm=comm)
    if comm.rank == 0:
        counter.Lock(0)
        counter.tomemory()[:] = bytes(8)
        counter.Unlock(0)
    comm.Barrier()
    # Nobody locks others out, so rank 0 need not be asked, which would have to stop searching.
    counter.Lock_all(MPI.MODE_NOCHECK)
    return counter


def _taken(tasks: list[Task], counter: MPI.Win) -> Iterator[Task]:
    """Yield the tasks that this rank takes: always the next one that nobody has taken."""
    one, number = np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    while True:
        counter.Fetch_and_op(one, number, 0, op=MPI.SUM)
        counter.Flush(0)
        if number[0] >= len(tasks):
            return
        yield tasks[number[0]]


def _threads_per_rank() -> int:
    """Return what OMP_NUM_THREADS says, as hybrid programs are used to; 1 if it says nothing."""
    first = os.environ.get("OMP_NUM_THREADS", "").partition(",")[0]
    return max(1, int(first)) if first.isdecimal() else 1
