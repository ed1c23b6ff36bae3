from autograder.checks.examiner import Examiner
from autograder.checks.positions import (
    crowded_cases,
    large_board_cases,
    lost_cases,
    move_case,
    open_positions,
    sample,
)
from autograder.checks.sharing import expect_moves, expect_worker_counts
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import Question


def check_rank_counts(examiner: Examiner) -> None:
    """1, 3 and 5 ranks find the serial move too.

    Take the number of ranks from the communicator, and mind squares that do not divide evenly.
    """
    expect_worker_counts(examiner, "mpi", (1, 3, 5))


def check_more_ranks_than_squares(examiner: Examiner) -> None:
    """A rank that has nothing to search neither hangs nor wins.

    What an idle rank contributes must lose against every real score, and it must still take part in
    every collective call.
    """
    expect_moves(examiner, "mpi", 5, crowded_cases())


def check_communicator(examiner: Examiner) -> None:
    """The communicator that was passed in is used, not MPI.COMM_WORLD.

    Some ranks of the world may not take part, and a rank may have another number there.
    """
    cases = [move_case(position) for position in sample(open_positions(), 60)]
    question = Question(module="mpi", function="computer_move", communicator="others")
    examiner.expect(EngineKind("mpi", 3), question, cases)


def check_lost_positions(examiner: Examiner) -> None:
    """When every square loses, the one that loses last is played.

    The best so far must start below every score, and scores reach down to -(n*n + 1).
    """
    expect_moves(examiner, "mpi", 2, lost_cases())


def check_four_by_four(examiner: Examiner) -> None:
    """On 4x4 the right square is found as well.

    Nothing may be hard-wired to nine squares: use len(board).
    """
    expect_moves(examiner, "mpi", 2, large_board_cases())
