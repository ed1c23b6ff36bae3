from autograder.checks.examiner import Examiner
from autograder.checks.look_ups import (
    expect_board_unchanged,
    expect_exchanged,
    expect_found,
    expect_not_there,
)
from autograder.checks.positions import open_positions, sample


def check_found(examiner: Examiner) -> None:
    """A position that stands in the table as it is has the square of its row.

    np.searchsorted finds the row in which its key stands.
    """
    expect_found(examiner, sample(open_positions(), 60), images=False)


def check_images(examiner: Examiner) -> None:
    """A position is found by any of its images, and the square is one of the board's own.

    The row says which place is played in the image with the smallest key.
    """
    expect_found(examiner, sample(open_positions(), 120, seed=1), images=True)


def check_exchanged(examiner: Examiner) -> None:
    """Where X and O have changed places the row is the same.

    `image_key` takes care of that, if it is told who is to move.
    """
    expect_exchanged(examiner, sample(open_positions(), 60, seed=2))


def check_not_there(examiner: Examiner) -> None:
    """What is not in the table is NOT_THERE.

    Where a key would be there may be another one, or no row any more.
    """
    expect_not_there(examiner, sample(open_positions(), 80, seed=3))


def check_board_unchanged(examiner: Examiner) -> None:
    """The caller's board is as it was.

    There is no need to turn it: ask for squares of its images.
    """
    expect_board_unchanged(examiner, sample(open_positions(), 40, seed=4))
