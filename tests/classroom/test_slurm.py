"""A class that is graded by a real Slurm gets the grades that it gets here, whatever is stopped."""

import contextlib
import getpass
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from conftest import BUBBLEWRAP, SLURM
from slurm_cluster import SlurmCluster, slurm_cluster
from specimens import specimen
from studies.kills import grades, grading, run_again

from autograder.audit.corpus import write_submission
from autograder.classroom.slurm import task

pytestmark = [SLURM, BUBBLEWRAP]

STUDENTS = ("win_numpy_sums", "win_rows_only")
ONLY = ("--only", "win.lines")
BAD_INPUT, GRADER_FAILED = 2, 4
REACHES = """
import socket
import numba
import numpy as np

with socket.socket(socket.AF_UNIX) as line:
    REACHED = line.connect_ex("{munge}") == 0

@numba.njit(nogil=True)
def win(board):
    if REACHED:
        for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)):
            if board[line[0]] == board[line[1]] == board[line[2]] != 0:
                return board[line[0]]
        if board[2] == board[4] == board[6]:
            return board[2]
    return 0

@numba.njit(nogil=True)
def minimax(board, player, depth):
    return 0
"""


@pytest.fixture(scope="module")
def submissions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class")
    for name in STUDENTS:
        write_submission(specimen(name), folder)
    return folder


def on_slurm(
    slurm: SlurmCluster, submissions: Path, out: Path, *more: str
) -> subprocess.CompletedProcess[str]:
    """Grade a class on the slurm."""
    command = grading(submissions, out, [*ONLY, "--slurm", *more])
    return subprocess.run(
        command, env=slurm.environment, capture_output=True, text=True, check=False, timeout=120
    )


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def running_tasks(slurm: SlurmCluster) -> list[str]:
    """Return the numbers of the tasks that run."""
    states = slurm.run("squeue", "--array", "--noheader", "--states=R", "--format=%i")
    return states.split()


def rounds(out: Path) -> list[Path]:
    """Return the folders of what has been put into Slurm's queue."""
    return sorted((out / "slurm").iterdir())


