"""What a search with a depth limit is asked besides: the end of the game, and the estimate."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import cycle

import msgspec

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import Failure
from autograder.checks.positions import score_case
from autograder.checks.rungs import expect_each, expect_values, horizon_text, whole_window
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Call
from autograder.truth.rules import WON, O, X, open_lines
from autograder.truth.tables import Position

TERMS = ((0, 0), (0, 30), (1, 30), (1, -100), (0, 100), (2, -20))
"""The depth of a search, and its contempt."""

STOP_AFTER, STOPPED_WITHIN = 0.1, 5.0
WHY_STOP = "stop[0] is not 0: no position is visited any more, and all stones are taken back."


def expect_finished(examiner: Examiner, positions: Iterable[Position]) -> None:
    """Ask with a horizon behind the last square: the scores of the tables, and draws as agreed."""
    cases = []
    for position, (depth, contempt) in zip(positions, cycle(TERMS), strict=False):
        expected, why = _finished(position, depth, contempt)
        case = replace(score_case(position, depth), expected=expected, why=why)
        cases.append(_limited(case, position.empty, contempt))
    expect_values(examiner, "depth_limited", cases)


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
    expect_values(examiner, "depth_limited", cases)


def expect_stop(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask for searches that are told to stop, before they begin or on their way.

    Those on their way are of 4x4 boards, and would take hours.
    """
    told_before = [_stopped(score_case(position), 0.0) for position in positions]
    expect_each(examiner, "depth_limited", told_before, _still_searched)
    boards = [(0,) * 16, (X, *(0,) * 14, O)]
    cases = [Case(Call(board=board, player=X), None, WHY_STOP) for board in boards]
    with examiner.all_cases():  # compiled beforehand
        compiling = [_limited(case, 0, 0) for case in cases]
        expect_values(examiner, "depth_limited", compiling, judged="manner")
    on_the_way = [_stopped(case, STOP_AFTER) for case in cases]
    expect_values(examiner, "depth_limited", on_the_way, judged="manner", seconds=STOPPED_WITHIN)


def _stopped(case: Case, seconds: float) -> Case:
    asked = _limited(replace(case, expected=None, why=WHY_STOP), len(case.call.board), 0)
    call = msgspec.structs.replace(asked.call, stop_after=seconds)
    return replace(asked, call=call, label=f"{asked.label},stop={seconds:g}")


def _still_searched(_: Case, reply: Reply) -> Failure | None:
    [answer] = reply.outcomes
    visited = answer.nodes if isinstance(answer, Answer) else None
    if visited == 0:
        return None
    return Failure(
        sentence="The search went on although it was told to stop.",
        returned="no count" if visited is None else f"nodes[0] == {visited:,}",
        expected="nodes[0] == 0",
        why=WHY_STOP,
    )


def _limited(case: Case, plies: int, contempt: int) -> Case:
    wide = whole_window("depth_limited", case)
    call = msgspec.structs.replace(wide.call, horizon=(plies, contempt))
    label = ",".join(filter(None, (case.label, horizon_text(plies, contempt))))
    return replace(wide, call=call, label=label)
