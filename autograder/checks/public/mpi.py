from autograder.checks.examiner import Examiner
from autograder.checks.messages import expect_few_collectives
from autograder.checks.positions import move_case, open_positions, sample, tie_cases
from autograder.checks.rank_schedules import expect_ranks_together
from autograder.checks.sharing import (
    expect_board_unchanged,
    expect_every_position,
    expect_moves,
    expect_own_search,
    expect_search_calls,
)


def check_every_position(examiner: Examiner) -> None:
    """Two ranks find the serial move on every position that is not over.

    The scores are given here, so your minimax plays no part: look at which rank searches which
    square and how the bests are combined.
    """
    expect_every_position(examiner, "mpi", 2)


def check_only_rank_0_board(examiner: Examiner) -> None:
    """The position comes from rank 0; what the other ranks were given does not matter.

    Broadcast the board and the player before anything else.
    """
    cases = [move_case(position) for position in sample(open_positions(), 200)]
    expect_moves(examiner, "mpi", 2, cases, board_on_root_only=True)


def check_every_rank_answers(examiner: Examiner) -> None:
    """Every rank returns the square, not rank 0 alone.

    Use an allreduce, or broadcast the square at the end.
    """
    cases = [move_case(position) for position in sample(open_positions(), 200)]
    expect_moves(examiner, "mpi", 3, cases, judged="every rank")


def check_ties(examiner: Examiner) -> None:
    """Among equal scores the lowest square wins, whichever rank searched it.

    MAXLOC settles a tie for the lower location: make that the square, not the rank.
    """
    expect_moves(examiner, "mpi", 2, tie_cases())
    expect_moves(examiner, "mpi", 3, tie_cases())


def check_own_search(examiner: Examiner) -> None:
    """With your own minimax, ranks and serial play the same square.

    When `search` is left out, your minimax is used.
    """
    expect_own_search(examiner, "mpi")


def check_search_calls(examiner: Examiner) -> None:
    """`search` is called once for every legal square, on one rank only.

    If every rank searches every square, nothing is shared out.
    """
    expect_search_calls(examiner, "mpi", 2)


def check_board_unchanged(examiner: Examiner) -> None:
    """Rank 0's board is as it was, and the result is an int.

    Give every search a copy of the board.
    """
    expect_board_unchanged(examiner, "mpi")


def check_at_the_same_time(examiner: Examiner) -> None:
    """All ranks search at the same time, each its own share of the squares.

    Communicate before the loop over your squares and after it, not in between.
    """
    expect_ranks_together(examiner)


def check_few_messages(examiner: Examiner) -> None:
    """Collective calls are made once for a move, not once for every square.

    Combine the ranks' bests after the loop.
    """
    expect_few_collectives(examiner)
