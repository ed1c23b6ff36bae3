from dataclasses import replace

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.positions import open_positions, sample, score_case
from autograder.checks.prerequisites import MINIMAX, search_engine
from autograder.engines.protocol import Call
from autograder.truth.rules import swapped, symmetries
from autograder.truth.tables import four_by_four, three_by_three


def check_every_position(examiner: Examiner) -> None:
    """All 5,478 positions that play can reach have their exact score.

    A mistake that shows only here is a rare one: look at the board and follow the search by hand.
    """
    cases = [score_case(position) for position in three_by_three()]
    seconds = examiner.thresholds.search_seconds
    examiner.expect(search_engine(examiner, 3), MINIMAX, cases, seconds=seconds)


def check_started_deeper(examiner: Examiner) -> None:
    """A search that starts below the root counts the plies above it too.

    Use the depth that you were given, and pass on depth + 1.
    """
    cases = [
        score_case(position, depth)
        for depth in (1, 2, 3, 5)
        for position in sample(three_by_three(), 60, seed=depth)
    ]
    examiner.expect(search_engine(examiner, 3), MINIMAX, cases)


def check_symmetry(examiner: Examiner) -> None:
    """The eight rotations and reflections of a position are worth the same.

    A search that treats some squares differently has a line or a loop bound wrong.
    """
    why = "The position is another one turned or mirrored, so it is worth the same."
    groups = [
        [
            Case(
                Call(board=tuple(position.board[s] for s in image), player=position.player),
                None,
                why,
                f"image={number}-of-{index}",
            )
            for number, image in enumerate(symmetries(3))
        ]
        for index, position in enumerate(sample(open_positions(), 60))
    ]
    examiner.expect_same(search_engine(examiner, 3), MINIMAX, groups)


def check_both_players(examiner: Examiner) -> None:
    """With all stones and the player to move exchanged, the score stays.

    The score is from the view of the player to move, whoever that is.
    """
    why = "The same position with the colours exchanged: what X had, O has."
    groups = []
    for index, position in enumerate(sample(three_by_three(), 120)):
        original = replace(score_case(position), why=why, label=f"original-{index}")
        call = Call(board=swapped(position.board), player=-position.player)
        groups.append([original, Case(call, None, why, f"exchanged-{index}")])
    examiner.expect_same(search_engine(examiner, 3), MINIMAX, groups)


def check_four_by_four(examiner: Examiner) -> None:
    """On 4x4 the scores are exact too, with 17 in place of 10.

    Nothing may be hard-wired to nine squares: use len(board).
    """
    cases = [score_case(position) for position in four_by_four()]
    seconds = examiner.thresholds.search_seconds
    examiner.expect(search_engine(examiner, 4), MINIMAX, cases, seconds=seconds)
