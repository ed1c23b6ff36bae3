"""The rungs of the ladder are graded for those who climb them, and their points come on top."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from autograder.assignment.files import RUNG_FILES, RUNG_NAMES
from autograder.cli.main import main
from autograder.engines.protocol import RungName
from autograder.grading.grade import (
    GradingOptions,
    checks_for,
    chosen_checks,
    grade_submission,
)
from autograder.grading.keys import check_keys
from autograder.grading.result import CheckResult, Result, priced
from autograder.grading.rubric import read_rubric
from autograder.intake.submission import take_in

ROOT = Path(__file__).parents[2]
SOME = ("win.lines", "alpha_beta.exact", "alpha_beta.any_order")


def grade(folder: Path, *only: str) -> Result:
    options = GradingOptions(isolation="plain", only=only)
    return grade_submission(folder, options, lambda _: None)


def submission(folder: Path, *, rungs: Path | None) -> Path:
    shutil.copytree(ROOT / "solution", folder, ignore=shutil.ignore_patterns("fast", *RUNG_FILES))
    if rungs is not None:
        for name in RUNG_FILES:
            shutil.copy(rungs / name, folder)
    return folder


def test_the_protocol_knows_every_rung():
    assert get_args(RungName) == RUNG_NAMES


@pytest.mark.parametrize("rungs", [None, ROOT / "starter"], ids=["without", "as handed out"])
def test_who_leaves_a_rung_alone_is_not_graded_by_it(rungs: Path | None, tmp_path: Path):
    rubric = read_rubric()
    with take_in(submission(tmp_path / "ada", rungs=rungs)) as taken:
        checks = checks_for(taken, rubric, GradingOptions())
        keys = check_keys(dict.fromkeys(rubric.checks, ""), taken)
    assert checks == [name for name, check in rubric.checks.items() if not check.extra]
    assert list(keys) == checks


def test_who_answers_a_rung_is_graded_by_it(tmp_path: Path):
    folder = submission(tmp_path / "ada", rungs=ROOT / "starter")
    shutil.copy(ROOT / "solution" / "negascout.py", folder)
    with take_in(folder) as taken:
        checks = checks_for(taken, read_rubric(), GradingOptions())
    assert "negascout.any_order" in checks
    assert "alpha_beta.any_order" not in checks


def test_what_a_rung_earns_comes_on_top(tmp_path: Path):
    result = grade(submission(tmp_path / "ada", rungs=ROOT / "solution"), *SOME)
    assert (result.points, result.possible) == (6, 4)


def test_a_rung_that_cannot_be_read_is_told_so(tmp_path: Path):
    folder = submission(tmp_path / "ada", rungs=ROOT / "solution")
    (folder / "alpha_beta.py").write_text("def alpha_beta(:\n")
    result = grade(folder, *SOME)
    exact = next(check for check in result.checks if check.name == "alpha_beta.exact")
    assert exact.failure is not None
    assert "SyntaxError" in exact.failure.sentence
    assert (result.points, result.possible) == (4, 4)


def test_a_rung_that_is_asked_for_is_checked_as_it_is(tmp_path: Path):
    folder = submission(tmp_path / "ada", rungs=ROOT / "starter")
    [exact] = grade(folder, "alpha_beta.exact").checks
    assert exact.failure is not None
    assert exact.failure.sentence == "alpha_beta.alpha_beta is not filled in yet."


def test_a_right_win_stands_in_for_a_wrong_one_here_too(edited_solution: Callable[..., Path]):
    serial = (ROOT / "solution" / "serial.py").read_text()
    first = "    side = side_length(board)\n"
    assert first in serial
    wrong = edited_solution(serial=serial.replace(first, f"    return 0\n{first}", 1))
    [exact] = grade(wrong, "alpha_beta.exact").checks
    assert exact.outcome == "passed"
    assert exact.stand_ins


def test_points_that_are_given_anew_stay_on_top():
    check = CheckResult(
        name="alpha_beta.exact",
        title="",
        hint="",
        visibility="public",
        outcome="passed",
        points=0,
        possible=9,
        credit=1.0,
    )
    now = priced(check, read_rubric())
    assert (now.points, now.possible, now.extra) == (1, 0, 1)


def test_every_rung_has_checks_and_all_of_them_are_extra():
    rubric = read_rubric()
    chosen = chosen_checks(rubric, GradingOptions(only=RUNG_NAMES))
    assert {name.partition(".")[0] for name in chosen} == set(RUNG_NAMES)
    assert all(rubric.checks[name].extra for name in chosen)
    assert rubric.points == 100


def test_the_reference_answers_every_rung_and_the_starter_none():
    with take_in(ROOT / "solution") as solution, take_in(ROOT / "starter") as starter:
        assert solution.rungs == set(RUNG_NAMES)
        assert starter.rungs == frozenset()


def test_windows_line_ends_do_not_answer_a_rung(tmp_path: Path):
    folder = submission(tmp_path / "ada", rungs=None)
    stub = (ROOT / "starter" / "alpha_beta.py").read_text()
    windows = b"\xef\xbb\xbf" + stub.replace("\n", "\r\n").encode()
    (folder / "alpha_beta.py").write_bytes(windows)
    with take_in(folder) as taken:
        assert taken.rungs == frozenset()


def test_the_report_says_what_came_on_top(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = submission(tmp_path / "ada", rungs=ROOT / "solution")
    main(["check", "win.lines", "alpha_beta.exact", "--submission", str(folder)])
    said = " ".join(capsys.readouterr().out.split())
    assert "Score 4 of 4 points and 1 on top" in said
    assert "alpha_beta +1 of +1" in said
