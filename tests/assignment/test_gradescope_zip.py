"""Gradescope's zip, unpacked into its layout of folders, and run with real metadata."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from zips import (
    ROOT,
    unpack,
)

from autograder.grading.rubric import read_rubric

METADATA = {
    "id": 123456789,
    "created_at": "2026-11-20T21:33:12.904110-08:00",
    "submission_method": "upload",
    "assignment": {
        "id": 25828,
        "title": "Perfect play",
        "course_id": 1234,
        "due_date": "2026-11-21T23:59:00.000000-08:00",
        "late_due_date": None,
        "release_date": "2026-11-01T00:00:00.000000-07:00",
        "group_submission": False,
        "group_size": None,
        "total_points": "100.0",
    },
    "users": [
        {"id": 45, "email": "ada@example.edu", "name": "Ada Ní <Lovelace>", "sid": "00123",
         "assignment": {"due_date": "2026-11-21T23:59:00.000000-08:00", "late_due_date": None}}
    ],
    "previous_submissions": [],
}  # fmt: skip


@pytest.fixture
def autograder_root(gradescope_zip: Path, tmp_path: Path) -> Path:
    """Lay folders out as Gradescope does, with a submission that is right."""
    root = tmp_path / "autograder"
    source = unpack(gradescope_zip, root / "source")
    shutil.copy(source / "run_autograder", root / "run_autograder")
    (root / "results").mkdir()
    shutil.copytree(ROOT / "solution", root / "submission", ignore=shutil.ignore_patterns("__*__"))
    (root / "submission_metadata.json").write_text(json.dumps(METADATA))
    return root


def run_autograder(root: Path) -> tuple[subprocess.CompletedProcess[str], dict]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(root / "run_autograder")],
        cwd=root,
        env=environment | {"AUTOGRADER_ROOT": str(root), "HOME": str(root.parent)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done, json.loads((root / "results" / "results.json").read_text())


def stand_in_for_ttt(root: Path, script: str) -> None:
    (root / "venv" / "bin").mkdir(parents=True)
    (root / "venv" / "bin" / "ttt").write_text(f"#!/bin/sh\n{script}\n")
    (root / "venv" / "bin" / "ttt").chmod(0o755)


def the_real_ttt(root: Path) -> None:
    """Run the unpacked kit with this environment's libraries, which isolation lets workers read."""
    python = f"PYTHONPATH={root}/source exec {sys.executable}"
    stand_in_for_ttt(root, f'{python} -m autograder "$@"')
    where = f"{python} -c 'import autograder; print(autograder.__file__)'"
    said = subprocess.run(["sh", "-c", where], cwd=root, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == f"{root}/source/autograder/__init__.py"


def test_the_setup_is_bash(autograder_root: Path):
    checked = subprocess.run(
        ["bash", "-n", str(autograder_root / "source" / "setup.sh")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_gradescope_asks_ttt_for_a_grade(autograder_root: Path):
    asked = autograder_root / "asked"
    stand_in_for_ttt(
        autograder_root, f"""echo "$@" > {asked}; echo '{{"score": 97}}' > "$4"; echo graded"""
    )
    done, results = run_autograder(autograder_root)
    assert (done.returncode, done.stdout, results) == (0, "graded\n", {"score": 97})
    root = autograder_root
    assert asked.read_text() == (
        f"grade {root}/submission --gradescope {root}/results/results.json "
        f"--metadata {root}/submission_metadata.json\n"
    )


NO_GRADE = {
    "it dies": ("kill -9 $$", -9, "The grader failed, so there is no grade."),
    "it fails": ("echo 'Not graded: OSError'; exit 4", 4, "The grader failed"),
    "it says nothing": ("exit 0", 4, "The grader failed"),
    "half a document": ('printf \'{"score": 1\' > "$4"', 4, "The grader failed"),
    "it refuses": ("echo 'Not graded: \"x\" holds none'; exit 2", 2, 'not graded: "x" holds none'),
    "it is called wrongly": ("echo 'ttt: no such option' >&2; exit 2", 2, "no such option"),
}


@pytest.mark.parametrize(("script", "status", "says"), NO_GRADE.values(), ids=NO_GRADE)
def test_a_grader_that_fails_gives_no_points(
    script: str, status: int, says: str, autograder_root: Path
):
    stand_in_for_ttt(autograder_root, script)
    done, results = run_autograder(autograder_root)
    assert done.returncode == status % 256
    assert says in results["output"]
    assert results["tests"] == []
    assert "score" not in results


def test_an_image_without_the_kit_gives_no_points_and_fails(autograder_root: Path):
    done, results = run_autograder(autograder_root)
    assert done.returncode == 4
    assert "cannot be started" in done.stderr
    assert "score" not in results


def test_what_the_grader_writes_itself_is_kept_when_it_fails(autograder_root: Path):
    stand_in_for_ttt(autograder_root, """echo '{"output": "mine"}' > "$4"; exit 4""")
    done, results = run_autograder(autograder_root)
    assert (done.returncode, results) == (4, {"output": "mine"})


def test_student_code_may_not_read_the_metadata(autograder_root: Path):
    stand_in_for_ttt(autograder_root, "exit 4")
    run_autograder(autograder_root)
    for name in ("submission_metadata.json", "results", "submission"):
        assert (autograder_root / name).stat().st_mode & 0o007 == 0


def test_the_unpacked_grader_has_hidden_checks_and_a_reference(autograder_root: Path):
    the_real_ttt(autograder_root)
    command = [str(autograder_root / "venv/bin/ttt"), "grade", str(autograder_root / "submission")]
    command += ["--results", str(autograder_root / "results"), "--only", "win"]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [*command, "--verbose"],
        env=usual | {"HOME": str(autograder_root.parent)},
        capture_output=True,
        text=True,
        check=False,
        cwd=autograder_root,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads((autograder_root / "results" / "submission.json").read_text())
    assert [c["name"] for c in result["checks"]] == [
        n for n in read_rubric().checks if n[:4] == "win."
    ]
    assert {c["outcome"] for c in result["checks"]} == {"passed"}


def can_write_results_for_gradescope() -> bool:
    said = subprocess.run(
        [sys.executable, "-m", "autograder", "grade", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return "--gradescope" in said.stdout


@pytest.mark.skipif(
    not can_write_results_for_gradescope(), reason="ttt grade has no option --gradescope yet"
)
def test_a_submission_is_graded_as_on_gradescope(autograder_root: Path):
    """Grade a wrong submission, which is quick: every check is told that nothing is filled in."""
    the_real_ttt(autograder_root)
    shutil.copytree(ROOT / "starter", autograder_root / "submission", dirs_exist_ok=True)
    done, results = run_autograder(autograder_root)
    assert done.returncode == 0, done.stdout + done.stderr
    assert results["tests"]
    scores = [test.get("score", 0) for test in results["tests"]]
    assert results.get("score", sum(scores)) == 0
