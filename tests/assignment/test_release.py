"""starter/ is what nbgrader leaves of solution/."""

import ast
from pathlib import Path

import pytest

from autograder.assignment.files import ANSWER_FILES, GIVEN_FILES, RUNG_FILES
from autograder.assignment.release import cut_answers, starter_files, write_starter
from autograder.errors import InstructorError

FILES = GIVEN_FILES + ANSWER_FILES + RUNG_FILES
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", FILES)
def test_starter_has_not_drifted_from_the_solution(name: str):
    assert (ROOT / "starter" / name).read_text() == starter_files(ROOT / "solution")[name]


def test_starter_and_solution_have_the_same_files():
    names = {path.name for path in (ROOT / "starter").glob("*.py")}
    assert names == {path.name for path in (ROOT / "solution").glob("*.py")}
    assert names == set(FILES)


def test_an_answer_is_replaced_by_a_stub_that_says_so():
    source = "def f():\n    ### BEGIN SOLUTION\n    return 42\n    ### END SOLUTION\n"
    assert cut_answers(source) == (
        'def f():\n    # YOUR CODE HERE\n    raise NotImplementedError("not filled in yet")\n'
    )


def test_a_file_without_marks_is_left_as_it_is():
    assert cut_answers("X = 1\n") == "X = 1\n"


def test_a_mark_that_is_not_closed_is_the_instructors_mistake():
    with pytest.raises(InstructorError, match="no end solution"):
        cut_answers("### BEGIN SOLUTION\nX = 1\n")


def test_no_answer_is_left_in_the_starter():
    stubs = [
        (name, function.name)
        for name in ANSWER_FILES + RUNG_FILES
        for function in ast.walk(ast.parse((ROOT / "starter" / name).read_text()))
        if isinstance(function, ast.FunctionDef) and isinstance(function.body[-1], ast.Raise)
    ]
    assert stubs == [
        ("serial.py", "win"),
        ("serial.py", "minimax"),
        ("threads.py", "computer_move"),
        ("mpi.py", "computer_move"),
        ("alpha_beta.py", "alpha_beta"),
        ("negascout.py", "negascout"),
        ("transposition.py", "transposition"),
        ("depth_limited.py", "depth_limited"),
        ("deepening.py", "deepening"),
        ("monte_carlo.py", "monte_carlo"),
        ("book.py", "book"),
    ]


def test_writing_a_second_time_changes_nothing(tmp_path: Path):
    assert set(write_starter(ROOT / "solution", tmp_path)) == set(FILES)
    assert write_starter(ROOT / "solution", tmp_path) == []
