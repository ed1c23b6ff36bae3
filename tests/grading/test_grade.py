"""A submission becomes one result document, from which every report is made."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.cli.main import main
from autograder.engines.isolation.choice import LEVELS
from autograder.errors import UsageError
from autograder.grading import batch
from autograder.grading.batch import find_submissions, grading_status
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.result import Result, read_result, write_result

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def starter_result() -> Result:
    return grade_submission(ROOT / "starter", GradingOptions(), lambda _: None)


@pytest.fixture(scope="module")
def solution_result() -> Result:
    return grade_submission(ROOT / "solution", GradingOptions(), lambda _: None)


def test_the_solution_loses_no_point(solution_result: Result):
    assert [
        check.name for check in solution_result.with_outcome("failed", "blocked", "error")
    ] == []
    extra = sum(check.extra for check in solution_result.checks)
    assert solution_result.possible == 100
    assert solution_result.points + solution_result.undecided == 100 + extra
    assert extra > 0


def test_the_untouched_starter_gets_nothing(starter_result: Result):
    assert starter_result.points == 0
    assert starter_result.possible == 100
    assert {check.outcome for check in starter_result.checks} == {"failed", "blocked"}


def test_every_failure_of_the_starter_says_not_filled_in_yet(starter_result: Result):
    for check in starter_result.checks:
        said = check.failure.sentence if check.failure else check.reason
        assert "not filled in yet" in said, check.name


def test_the_result_names_isolation_kit_and_rubric(solution_result: Result):
    assert solution_result.machine.isolation in [level.name for level in LEVELS]
    assert len(solution_result.rubric) == 64
    assert solution_result.kit


def test_a_result_document_is_read_back_as_it_was_written(starter_result: Result, tmp_path: Path):
    assert read_result(write_result(starter_result, tmp_path)) == starter_result


def test_something_else_is_not_read_as_a_result(tmp_path: Path):
    (tmp_path / "x.json").write_text('{"version": 1}')
    with pytest.raises(UsageError, match="not a result document"):
        read_result(tmp_path / "x.json")


def test_hidden_checks_are_counted_when_they_are_left_out():
    options = GradingOptions(hidden=False, only=("win.lines",))
    result = grade_submission(ROOT / "solution", options, lambda _: None)
    assert [check.name for check in result.checks] == ["win.lines"]
    assert result.hidden_not_run == 17


def test_a_folder_of_submissions_is_taken_apart(tmp_path: Path):
    for name in ("ada", "grace", "notes"):
        (tmp_path / name / "starter").mkdir(parents=True)
    for name in ("ada", "grace"):
        (tmp_path / name / "starter" / "serial.py").write_text("")
    assert [path.name for path in find_submissions([tmp_path]).submissions] == ["ada", "grace"]


def test_files_that_are_not_taken_are_reported(edited_solution):
    folder = edited_solution()
    (folder / "conftest.txt").write_text("")
    result = grade_submission(folder, GradingOptions(only=("win.lines",)), lambda _: None)
    assert result.left_out == ("conftest.txt: it is not a Python file",)


def test_the_exit_status_says_the_gravest_thing(solution_result: Result, starter_result: Result):
    assert grading_status([starter_result], None) == 0
    assert grading_status([starter_result], 50) == 1


def test_an_own_board_module_is_replaced_by_the_kits(edited_solution):
    folder = edited_solution(board="raise SystemExit('mine')\n")
    result = grade_submission(folder, GradingOptions(only=("win.lines",)), lambda _: None)
    assert result.points == result.possible


def test_a_class_of_folders_and_archives_goes_on_past_a_broken_one(tmp_path: Path):
    desk, results = tmp_path / "class", tmp_path / "results"
    desk.mkdir()
    shutil.copytree(ROOT / "solution", desk / "ada")
    shutil.make_archive(str(desk / "bob"), "zip", ROOT, "solution")
    (desk / "carol.tar.gz").write_bytes(b"\x1f\x8bbroken")
    (desk / "mallory").symlink_to(desk / "ada")
    arguments = ["grade", str(desk), "--results", str(results), "--only", "win.lines"]
    done = subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Not graded: carol.tar.gz cannot be unpacked" in done.stdout
    assert "Not graded: mallory is a link" in done.stdout
    assert done.returncode == 2
    graded = {path.stem: read_result(path).points for path in results.iterdir()}
    assert graded == {"ada": 4, "bob": 4}


def test_what_goes_wrong_with_one_submission_does_not_stop_the_others(tmp_path: Path, monkeypatch):
    desk = tmp_path / "class"
    for name in ("ada", "bob"):
        shutil.copytree(ROOT / "solution", desk / name)
    (desk / "carol").mkdir()
    really = batch.grade_submission

    def fails_for_ada(path, *rest):
        if path.name == "ada":
            raise OSError("no space left on device")
        return really(path, *rest)

    monkeypatch.setattr(batch, "grade_submission", fails_for_ada)
    status = main(["grade", str(desk), "--results", str(tmp_path / "r"), "--only", "win.lines"])
    assert status == 4
    assert [path.stem for path in (tmp_path / "r").iterdir()] == ["bob"]


def test_what_rests_on_the_workers_word_is_not_judged_if_it_is_reached_into(edited_solution):
    threads = (ROOT / "solution" / "threads.py").read_text() + "\n\nimport gc\n"
    folder = edited_solution(threads=threads)
    only = ("threads.ties", "threads.interleavings", "threads.own_search", "win.board_unchanged")
    result = grade_submission(folder, GradingOptions(only=only), lambda _: None)
    assert {check.name: check.outcome for check in result.checks} == {
        "threads.ties": "blocked",
        "threads.interleavings": "blocked",
        "threads.own_search": "passed",
        "win.board_unchanged": "blocked",
    }
    assert "import gc. Take that out and run the check again." in result.checks[0].reason
    assert any("import gc" in tripwire for tripwire in result.tripwires)


def test_the_seed_follows_from_the_files_and_nothing_else(edited_solution, tmp_path: Path):
    only = GradingOptions(only=("win.no_line",))
    copy = tmp_path / "elsewhere"
    shutil.copytree(ROOT / "solution", copy)
    changed = edited_solution(mpi=(ROOT / "solution" / "mpi.py").read_text() + "# mine\n")
    seeds = [grade_submission(f, only, lambda _: None).seed for f in (copy, copy, changed)]
    assert seeds[0] == seeds[1] != seeds[2]
