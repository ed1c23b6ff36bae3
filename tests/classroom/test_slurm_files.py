"""What passes between a run and its tasks: files, and the words of Slurm's commands."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom.grade_student import Job, News
from autograder.classroom.slurm.queue import Array, Queued, queued_tasks, submit
from autograder.classroom.slurm.round import latest_round, new_round
from autograder.errors import GraderError, UsageError
from autograder.grading.grade import GradingOptions
from autograder.grading.result import HandIn

ARRAY = Array("ttt-1-timing", 3, "true", Path("log-%a"), ("--partition=short",), at_once=2)


@pytest.fixture
def says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that makes one of Slurm's commands say something."""

    def install(name: str, script: str) -> None:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    return install


def job(out: Path, name: str) -> Job:
    return Job(
        submission=out / "submissions" / name,
        hand_in=HandIn(name='Zoë "=1+1"', identifiers={"login": "zoe"}),
        left_out=("notes.txt: not Python",),
        options=GradingOptions(only=("win",), isolation="bubblewrap"),
        bases={"win.lines": "1f"},
        journal=out / "journal" / f"{name}.jsonl",
        results=out / "results",
    )


def test_the_youngest_round_is_read_as_it_was_written(tmp_path: Path):
    assert latest_round(tmp_path) is None
    jobs = [job(tmp_path, "zoe"), job(tmp_path, "ada")]
    written = new_round(tmp_path / "slurm", jobs, ["correctness", "timing"])
    (tmp_path / "slurm" / "ttt-99999999-000000-0000").mkdir()  # never came to its queue
    assert latest_round(tmp_path / "slurm") == written
    assert written.news("timing", 1) == []


def test_a_torn_line_of_news_is_passed_over(tmp_path: Path):
    this_round = new_round(tmp_path, [job(tmp_path, "zoe")], ["correctness"])
    lines = b'{"check":"win.li\n\n{"check":"win.lines","outcome":"passed"}\n{"ending":"do'
    this_round.news_file("correctness", 0).write_bytes(lines)
    assert this_round.news("correctness", 0) == [News(check="win.lines", outcome="passed")]


def test_why_slurm_ended_a_task_is_the_last_line_of_its_log(tmp_path: Path):
    this_round = new_round(tmp_path, [job(tmp_path, "zoe")], ["timing"])
    assert this_round.last_words("timing", 0) == "nothing was printed"
    this_round.log_file("timing", 0).write_text("...\nslurmstepd: CANCELLED DUE TO TIME LIMIT\n\n")
    assert this_round.last_words("timing", 0) == "slurmstepd: CANCELLED DUE TO TIME LIMIT"


def test_an_array_is_put_into_the_queue_with_the_users_options(says, tmp_path: Path):
    says("sbatch", f'echo "$@" > {tmp_path}/asked; echo "17;cluster"')
    assert submit(ARRAY) == "17"
    asked = (tmp_path / "asked").read_text().split()
    assert {"--array=0-2%2", "--partition=short", "--job-name=ttt-1-timing"} <= set(asked)


def test_what_the_tasks_are_found_by_again_is_not_the_users_to_say(says, tmp_path: Path):
    says("sbatch", f'printf "%s\\n" "$@" > {tmp_path}/asked; echo 18')
    others = ("--job-name=hw1", "--array=7", "--output=/dev/null", "--error=/dev/null")
    submit(replace(ARRAY, options=(*others, "--dependency=after:3"), after="17"))
    asked = dict(
        line.removeprefix("--").partition("=")[::2]  # sbatch too takes the last of a kind
        for line in (tmp_path / "asked").read_text().splitlines()
    )
    assert (asked["job-name"], asked["array"]) == ("ttt-1-timing", "0-2%2")
    assert (asked["output"], asked["error"]) == ("log-%a", "log-%a")
    assert asked["dependency"] == "aftercorr:17"


def test_what_is_in_the_queue_is_read(says):
    says("squeue", "echo 'ttt-1-timing|17|2|Priority'")
    assert queued_tasks([ARRAY.name]) == [Queued("ttt-1-timing", "17", 2, "Priority")]


def test_a_controller_that_does_not_answer_is_the_graders_failure(says):
    says("squeue", "echo 'squeue: error: Unable to contact slurm controller' >&2; exit 1")
    with pytest.raises(GraderError, match="Unable to contact slurm controller"):
        queued_tasks([ARRAY.name])


def test_where_there_is_no_slurm_the_login_node_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match="login node"):
        submit(ARRAY)
