from autograder.checks.examiner import Examiner
from autograder.checks.positions import open_positions, sample
from autograder.checks.rungs import (
    expect_board_unchanged,
    expect_bounds,
    expect_exact,
    expect_fail_soft,
    expect_nodes_of_table,
)
from autograder.checks.transpositions import (
    expect_crowded,
    expect_mirrored,
    expect_other_depths,
    expect_other_windows,
)
from autograder.truth.pruned import pruned


def check_exact(examiner: Examiner) -> None:
    """With a window in which every score fits, the search returns what `minimax` does.

    Only a row that holds the score itself may answer for it.
    """
    expect_exact(examiner, "transposition", sample(open_positions(), 300))


def check_bounds(examiner: Examiner) -> None:
    """With a narrow window the result is the score within it, and an honest bound outside.

    Compare the best score with the alpha and beta that you were given, not with raised ones.
    """
    expect_bounds(examiner, "transposition", sample(open_positions(), 280, seed=1))


def check_fail_soft(examiner: Examiner) -> None:
    """The best score that was found comes back, also where it lies outside the window.

    Return the best, or what the table knows; not alpha and not beta.
    """
    expect_fail_soft(examiner, "transposition", pruned("transposition"))


def check_nodes(examiner: Examiner) -> None:
    """No more and no fewer positions are visited than the window, the order and the table call for.

    Count at the beginning of the function, and believe all that the table can answer.
    """
    expect_nodes_of_table(examiner, "transposition")


def check_other_depths(examiner: Examiner) -> None:
    """A position that is met at another depth than before has the score of its new depth.

    Store the score as if the position were the root, and count the depth in when you read it.
    """
    positions = [p for p in open_positions() if p.score != 0 and p.empty <= 5]
    expect_other_depths(examiner, sample(positions, 120))


def check_other_windows(examiner: Examiner) -> None:
    """A bound that an earlier search left is believed where it answers the question, only there.

    A lower bound answers if it is at least beta, an upper one if it is at most alpha.
    """
    expect_other_windows(examiner, sample(open_positions(), 280, seed=4))


def check_mirrored(examiner: Examiner) -> None:
    """An image of a position that was searched before is not searched again.

    `key_of` gives all images the same key: keep what you know in the row of that key.
    """
    expect_mirrored(examiner, sample(open_positions(), 120, seed=5))


def check_crowded(examiner: Examiner) -> None:
    """In a table with few rows no position is taken for another one.

    Look at the key before you believe a row.
    """
    expect_crowded(examiner, sample(open_positions(), 120, seed=6))


def check_board_unchanged(examiner: Examiner) -> None:
    """The caller's board is as it was, also where the search stopped early.

    Take the stone back before you stop.
    """
    expect_board_unchanged(examiner, "transposition", sample(open_positions(), 40))
