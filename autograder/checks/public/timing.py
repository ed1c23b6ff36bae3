from autograder.checks.examiner import Examiner
from autograder.checks.parallel_speed import expect_parallel_speed


def check_threads(examiner: Examiner) -> None:
    """Two threads are about as fast as the reference's two.

    All threads must search at the same time: start them all before you join the first, hold no lock
    while you search, and keep nogil=True on minimax.
    """
    expect_parallel_speed(examiner, "threads")


def check_mpi(examiner: Examiner) -> None:
    """Two ranks are about as fast as the reference's two.

    Each rank should search its own share of the squares only.
    """
    expect_parallel_speed(examiner, "mpi")
