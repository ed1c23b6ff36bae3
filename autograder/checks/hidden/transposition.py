from autograder.checks.examiner import Examiner
from autograder.checks.positions import open_positions, sample
from autograder.checks.rungs import expect_exact, expect_nodes
from autograder.checks.searched_anew import searched_anew
from autograder.truth.tables import four_by_four, three_by_three


def check_every_position(examiner: Examiner) -> None:
    """All 5,478 positions have their exact score, at the root and below it.

    A mistake that shows only here is a rare one: look at the board and follow the search by hand.
    """
    expect_exact(examiner, "transposition", three_by_three())
    expect_exact(examiner, "transposition", sample(open_positions(), 100, seed=2), depth=2)


def check_any_order(examiner: Examiner) -> None:
    """Whatever the order and the window, as many positions are visited as there should be.

    Try the squares in the order that was passed in, all the way down.
    """
    expect_nodes(examiner, "transposition", searched_anew("transposition", examiner.seed))


def check_four_by_four(examiner: Examiner) -> None:
    """On 4x4 the scores are exact too.

    Nothing may be hard-wired to nine squares: use len(board).
    """
    expect_exact(examiner, "transposition", four_by_four())