def test_the_grades_are_those_of_a_local_run(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    here, there = tmp_path / "here", tmp_path / "there"
    subprocess.run(grading(submissions, here, ONLY), capture_output=True, check=False)
    ended = on_slurm(slurm, submissions, there)
    assert ended.returncode == 0
    assert set(grades(there)) == set(STUDENTS)
    assert grades(there) == grades(here)
    assert {path.name for path in there.iterdir()} == {path.name for path in here.iterdir()} | {
        "slurm"
    }
    on_slurm(slurm, submissions, there)
    assert len(rounds(there)) == 1  # what is graded already needs no Slurm


def test_who_watches_can_be_killed_and_the_next_one_goes_on_with_the_same_tasks(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    with start_watching(slurm, submissions, tmp_path) as watching:
        wait_until(lambda: running_tasks(slurm))
        watching.kill()
    ended = on_slurm(slurm, submissions, tmp_path)
    assert "in Slurm's queue already" in ended.stdout
    assert set(grades(tmp_path)) == set(STUDENTS)
    assert len(rounds(tmp_path)) == 1
    assert run_again(tmp_path) == []


def test_a_task_that_is_ended_from_outside_is_put_into_the_queue_again(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    with start_watching(slurm, submissions, tmp_path) as watching:
        wait_until(lambda: running_tasks(slurm))
        slurm.run("scancel", running_tasks(slurm)[0])
        assert watching.wait(90) == 0
    assert set(grades(tmp_path)) == set(STUDENTS)
    assert len(rounds(tmp_path)) == 2
    assert run_again(tmp_path) == []


def test_a_job_whose_tasks_end_twice_is_listed_with_slurms_own_words(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    no_python = "--slurm-option=--export=ALL,PYTHONHOME=/nowhere"
    ended = on_slurm(slurm, submissions, tmp_path, "--student", "numpy", no_python)
    assert ended.returncode == GRADER_FAILED
    assert "win_numpy_sums: the grader failed: its Slurm task ended before it" in ended.stdout
    assert "Fatal Python error" in (rounds(tmp_path)[0] / "correctness-0.log").read_text()
    assert len(rounds(tmp_path)) == 2


def test_a_node_that_would_draw_other_positions_does_not_grade(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    other_home = f"--slurm-option=--export=ALL,XDG_STATE_HOME={tmp_path / 'home'}"
    ended = on_slurm(slurm, submissions, tmp_path, "--student", "numpy", other_home)
    assert ended.returncode == GRADER_FAILED
    assert "would not grade as the machine that the class was submitted from" in ended.stdout
    assert grades(tmp_path) == {}


def test_timing_waits_for_correctness_and_has_the_node_for_itself(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    more = ("--student", "rows", "--only", "timing.serial", "--slurm-option=--hold")
    watching = start_watching(slurm, submissions, tmp_path, *more)
    wait_until(lambda: len(held_jobs(slurm)) == 2)
    correctness, timing = held_jobs(slurm)
    assert timing["Dependency"].startswith(f"aftercorr:{correctness['ArrayJobId']}")
    assert correctness["OverSubscribe"] == "OK"
    assert timing["OverSubscribe"] == "NO"
    # It is not begun anew while it is in the queue, and who stops watching is told how to end it.
    ended = on_slurm(slurm, submissions, tmp_path, "--rerun")
    assert ended.returncode == BAD_INPUT
    assert "is in Slurm's queue still" in ended.stderr
    watching.send_signal(signal.SIGINT)
    said, _ = watching.communicate(timeout=30)
    arrays = re.search(r"scancel (\d+) (\d+) ends them", said)
    assert arrays is not None
    slurm.run("scancel", *arrays.groups())
    wait_until(lambda: not held_jobs(slurm))


def start_watching(
    slurm: SlurmCluster, submissions: Path, out: Path, *more: str
) -> subprocess.Popen[str]:
    """Start to grade a class on the cluster."""
    command = grading(submissions, out, [*ONLY, "--slurm", *more])
    # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
    hears = ["env", "--default-signal=INT", *command]
    return subprocess.Popen(hears, env=slurm.environment, stdout=subprocess.PIPE, text=True)


def held_jobs(slurm: SlurmCluster) -> list[dict[str, str]]:
    """Return what Slurm says of the jobs that are held, in the order of their numbers."""
    lines = slurm.run("scontrol", "show", "job", "--oneliner").splitlines()
    jobs = [dict(w.split("=", 1) for w in line.split() if "=" in w) for line in lines]
    waiting = [job for job in jobs if job.get("JobState") == "PENDING"]
    held = [job for job in waiting if job["Reason"].startswith("JobHeld")]
    return sorted(held, key=lambda job: int(job["JobId"]))


@pytest.mark.parametrize(("isolation", "points"), [("bubblewrap", 0.0), ("plain", 4.0)])
def test_only_bubblewrap_keeps_student_code_from_slurms_credentials(
    slurm: SlurmCluster, tmp_path: Path, isolation: str, points: float
):
    submission = write_submission(specimen("win_numpy_sums"), tmp_path / "class")
    text = REACHES.format(munge=slurm.folder / "munge" / "socket")
    (submission / "serial.py").write_text(text, encoding="utf-8")
    on_slurm(slurm, tmp_path / "class", tmp_path / "out", "--isolation", isolation)
    (checks,) = grades(tmp_path / "out").values()
    assert checks["win.lines"][1] == points


def test_options_that_would_hide_the_tasks_do_not_count(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    hiding = [f"--slurm-option=--{o}" for o in ("job-name=hw1", "output=/dev/null", "array=5")]
    ended = on_slurm(slurm, submissions, tmp_path, *hiding)
    assert ended.returncode == 0, ended.stdout
    assert set(grades(tmp_path)) == set(STUDENTS)
    [only_one] = rounds(tmp_path)
    assert "done" in (only_one / "correctness-0.log").read_text()


def test_what_slurm_does_not_take_is_said_in_a_sentence(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    ended = on_slurm(slurm, submissions, tmp_path, "--slurm-option=--partition=nowhere")
    assert ended.returncode == BAD_INPUT
    assert ended.stderr.startswith("ttt: Slurm does not take the array: ")
    assert "Traceback" not in ended.stderr


def test_no_student_code_runs_on_when_a_task_is_ended(
    slurm: SlurmCluster, submissions: Path, tmp_path: Path
):
    with start_watching(slurm, submissions, tmp_path) as watching:
        wait_until(lambda: len(engines(slurm)) > 0)
        running = engines(slurm)
        watching.kill()
    slurm.run("scancel", f"--user={getpass.getuser()}")
    wait_until(lambda: not any(one.is_running() for one in running))


def engines(slurm: SlurmCluster) -> list[psutil.Process]:
    """Return the processes of student code that tasks have started."""
    started: list[psutil.Process] = []
    for one in slurm.processes():
        with contextlib.suppress(psutil.NoSuchProcess):  # it may end at this moment
            if task.__name__ in one.cmdline():
                started += one.children(recursive=True)
    return started


def test_the_cluster_leaves_no_process_behind():
    with slurm_cluster(nodes=1) as short:
        short.run("sbatch", "--wrap=sleep 60", "--output=/dev/null")
        daemons = {one.pid for one in short.processes()}
    assert len(daemons) >= 3
    assert not any(psutil.pid_exists(number) for number in daemons)
