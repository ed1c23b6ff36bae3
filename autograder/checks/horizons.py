"""What a search with a depth limit is asked besides: the end of the game, and the estimate."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle

import msgspec

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.positions import score_case
from autograder.checks.prerequisites import search_engine
from autograder.checks.rungs import horizon_text, question, whole_window
from autograder.truth.rules import WON, open_lines, side_length
from autograder.truth.tables import Position

TERMS = ((0, 0), (0, 30), (1, 30), (1, -100), (0, 100), (2, -20))
"""The depth of a search, and its contempt."""


def expect_finished(examiner: Examiner, positions: Iterable[Position]) -> None:
    """Ask with a horizon behind the last square: the scores of the tables, and draws as agreed."""
    cases = []
    for position, (depth, contempt) in zip(positions, cycle(TERMS), strict=False):
        expected, why = _finished(position, depth, contempt)
        case = replace(score_case(position, depth), expected=expected, why=why)
        cases.append(_limited(case, position.empty, contempt))
    _expect(examiner, cases)


def _finished(position: Position, depth: int, contempt: int) -> tuple[int, str]:
    score, why = position.score_at(depth), score_case(position, depth).why
    if score == 0:
        drawn = -contempt if depth % 2 == 0 else contempt
        whose = "moves" if depth % 2 == 0 else "does not move"
        return drawn, f"{why} With contempt {contempt} it is {drawn} to who {whose} at depth 0."
    return score + (WON if score > 0 else -WON), f"{why} WON comes on top."


def expect_estimates(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask with no plies left: the estimate, but for games that are over."""
    cases = []
    for position in positions:
        if position.is_over:
            expected, why = _finished(position, 0, 0)
        else:
            expected = open_lines(position.board, position.player)
            why = "No plies are left and the game is not over: open_lines(board, player)."
        cases.append(_limited(replace(score_case(position), expected=expected, why=why), 0, 0))
    _expect(examiner, cases)


def _limited(case: Case, plies: int, contempt: int) -> Case:
    wide = whole_window("depth_limited", case)
    call = msgspec.structs.replace(wide.call, horizon=(plies, contempt))
    label = ",".join(filter(None, (case.label, horizon_text(plies, contempt))))
    return replace(wide, call=call, label=label)


def _expect(examiner: Examiner, cases: Sequence[Case]) -> None:
    engine = search_engine(examiner, side_length(cases[0].call.board))
    seconds = examiner.thresholds.search_seconds
    examiner.expect(engine, question("depth_limited"), cases, seconds=seconds)
