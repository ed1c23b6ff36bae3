from autograder.checks.decisive_positions import decisive, threatened, winning
from autograder.checks.examiner import Examiner
from autograder.checks.playouts import expect_right_squares


def check_other_positions(examiner: Examiner) -> None:
    """Won positions stay won and drawn ones are not lost, where nobody could prepare for them.

    The positions are drawn anew for every submission.
    """
    why = "Every other square gives away the win or the draw that the position is worth."
    expect_right_squares(examiner, decisive(100, seed=examiner.seed), why)


def check_larger_boards(examiner: Examiner) -> None:
    """On 4x4 and 5x5 boards a win is taken, and a threat is answered.

    The tree and the random games are as large as the board asks for.
    """
    for side in (4, 5):
        expect_right_squares(examiner, winning(side, 15), "This wins at once.")
        expect_right_squares(examiner, threatened(side, 15), "Otherwise the opponent wins at once.")
