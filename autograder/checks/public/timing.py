from autograder.checks.examiner import Examiner
from autograder.checks.timing import expect_speed_up


def check_threads(examiner: Examiner) -> None:
    """Two threads are faster than one.

    All threads must search at the same time: start them all before you join the first, hold no lock
    while you search, and keep nogil=True on minimax.
    """
    expect_speed_up(examiner, "threads")


def check_mpi(examiner: Examiner) -> None:
    """Two ranks are faster than one.

    Each rank should search its own share of the squares only.
    """
    expect_speed_up(examiner, "mpi")
