from autograder.checks.examiner import Examiner
from autograder.checks.positions import open_positions, sample
from autograder.checks.rungs import (
    expect_board_unchanged,
    expect_bounds,
    expect_exact,
    expect_fail_soft,
    expect_nodes_of_table,
)
from autograder.truth.pruned import pruned


def check_exact(examiner: Examiner) -> None:
    """With a window in which every score fits, NegaScout returns what `minimax` does.

    Follow one position by hand, with the window that each call is given.
    """
    expect_exact(examiner, "negascout", sample(open_positions(), 300))


def check_bounds(examiner: Examiner) -> None:
    """With a narrow window the result is the score within it, and an honest bound outside.

    Your window is the opponent's seen from the other side: minus beta comes first, minus alpha
    second. Only what you are sure of may raise alpha.
    """
    expect_bounds(examiner, "negascout", sample(open_positions(), 280, seed=1))


def check_fail_soft(examiner: Examiner) -> None:
    """The best score that was found comes back, also where it lies outside the window.

    Return the best, not alpha and not beta.
    """
    expect_fail_soft(examiner, "negascout", pruned("negascout"))


def check_nodes(examiner: Examiner) -> None:
    """No more and no fewer positions are visited than the window and the order call for.

    Count at the beginning of the function, and stop as soon as the best is not below beta.
    """
    expect_nodes_of_table(examiner, "negascout")


def check_board_unchanged(examiner: Examiner) -> None:
    """The caller's board is as it was, also where the search stopped early.

    Take the stone back before you stop.
    """
    expect_board_unchanged(examiner, "negascout", sample(open_positions(), 40))
