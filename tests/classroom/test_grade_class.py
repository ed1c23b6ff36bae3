"""A class is graded once and for all, whatever stops the grader on the way."""

import random
import subprocess
from pathlib import Path

import pytest
from specimens import specimen
from studies.kills import grades, grading, run_again, run_and_kill

from autograder.audit.corpus import write_submission
from autograder.grading.result import read_result

STUDENTS = ("win_numpy_sums", "win_precomputed_lines", "win_rows_only", "win_returns_bool")
ONLY = ("--only", "win", "--only", "minimax.finished", "--workers", "2", "--isolation", "plain")
GRADER_FAILED = 4


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """Return the folder of a small class."""
    for name in STUDENTS:
        write_submission(specimen(name), tmp_path / "class")
    return tmp_path / "class"


def grade(submissions: Path, out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Grade a class as a TA does."""
    command = grading(submissions, out, [*ONLY, *more])
    return subprocess.run(command, capture_output=True, text=True, check=False)


def journals(out: Path) -> dict[str, int]:
    """Return how many lines each student's journal has."""
    return {path.stem: path.read_bytes().count(b"\n") for path in (out / "journal").glob("*.jsonl")}


def seeds(out: Path) -> list[int]:
    """Return what each result says of the seed that it can be repeated by."""
    return [read_result(path).seed for path in sorted((out / "results").glob("*.json"))]


def test_one_and_two_workers_and_a_second_run_give_the_same_grades(
    submissions: Path, tmp_path: Path
):
    one, two = tmp_path / "one", tmp_path / "two"
    assert grade(submissions, two).returncode == 0
    assert grade(submissions, one, "--workers", "1").returncode == 0
    assert len(grades(one)) == len(STUDENTS)
    assert grades(one) == grades(two)
    assert seeds(one) == seeds(two)
    assert len(set(seeds(one))) == len(STUDENTS)  # each has positions of its own
    before = journals(one)
    assert grade(submissions, one).returncode == 0
    assert journals(one) == before  # nothing was run again


def test_who_hands_in_again_is_graded_again_and_nobody_else(submissions: Path, tmp_path: Path):
    out = tmp_path / "out"
    grade(submissions, out)
    before = journals(out)
    serial = submissions / "win_numpy_sums" / "serial.py"
    serial.write_text(serial.read_text(encoding="utf-8") + "\n# once more\n", encoding="utf-8")
    grade(submissions, out)
    after = journals(out)
    assert [name for name in after if after[name] != before[name]] == ["win_numpy_sums"]


def test_killed_at_random_moments_the_grades_are_those_of_an_undisturbed_run(
    submissions: Path, tmp_path: Path
):
    quiet, killed = tmp_path / "quiet", tmp_path / "killed"
    grade(submissions, quiet)
    generator = random.Random(5)
    for number in range(4):
        command = grading(submissions, killed, ONLY)
        run_and_kill(command, generator.uniform(1.0, 4.0), family=number % 2 == 1)
    grade(submissions, killed)
    assert grades(killed) == grades(quiet)
    assert run_again(killed) == []


def test_a_submission_without_answers_is_listed_and_stops_nobody(submissions: Path, tmp_path: Path):
    (submissions / "empty").mkdir()
    (submissions / "empty" / "notes.py").write_text("", encoding="utf-8")
    ended = grade(submissions, tmp_path / "out")
    assert set(grades(tmp_path / "out")) == set(STUDENTS)
    assert "empty" in ended.stdout
    assert ended.returncode == 2


def test_the_graders_own_failure_is_loud_and_tried_again(submissions: Path, tmp_path: Path):
    out = tmp_path / "out"
    (out / "results" / "win_returns_bool.json.part").mkdir(parents=True)
    ended = grade(submissions, out)
    assert ended.returncode == GRADER_FAILED
    assert "the grader failed" in ended.stdout
    assert len(grades(out)) == len(STUDENTS) - 1
    (out / "results" / "win_returns_bool.json.part").rmdir()
    assert grade(submissions, out, "--only-failed").returncode == 0
    assert len(grades(out)) == len(STUDENTS)


def test_only_the_students_that_are_named_are_graded(submissions: Path, tmp_path: Path):
    grade(submissions, tmp_path / "out", "--student", "numpy")
    assert set(grades(tmp_path / "out")) == {"win_numpy_sums"}
    unknown = grade(submissions, tmp_path / "out", "--student", "nobody-is-called-so")
    assert unknown.returncode == 2
    assert "nobody in" in unknown.stderr
