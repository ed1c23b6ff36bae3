"""The same move, shared out among more ranks than there are root moves, and the threads of each.

Every rank knows all tasks. Which one is next is a number that rank 0 keeps and that each rank reads
and raises in one step, so whoever is free takes the next task and nobody has to hand tasks out.
Each rank searches with as many threads as OMP_NUM_THREADS says.

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
    board, player = comm.bcast((board, player), root=0)
    n_threads = _threads_per_rank()
    tasks = tasks_of(board, player, comm.size * n_threads)
    bounds = no_bounds(board)
    counter = _counter(comm)
    search_all(_taken(tasks, counter), bounds, n_threads, search)
    counter.Free()
    comm.Allreduce(MPI.IN_PLACE, bounds, op=MPI.MIN)
    return best_square(board, bounds)


def _counter(comm: MPI.Comm) -> MPI.Win:
    """Return a number that all ranks can reach; it lies on rank 0, and is 0.

    Memory that MPI allocates itself is reached without rank 0's help, even while it searches.
    """
    counter = MPI.Win.Allocate(8 if comm.rank == 0 else 0, comm=comm)
    if comm.rank == 0:
        counter.Lock(0)
        counter.tomemory()[:] = bytes(8)
        counter.Unlock(0)
    comm.Barrier()
    return counter


def _taken(tasks: list[Task], counter: MPI.Win) -> Iterator[Task]:
    """Yield the tasks that this rank takes: always the next one that nobody has taken."""
    one, number = np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    while True:
        counter.Lock(0)
        counter.Fetch_and_op(one, number, 0, op=MPI.SUM)
        counter.Unlock(0)
        if number[0] >= len(tasks):
            return
        yield tasks[number[0]]


def _threads_per_rank() -> int:
    """Return what whoever starts the ranks says by OMP_NUM_THREADS, as for OpenMP; else 1."""
    return int(os.environ.get("OMP_NUM_THREADS", "1"))
