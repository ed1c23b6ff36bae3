"""Whatever Slurm refuses or leaves unanswered, it is said what goes on and how to end it.

What stands in for Slurm's commands here says what a test wants to hear.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.classroom.grade_student import Job
from autograder.classroom.slurm import arrays, progress
from autograder.classroom.slurm.arrays import SlurmOptions, run_on_slurm
from autograder.classroom.slurm.round import latest_round
from autograder.errors import GraderError, UsageError
from autograder.grading.grade import GradingOptions
from autograder.grading.result import HandIn

Says = Callable[[str, str], None]
NO_ANSWER = "echo 'squeue: error: Unable to contact slurm controller' >&2; exit 1"


@pytest.fixture
def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Says:
    """Return a function that makes one of Slurm's commands say something."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")

    def install(name: str, script: str) -> None:
        path = tmp_path / "bin" / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    return install


@pytest.fixture
def job(tmp_path: Path) -> Job:
    submission = tmp_path / "submissions" / "zoe"
    submission.mkdir(parents=True)
    (submission / "serial.py").write_text("def win(board): ...\n")
    return Job(
        submission=submission,
        hand_in=HandIn(name="Zoë", identifiers={}),
        left_out=(),
        options=GradingOptions(isolation="plain"),
        bases={"win.lines": "1f", "timing.serial": "2e"},
        journal=tmp_path / "journal" / "zoe.jsonl",
        results=tmp_path / "results",
    )


def in_queue(folder: Path) -> str:
    """Return a squeue that finds the first task of an array called 17."""
    return f"""echo "$(basename {folder}/ttt-*)-correctness|17|0|None\""""


def test_if_the_second_array_is_refused_it_is_said_how_to_end_the_first(
    says: Says, job: Job, tmp_path: Path
):
    folder, said = tmp_path / "slurm", []
    says("sbatch", 'case "$*" in *--dependency*) echo "error: no" >&2; exit 1;; esac; echo 17')
    says("squeue", in_queue(folder))
    with pytest.raises(UsageError, match="does not take the array: no"):
        run_on_slurm([job], SlurmOptions(folder), lambda _: None, said.append)
    assert said == ["the tasks go on: the same command follows them, and scancel 17 ends them"]


def test_who_gives_up_on_a_silent_controller_names_the_folder(
    says: Says, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(progress, "SILENCE_SECONDS", 0.0)
    folder, said = tmp_path / "slurm", []
    says("sbatch", "echo 17")
    says("squeue", NO_ANSWER)
    with pytest.raises(GraderError, match="Unable to contact"):
        run_on_slurm([job], SlurmOptions(folder), lambda _: None, said.append)
    assert f"their files are in {folder}" in said[-1]


def test_ctrl_c_stays_ctrl_c_if_slurm_does_not_answer(says: Says, job: Job, tmp_path: Path):
    folder, said = tmp_path / "slurm", []

    def say(text: str) -> None:
        said.append(text)
        if len(said) == 1:  # that the arrays are in the queue
            raise KeyboardInterrupt

    says("sbatch", "echo 17")
    says("squeue", NO_ANSWER)
    with pytest.raises(KeyboardInterrupt):
        run_on_slurm([job], SlurmOptions(folder), lambda _: None, say)
    assert f"their files are in {folder}/ttt-" in said[-1]


def test_nothing_is_said_of_tasks_where_there_are_none(says: Says, job: Job, tmp_path: Path):
    says("sbatch", "exit 1")
    says("squeue", "true")
    said: list[str] = []
    with pytest.raises(UsageError, match="does not take the array"):
        run_on_slurm([job], SlurmOptions(tmp_path / "slurm"), lambda _: None, said.append)
    assert said == []


def test_another_grader_may_finish_while_arrays_are_made(
    says: Says, job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    answers = iter([["win.lines"]])
    monkeypatch.setattr(arrays, "unfinished_checks", lambda _: next(answers, []))
    monkeypatch.setattr(arrays, "run_jobs", lambda jobs, *_: {j.submission: None for j in jobs})
    says("sbatch", "echo 17")
    says("squeue", "true")
    folder = tmp_path / "slurm"
    ends = run_on_slurm([job], SlurmOptions(folder), lambda _: None, lambda _: None)
    assert set(ends) == {job.submission}
    submitted = latest_round(folder)
    assert submitted is not None
    assert submitted.phases == ("correctness",)
