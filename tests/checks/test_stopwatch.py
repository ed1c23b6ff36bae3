"""What is timed is drawn anew each time, has one right answer, and is the same tomorrow."""

from itertools import islice

import pytest

from autograder.checks.case import Case
from autograder.checks.positions import SEED
from autograder.checks.stopwatch import (
    Stopwatch,
    forced_square,
    move_cases,
    score_cases,
    timed_boards,
)
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Value
from autograder.truth.rules import board_from_text, is_over


def test_every_repetition_has_a_position_of_its_own_and_they_are_the_same_tomorrow():
    boards = [board for board, _ in islice(timed_boards(10, SEED), 40)]
    assert len(set(boards)) == 40
    assert not any(is_over(board) for board in boards)
    assert boards == [board for board, _ in islice(timed_boards(10, SEED), 40)]


def test_a_timed_move_has_one_right_square_and_not_always_the_same():
    cases = list(islice(move_cases(SEED), 20))
    for case in cases:
        assert case.expected == forced_square(case.call.board, case.call.player)
    assert len({case.expected for case in cases}) > 5


@pytest.mark.parametrize(
    ("board", "square"),
    [
        ("OOO. XXX. .... ....", None),  # X wins
        ("OOO. XX.. X... ....", 3),
        ("OOO. OXX. O..X ....", None),  # two threats: every square loses
        ("O... .O.. ..X. ...X", None),  # nothing hurries
    ],
)
def test_a_square_is_forced_if_every_other_one_loses_at_once(board: str, square: int | None):
    assert forced_square(board_from_text(board.replace(" ", "")), 1) == square


def test_who_answers_a_constant_is_not_right_twice_in_a_row():
    answers = iter([0, 0, 0, 14, 14, 0, -13])

    class Reference(Stopwatch):
        def __init__(self) -> None:
            pass

        def ask_reference(self, _case: Case) -> Reply:
            returned = Value("int", next(answers), "")
            return Reply((Answer(0, returned=returned),), 0.0)

    cases = list(islice(score_cases(SEED), 7))
    assert list(Reference().unlike_one_another(iter(cases))) == [cases[i] for i in (0, 3, 5, 6)]
