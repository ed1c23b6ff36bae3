from autograder.checks.examiner import Examiner
from autograder.checks.positions import (
    double_line_boards,
    full_boards,
    line_boards,
    near_misses,
    win_case,
)
from autograder.checks.prerequisites import SERIAL, WIN


def check_larger_boards(examiner: Examiner) -> None:
    """On 4x4 and 5x5 a whole line is needed, and every line counts.

    Take the side from the length of the board; three in a row is nothing yet on 4x4.
    """
    for side in (4, 5):
        boards = [board for board, _ in line_boards(side)] + near_misses(side)
        examiner.expect(SERIAL, WIN, [win_case(board) for board in boards])


def check_double_lines(examiner: Examiner) -> None:
    """A stone that completes two lines at once wins as well.

    Adding up the lines, or looking for exactly one, goes wrong when a row and a diagonal are full.
    """
    examiner.expect(SERIAL, WIN, [win_case(board) for board in double_line_boards()])


def check_full_boards(examiner: Examiner) -> None:
    """A full board is won or drawn like any other.

    Look for a line first; that no square is left says nothing about who won.
    """
    examiner.expect(SERIAL, WIN, [win_case(board) for board in full_boards()])
