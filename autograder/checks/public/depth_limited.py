from autograder.checks.examiner import Examiner
from autograder.checks.horizons import expect_estimates, expect_finished, expect_stop
from autograder.checks.positions import open_positions, sample
from autograder.checks.rungs import expect_board_unchanged, expect_fail_soft, expect_nodes_of_table
from autograder.truth.pruned import pruned
from autograder.truth.tables import three_by_three


def check_finished(examiner: Examiner) -> None:
    """Where the horizon lies behind the last square, the end of the game decides.

    WON comes on top of a win, and of a loss with its sign. What a draw is worth depends on whose it
    is: at an even depth the player of depth 0 is to move.
    """
    expect_finished(examiner, sample(open_positions(), 300))


def check_estimates(examiner: Examiner) -> None:
    """With no plies left the position is estimated, unless the game is over.

    First look whether somebody has won, then whether the board is full, and then at the plies.
    """
    expect_estimates(examiner, sample(three_by_three(), 300, seed=1))


def check_fail_soft(examiner: Examiner) -> None:
    """The best score that was found comes back, whatever the window and the horizon.

    Every ply brings the horizon one nearer. Return the best, not alpha and not beta.
    """
    expect_fail_soft(examiner, "depth_limited", pruned("depth_limited"))


def check_nodes(examiner: Examiner) -> None:
    """No more and no fewer positions are visited than window, order and horizon call for.

    Count as soon as you know that you need not stop, and cut off when the best is not below beta.
    """
    expect_nodes_of_table(examiner, "depth_limited")


def check_stop(examiner: Examiner) -> None:
    """Once it is told to stop, the search visits nothing more and takes its stones back.

    Look at stop[0] at the beginning of every call, and hand `stop` on.
    """
    expect_stop(examiner, sample(open_positions(), 40, seed=2))


def check_board_unchanged(examiner: Examiner) -> None:
    """The caller's board is as it was, also where the search stopped early.

    Take the stone back before you stop.
    """
    expect_board_unchanged(examiner, "depth_limited", sample(open_positions(), 40))
