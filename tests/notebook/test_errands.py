"""Errands: what a notebook asks of another process, and what it gets when that fails."""

import re
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest
from made_results import check, result
from nbformat.v4 import new_code_cell, new_notebook

from autograder.assignment.composition import function_text
from autograder.assignment.files import ANSWER_FILES
from autograder.assignment.number_key import number_key
from autograder.errors import GraderError, UsageError
from autograder.grading.result import Result
from autograder.grading.rubric import read_rubric
from autograder.notebook import other_process
from autograder.notebook.checking import check_number
from autograder.notebook.errands.check_part import check_part, chosen_checks, undecided
from autograder.notebook.errands.judge_square import judge_square
from autograder.notebook.other_process import run_errand
from autograder.notebook.session import Session
from autograder.truth.rules import SYMBOLS, board_text, legal_squares
from autograder.truth.tables import three_by_three

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def this_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes find this kit, wherever they are started."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def test_squares_are_judged_by_the_tables():
    for position in three_by_three():
        if position.is_over:
            continue
        board, player = board_text(position.board), SYMBOLS[position.player]
        for square in range(-1, 10):
            reply = judge_square(board=board, player=player, square=square)
            assert reply["right"] is (square in position.best_squares)
            if square not in position.best_squares:  # the answer is not given away
                named = set(map(int, re.findall(r"-?\d+", reply["report"]))) - {square, 0, 8}
                assert named.isdisjoint(position.best_squares)
                assert (square in legal_squares(position.board)) == ("Not" in reply["report"])


@pytest.mark.parametrize(
    ("board", "player"),
    [
        *(("XXX......", "X"), ("XOX.X.OO.", "O"), ("XXXOO....", "O"), ("X.", "X")),
        *(("hello", "X"), ("XOX.X.OO.", "Z"), ("." * 16, "X")),
    ],
)
def test_a_board_that_is_not_in_the_tables_is_one_sentence(board: str, player: str):
    with pytest.raises(UsageError):
        judge_square(board=board, player=player, square=1)


def test_an_error_of_the_other_process_comes_back_as_its_sentence():
    with pytest.raises(UsageError, match=r"^no game leads to the board XXX"):
        run_errand("judge_square", board="XXX......", player="X", square=1)


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("raise SystemExit(0)", "did not answer"),
        ("import os; os.kill(os.getpid(), 9)", "status -9"),
        ("1 / 0", "division by zero"),
        ("import sys; open(sys.argv[-1], 'w').write('{')", "did not answer"),
        ("import sys; print('it failed', file=sys.stderr); sys.exit(4)", "^it failed; run this"),
    ],
)
def test_a_grader_that_fails_raises_and_gives_nothing(
    script: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    grader = tmp_path / "python"
    grader.write_text(f"#!{sys.executable}\n{script}\n")
    grader.chmod(0o755)
    monkeypatch.setattr(other_process.sys, "executable", str(grader))
    with pytest.raises(GraderError, match=says) as caught:
        run_errand("judge_square", board="XOX.X.OO.", player="X", square=8)
    assert "run this cell again" in str(caught.value)


def test_files_beside_the_notebook_are_no_modules_of_the_graders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("json.py", "autograder.py", "csv.py"):
        (tmp_path / name).write_text("raise SystemExit('forged')")
    monkeypatch.chdir(tmp_path)
    assert run_errand("judge_square", board="XOX.X.OO.", player="X", square=8)["right"] is True


def test_public_and_hidden_checks_of_a_part_are_run_apart():
    public = chosen_checks(read_rubric(), "win", hidden=False)
    hidden = chosen_checks(read_rubric(), "win", hidden=True)
    of_part = [name for name in read_rubric().checks if name.startswith("win.")]
    assert sorted(public + hidden) == sorted(of_part)
    with pytest.raises(UsageError, match="the parts are win, minimax"):
        chosen_checks(read_rubric(), "wim", hidden=False)


def test_where_no_hidden_check_is_nobody_gets_points_for_it():
    public = {n: c for n, c in read_rubric().checks.items() if c.visibility == "public"}
    rubric = type(read_rubric())("", read_rubric().limits, read_rubric().timing, public)
    with pytest.raises(UsageError, match="your grader runs them"):
        chosen_checks(rubric, "win", hidden=True)


@pytest.mark.parametrize(
    ("outcome", "says"), [("error", "grader itself failed"), ("inconclusive", "no verdict")]
)
def test_a_check_without_a_verdict_leaves_all_of_them_without_points(outcome: str, says: str):
    mixed: Result = result(check("win.lines"), check("win.no_line", outcome))
    assert says in undecided(mixed)
    assert undecided(result(check("win.lines"), check("win.no_line", "failed"))) == ""


@pytest.mark.parametrize(
    "number",
    [10**400, -(10**400), Decimal("1e999999"), Decimal("sNaN"), float("nan")],
    ids=["large", "small", "decimal", "no decimal", "nan"],
)
def test_a_number_that_is_larger_than_any_answer_is_not_yet_right(
    number: object, capsys: pytest.CaptureFixture[str]
):
    assert check_number("half", number, points=2, key=number_key("half", 0.5)) == 0.0
    assert capsys.readouterr().out.startswith("Not yet.")


@pytest.mark.parametrize("number", [0.5, Fraction(1, 2), Decimal("0.50")])
def test_a_number_is_right_however_it_is_written(number: object):
    assert check_number("half", number, points=2, key=number_key("half", 0.5)) == 2.0


def test_a_session_tells_which_of_two_notebooks_counts(tmp_path: Path):
    solved = function_text("serial", (ROOT / "solution" / "serial.py").read_text(), "win")
    for name in ("1_game.ipynb", "1_game-Copy1.ipynb", "4_report.ipynb"):
        cells = [new_code_cell(f"%%answer serial.win\n{solved}")] if "game" in name else []
        nbformat.write(new_notebook(cells=cells), tmp_path / name)
    session = Session(tmp_path, tmp_path / "root")
    assert session.lay_out_submission() == (
        "1_game-Copy1.ipynb: 1_game.ipynb holds serial.win too, and counts",
    )
    assert solved in (session.submission / "serial.py").read_text()


def test_hidden_checks_tell_their_points_and_nothing_else(tmp_path: Path):
    submission = tmp_path / "submission"
    submission.mkdir()
    for name in ANSWER_FILES:
        text = (ROOT / "solution" / name).read_text()
        if name == "serial.py":  # misses what only a hidden check looks for
            text = text.replace("if row == side or", "if row == side == 3 or")
        (submission / name).write_text(text)
    reply = check_part(
        folder=str(submission), caches=str(tmp_path / "caches"), part="win", hidden=True
    )
    assert reply["report"] == "Hidden checks of win: 3 of 6 points"
    assert (reply["points"], reply["possible"], reply["undecided"]) == (3.0, 6.0, "")
    assert list((tmp_path / "caches").iterdir())
