from autograder.checks.examiner import Examiner
from autograder.checks.positions import large_board_cases, lost_cases
from autograder.checks.sharing import expect_moves, expect_worker_counts


def check_thread_counts(examiner: Examiner) -> None:
    """1, 3, 4 and 16 threads find the serial move too, also when there are fewer squares.

    A thread that finds no square left has nothing to do and must not disturb the others.
    """
    expect_worker_counts(examiner, "threads", (1, 3, 4, 16))


def check_lost_positions(examiner: Examiner) -> None:
    """When every square loses, the one that loses last is played.

    The best so far must start below every score, and scores reach down to -(n*n + 1).
    """
    expect_moves(examiner, "threads", 2, lost_cases())


def check_four_by_four(examiner: Examiner) -> None:
    """On 4x4 the right square is found as well.

    Nothing may be hard-wired to nine squares: use len(board).
    """
    expect_moves(examiner, "threads", 2, large_board_cases())
