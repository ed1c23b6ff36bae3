from autograder.checks.examiner import Examiner
from autograder.checks.rungs import expect_fail_soft, expect_nodes
from autograder.checks.searched_anew import searched_anew, searched_on_larger_boards


def check_any_order(examiner: Examiner) -> None:
    """Whatever order, window and horizon, as many positions are visited as there should be.

    Try the squares in the order that was passed in, all the way down.
    """
    expect_nodes(examiner, "depth_limited", searched_anew("depth_limited", examiner.seed))


def check_larger_boards(examiner: Examiner) -> None:
    """On 4x4 and 5x5 the scores are right too, and no position too many is visited.

    Nothing may be hard-wired to nine squares: use len(board).
    """
    for side in (4, 5):
        rows = searched_on_larger_boards(examiner.seed, side)
        expect_fail_soft(examiner, "depth_limited", rows)
        expect_nodes(examiner, "depth_limited", rows)
