from autograder.checks.examiner import Examiner
from autograder.checks.rounds import expect_own_search


def check_own_search(examiner: Examiner) -> None:
    """With your own search and time enough the square is that of perfect play.

    In the last round the horizon lies behind the last square.
    """
    expect_own_search(examiner, 60)
