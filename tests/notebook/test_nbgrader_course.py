"""nbgrader's own commands, from release to feedback, in a course that `ttt release` made.

Ada hands in the solution, Bob most of what he was given, Eve a notebook with a `check` of her own.
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.assignment.nbgrader_course import ASSIGNMENT, released_notebooks
from autograder.cli.main import main
from autograder.grading.result import read_result

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FIRST = "1_the_game.ipynb"
FORGED = "def check(*_, **__): pass"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Return a function that runs a module of this environment's, as a terminal would."""
    scripts = Path(sys.executable).parent  # nbgrader calls alembic by its name
    environment = os.environ | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "80",
    }

    def command(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", environment["PATH"])  # the gradebook is opened here too
        yield command


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """Return a course that has been graded."""
    course = tmp_path_factory.mktemp("course")
    assert main(["release", "--nbgrader", str(course)]) == 0
    released = run("nbgrader", "generate_assignment", ASSIGNMENT, folder=course)
    assert released.returncode == 0, released.stderr
    shutil.copytree(course / "source" / ASSIGNMENT, course / "submitted" / "ada" / ASSIGNMENT)
    shutil.copytree(
        course / "release" / ASSIGNMENT,
        course / "submitted" / "bob" / ASSIGNMENT,
        ignore=shutil.ignore_patterns("3_mpi*"),  # whose stubs take as long as its answers
    )
    forged = course / "submitted" / "eve" / ASSIGNMENT / FIRST
    forged.parent.mkdir(parents=True)
    notebook = json.loads((course / "release" / ASSIGNMENT / FIRST).read_text())
    answers = [c for c in notebook["cells"] if "".join(c["source"]).startswith("%%answer serial.w")]
    answers[0]["source"] = FORGED
    forged.write_text(json.dumps(notebook))
    for command in (["autograde", ASSIGNMENT], ["generate_feedback", ASSIGNMENT], ["export"]):
        done = run("nbgrader", *command, folder=course)
        assert done.returncode == 0, done.stderr
    return course


def grades(course: Path, student: str) -> dict[str, tuple[float | None, float]]:
    """Return what nbgrader gave, and the most it gives, for each cell."""
    with Gradebook(f"sqlite:///{course}/gradebook.db", "") as gradebook:
        submission = gradebook.find_submission(ASSIGNMENT, student)
        return {
            grade.name: (grade.auto_score, grade.max_score)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def manual_cells() -> set[str]:
    folder = ROOT / "handouts" / "notebooks"
    sources = (path.read_text() for path in folder.glob("*.md"))
    return {name for text in sources for name in re.findall(r'manual="(\w+)"', text)}


def test_the_solution_gets_all_points_that_a_machine_gives(course: Path):
    given = grades(course, "ada")
    assert {name for name, (score, _) in given.items() if score is None} == manual_cells()
    judged = {name: score for name, score in given.items() if name not in manual_cells()}
    assert judged == {name: (most, most) for name, (_, most) in judged.items()}
    assert {"check_win", "hidden_win", "check_minimax", "hidden_minimax"} < set(judged)


def test_what_was_handed_out_gets_nothing(course: Path):
    assert {score for score, _ in grades(course, "bob").values()} == {0.0}


def test_the_export_has_everybodys_sum(course: Path):
    lines = (course / "grades.csv").read_text().splitlines()
    rows = {row["student_id"]: row for row in csv.DictReader(lines)}
    judged = [
        most for name, (_, most) in grades(course, "ada").items() if name not in manual_cells()
    ]
    assert float(rows["ada"]["raw_score"]) == sum(judged)
    assert float(rows["bob"]["raw_score"]) == 0


def test_the_students_zip_has_the_notebooks_that_nbgrader_releases(course: Path):
    for name, text in released_notebooks(ROOT).items():
        released = json.loads((course / "release" / ASSIGNMENT / name).read_text())
        assert json.loads(text) == released


def test_feedback_shows_the_report_and_of_hidden_checks_the_points_alone(course: Path):
    page = course / "feedback" / "ada" / ASSIGNMENT / FIRST.replace("ipynb", "html")
    text = page.read_text()
    assert "Every row, column and diagonal of 3x3 is recognised" in text
    assert "Hidden checks of win: 6 of 6 points" in text
    assert "larger_boards" not in text


def test_validate_fails_on_each_cell_that_checks_what_is_not_filled_in(course: Path, run: Run):
    said = run("nbgrader", "validate", f"release/{ASSIGNMENT}/{FIRST}", folder=course).stdout
    cells = json.loads((course / "release" / ASSIGNMENT / FIRST).read_text())["cells"]
    marks = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    graded = [each["grade_id"] for each in marks if each.get("grade")]
    # Hidden checks are not there; a written answer that nobody wrote fails too.
    failing = [name for name in graded if not name.startswith("hidden_")]
    assert f"VALIDATION FAILED ON {len(failing)} CELL(S)" in said


def test_a_kernel_can_forge_its_grade_and_the_graders_own_process_is_not_fooled(
    course: Path, run: Run
):
    assert grades(course, "eve")["check_win"] == (9.0, 9.0)
    folders = [f"submitted/{student}/{ASSIGNMENT}" for student in ("ada", "eve")]
    for folder, points in zip(folders, (15.0, 0.0), strict=True):
        done = run("autograder", "grade", folder, "--only", "win", folder=course)
        assert done.returncode == 0, done.stdout + done.stderr
        assert read_result(course / "results" / f"{ASSIGNMENT}.json").points == points
