from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.positions import line_boards, near_misses, open_positions, sample, win_case
from autograder.checks.prerequisites import SERIAL, WIN
from autograder.engines.protocol import Call


def check_lines(examiner: Examiner) -> None:
    """Every row, column and diagonal of 3x3 is recognised, for X and for O.

    There are eight lines: three rows, three columns, two diagonals. Return the player who owns one.
    """
    examiner.expect(SERIAL, WIN, [win_case(board) for board, _ in line_boards(3)])


def check_no_line(examiner: Examiner) -> None:
    """A board without a complete line has no winner.

    Empty lines, lines with a gap and lines that both players share count for nobody: return 0.
    """
    boards = near_misses(3) + [position.board for position in sample(open_positions(), 60)]
    examiner.expect(SERIAL, WIN, [win_case(board) for board in boards])


def check_board_unchanged(examiner: Examiner) -> None:
    """`win` leaves the board as it was and returns an int.

    Only look at the squares; if you need to change something, work on a copy.
    """
    cases = [
        Case(Call(board=board), None, "win may look at the board but not change it.")
        for board, _ in line_boards(3)
    ]
    examiner.expect(SERIAL, WIN, cases, judged="manner")
