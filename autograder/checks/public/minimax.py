from itertools import pairwise

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.positions import open_positions, sample, score_case
from autograder.checks.prerequisites import MINIMAX, search_engine
from autograder.engines.protocol import Call
from autograder.truth.tables import Position, three_by_three


def expect_scores(examiner: Examiner, positions: list[Position]) -> None:
    """Ask for the exact scores of 3x3 positions at the root."""
    cases = [score_case(position) for position in positions]
    seconds = examiner.thresholds.search_seconds
    examiner.expect(search_engine(examiner, 3), MINIMAX, cases, seconds=seconds)


def check_finished(examiner: Examiner) -> None:
    """A game that is over is scored at once: won, lost or drawn.

    Winning after depth plies scores n*n + 1 - depth, losing the negative, a full board without a
    line 0, always from the view of the player to move.
    """
    expect_scores(examiner, sample([p for p in three_by_three() if p.is_over], 120))


def check_near_the_end(examiner: Examiner) -> None:
    """With one to three squares left, every score is exact.

    Place a stone, ask for minus the opponent's score one ply deeper, take the stone back; keep the
    highest.
    """
    for empty in (1, 2, 3):
        near = [position for position in open_positions() if position.empty == empty]
        expect_scores(examiner, sample(near, 80))


def expect_preferences(examiner: Examiner, scores: list[int]) -> None:
    """Ask for positions of each score; one of a higher score must be worth strictly more."""
    samples = [
        sample([position for position in open_positions() if position.score == score], 12)
        for score in scores
    ]
    pairs = [
        (score_case(better), score_case(worse))
        for higher, lower in pairwise(samples)
        for better, worse in zip(higher, lower, strict=False)
    ]
    seconds = examiner.thresholds.search_seconds
    examiner.expect_preference(search_engine(examiner, 3), MINIMAX, pairs, seconds=seconds)


def check_sooner_win(examiner: Examiner) -> None:
    """A win is worth more the sooner it comes, and any win more than a draw.

    Take the depth off the score of a win, so that winning now beats winning later.
    """
    expect_preferences(examiner, [9, 7, 5, 0])


def check_later_loss(examiner: Examiner) -> None:
    """A loss costs less the later it comes, and a draw is better than any loss.

    A player who is lost should hold out: losing after four plies is better than after two.
    """
    expect_preferences(examiner, [0, -6, -8])


def check_board_unchanged(examiner: Examiner) -> None:
    """`minimax` leaves the board as it was and returns an int.

    Take back every stone that you place, also on the way out of the loop.
    """
    why = "The caller goes on with the same board: every stone that was placed must be taken back."
    cases = [
        Case(Call(board=position.board, player=position.player), None, why)
        for position in sample(open_positions(), 40)
    ]
    examiner.expect(search_engine(examiner, 3), MINIMAX, cases, judged="manner")
