"""What a later part builds on: is the student's `win` right, and is the student's minimax?

Both are found out by asking, not by looking at earlier checks, so that a part can be run alone.
"""

from dataclasses import replace

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner, values_of
from autograder.checks.failure import CheckBlockedError, CheckFailedError
from autograder.checks.positions import (
    double_line_boards,
    full_boards,
    line_boards,
    near_misses,
    open_positions,
    sample,
    score_case,
    win_case,
)
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import Call, Question
from autograder.truth.rules import board_after, legal_squares
from autograder.truth.tables import Position, four_by_four

SERIAL = EngineKind("serial")
WIN = Question(module="serial", function="win")
MINIMAX = Question(module="serial", function="minimax")
LARGEST_STAND_IN = 4
"""Side of the largest board for which there is a table of who has won."""

STAND_IN_WIN = "a correct win stood in for yours, which does not work yet"


def what_is_wrong_with_win(examiner: Examiner) -> str:
    """Return why the student's `win` cannot be relied on, on 3x3 and 4x4; empty if it can."""
    boards = [board for side in (3, 4) for board, _ in line_boards(side)]
    boards += near_misses(3) + near_misses(4) + double_line_boards() + full_boards()
    boards += [position.board for position in sample(open_positions(), 200)]
    return _first_failure(examiner, WIN, [win_case(board) for board in boards])


def what_is_wrong_with_minimax(examiner: Examiner) -> str:
    """Return why the student's minimax, with the student's own `win`, cannot be relied on."""
    small = [position for position in open_positions() if position.empty <= 6]
    positions = [*sample(small, 200), *(p for p in four_by_four() if p.empty <= 7)]
    cases = [score_case(position) for position in positions]
    return what_is_wrong_with_win(examiner) or _first_failure(examiner, MINIMAX, cases)


def _first_failure(examiner: Examiner, question: Question, cases: list[Case]) -> str:
    """Ask the cases once, whatever case was chosen, and remember the answer."""
    if question.function not in examiner.remembered:
        seconds = examiner.thresholds.search_seconds
        try:
            with examiner.all_cases():
                examiner.expect(SERIAL, question, cases, seconds=seconds)
                if not examiner.reaches_in:
                    examiner.expect(SERIAL, question, cases[:40], judged="manner", seconds=seconds)
            examiner.remembered[question.function] = ""
        except CheckFailedError as error:
            examiner.remembered[question.function] = error.failure.sentence
    return examiner.remembered[question.function]


def search_engine(examiner: Examiner, side: int) -> EngineKind:
    """Return the engine to ask for minimax: with a stand-in `win` where the student's is wrong.

    Raises:
        CheckBlockedError: it is wrong, and there is no stand-in for boards of this side.
    """
    wrong = what_is_wrong_with_win(examiner)
    if not wrong:
        return SERIAL
    if side > LARGEST_STAND_IN:
        raise CheckBlockedError(f"This check needs your own win, which does not work yet: {wrong}")
    if STAND_IN_WIN not in examiner.stand_ins:
        examiner.stand_ins.append(STAND_IN_WIN)
    return EngineKind("serial", stand_in_win_side=side)


def own_serial_moves(examiner: Examiner, positions: list[Position]) -> list[int]:
    """Return the squares that the serial loop finds with the student's own minimax.

    Raises:
        CheckBlockedError: that minimax is not filled in, raises, does not return, or returns scores
            that no position has, for which nobody need be prepared.
    """
    children = [
        (index, square, board_after(position.board, square, position.player), -position.player)
        for index, position in enumerate(positions)
        for square in legal_squares(position.board)
    ]
    cases = [
        replace(score_case(positions[0]), call=Call(board=board, player=player, depth=1))
        for _, _, board, player in children
    ]
    seconds = examiner.thresholds.search_seconds
    try:
        with examiner.all_cases():
            replies = examiner.expect(SERIAL, MINIMAX, cases, judged="type", seconds=seconds)
    except CheckFailedError as error:
        raise CheckBlockedError(
            f"This check needs your own minimax, which does not work yet: {error}"
        ) from error
    worth: dict[int, dict[int, int]] = {}
    for (index, square, board, _), value in zip(children, values_of(replies), strict=True):
        if abs(value) > len(board):
            raise CheckBlockedError(
                f"This check needs your own minimax, but it returns {value}, and a score lies "
                f"between -{len(board)} and {len(board)}."
            )
        worth.setdefault(index, {})[square] = -value
    return [max(moves, key=lambda square: (moves[square], -square)) for moves in worth.values()]
