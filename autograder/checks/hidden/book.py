from autograder.checks.examiner import Examiner
from autograder.checks.look_ups import expect_found, expect_own_table, larger_positions
from autograder.checks.positions import open_positions


def check_own_table(examiner: Examiner) -> None:
    """In the table that your own search makes, every square is one of the best.

    It holds the first moves on 3x3, and all positions with four free squares or fewer.
    """
    rows = [p for p in open_positions() if p.empty <= 4 or p.empty >= 7]
    expect_own_table(examiner, rows)


def check_larger_boards(examiner: Examiner) -> None:
    """Positions of larger boards are found by their images too.

    The side of the board is not always three.
    """
    for side in (4, 5):
        expect_found(examiner, larger_positions(side, 60), images=True)
