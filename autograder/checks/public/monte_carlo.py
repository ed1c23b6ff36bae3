from autograder.checks.decisive_positions import decisive, threatened, winning
from autograder.checks.examiner import Examiner
from autograder.checks.playouts import (
    expect_board_unchanged,
    expect_counts,
    expect_focus,
    expect_right_squares,
    expect_seeded,
    expect_stop,
)
from autograder.checks.positions import open_positions, sample


def check_counts(examiner: Examiner) -> None:
    """Every playout begins with one free square, and the one that most began with comes back.

    Squares that were never played come first. Among equals the lowest counts.
    """
    expect_counts(examiner, sample(open_positions(), 60))


def check_wins_and_threats(examiner: Examiner) -> None:
    """A win is taken, and a threat is answered.

    A square is good for whoever plays it: on one level of the tree X, on the next O.
    """
    expect_right_squares(examiner, winning(3, 30), "This wins at once.")
    expect_right_squares(examiner, threatened(3, 30), "Otherwise the opponent wins at once.")


def check_outcomes(examiner: Examiner) -> None:
    """A won position stays won, and a drawn one is not lost.

    With playouts enough the tree sees what random games do not: an opponent who knows better.
    """
    why = "Every other square gives away the win or the draw that the position is worth."
    expect_right_squares(examiner, decisive(100, seed=1), why)


def check_focus(examiner: Examiner) -> None:
    """What does well is played most, and no square is given up.

    That is the formula: won / n for the one, CURIOSITY * sqrt(log(N) / n) for the other.
    """
    expect_focus(examiner, winning(3, 40))


def check_seeded(examiner: Examiner) -> None:
    """The same seed plays the same games, another one others.

    Call np.random.seed(seed) in compiled code, before anything is drawn.
    """
    expect_seeded(examiner)


def check_stop(examiner: Examiner) -> None:
    """Once it is told to stop, no more playouts begin, but one is always made.

    Look at stop[0] after every playout.
    """
    expect_stop(examiner, sample(open_positions(), 20, seed=2))


def check_board_unchanged(examiner: Examiner) -> None:
    """The caller's board is as it was.

    Play every game on a copy.
    """
    expect_board_unchanged(examiner, sample(open_positions(), 20, seed=3))
