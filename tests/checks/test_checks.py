"""Every check is documented, worth something, and its cases can be repeated one by one."""

import ast
import inspect
from collections import Counter
from pathlib import Path

import pytest

from autograder.checks import positions
from autograder.checks.case import Case
from autograder.grading.rubric import read_rubric
from autograder.truth.rules import is_over, winner
from autograder.truth.tables import four_by_four, three_by_three

CHECKS = Path(positions.__file__).parent


def checks_in(folder: str) -> dict[str, str]:
    """Return the docstring of each check in a folder, by the check's name."""
    return {
        f"{path.stem}.{function.name.removeprefix('check_')}": ast.get_docstring(function) or ""
        for path in sorted((CHECKS / folder).glob("*.py"))
        for function in ast.parse(path.read_text()).body
        if isinstance(function, ast.FunctionDef) and function.name.startswith("check_")
    }


PUBLIC, HIDDEN = checks_in("public"), checks_in("hidden")


def test_no_check_has_the_name_of_another():
    assert not set(PUBLIC) & set(HIDDEN)


def test_the_rubric_knows_every_check_and_no_other():
    assert set(read_rubric().checks) == set(PUBLIC) | set(HIDDEN)


def test_a_check_is_kept_where_its_visibility_says():
    rubric = read_rubric().checks
    assert {name for name, check in rubric.items() if check.visibility == "public"} == set(PUBLIC)


@pytest.mark.parametrize("name", sorted(PUBLIC | HIDDEN))
def test_a_check_tells_the_student_what_and_how(name: str):
    title, _, hint = (PUBLIC | HIDDEN)[name].partition("\n\n")
    assert title.endswith(".")
    assert hint.strip().endswith(".")


CASES = {
    "lines": [positions.win_case(board) for board, _ in positions.line_boards(3)],
    "larger": [positions.win_case(board) for board, _ in positions.line_boards(5)],
    "scores": [positions.score_case(p, d) for p in three_by_three() for d in (0, 1, 2, 3, 5)],
    "large scores": [positions.score_case(position) for position in four_by_four()],
    "moves": [positions.move_case(position) for position in positions.open_positions()],
    "ties": positions.tie_cases(),
    "lost": positions.lost_cases(),
    "large": positions.large_board_cases(),
    "crowded": positions.crowded_cases(),
}


@pytest.mark.parametrize("name", CASES)
def test_a_case_can_be_told_from_the_others_by_its_name(name: str):
    repeated = [
        case
        for case, count in Counter(case.name for case in CASES[name]).items()
        if count > 1 and len({c.call for c in CASES[name] if c.name == case}) > 1
    ]
    assert repeated == []
    assert all(" " not in case.name for case in CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_every_case_says_why(name: str):
    assert all(case.why.endswith(".") for case in CASES[name])


@pytest.mark.parametrize("side", [3, 4, 5])
def test_every_line_is_asked_for_both_players(side: int):
    boards = positions.line_boards(side)
    assert len(boards) == (2 * side + 2) * 2 * 2
    assert all(winner(board) == player for board, player in boards)


@pytest.mark.parametrize("side", [3, 4, 5])
def test_near_misses_have_no_winner(side: int):
    assert all(winner(board) == 0 for board in positions.near_misses(side))


def test_full_and_double_lines_are_apart():
    assert not set(positions.full_boards()) & set(positions.double_line_boards())
    assert all(is_over(board) and 0 not in board for board in positions.full_boards())
    assert len(positions.double_line_boards()) > 20


@pytest.mark.parametrize("cases", ["ties", "lost", "large", "crowded"])
def test_the_right_square_is_the_lowest_of_the_best(cases: str):
    for case in CASES[cases]:
        worth = {square: -score for square, score in case.call.scores}
        best = max(worth.values())
        assert case.expected == min(square for square, value in worth.items() if value == best)


def test_a_sample_is_the_same_every_time():
    assert positions.sample(three_by_three(), 50) == positions.sample(three_by_three(), 50)


def test_case_is_frozen():
    assert inspect.signature(Case).parameters
    with pytest.raises(AttributeError):
        positions.tie_cases()[0].expected = 3
