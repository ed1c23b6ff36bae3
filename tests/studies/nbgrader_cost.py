"""Grade the same notebooks with `nbgrader autograde` and with `ttt grade`, and compare the cost.

    python -m tests.studies.nbgrader_cost --students 4 --runs 3

The cells of the notebooks ask what the checks of the kit ask, but for those of time. So `ttt grade`
runs the same checks, with one worker and with two, and once more with those of time, which nbgrader
is spared. The commands take turns; every one starts from nothing.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from autograder.assignment.nbgrader_course import ASSIGNMENT, write_course

SAME_CHECKS = [word for part in ("win", "minimax", "threads", "mpi") for word in ("--only", part)]
GRADERS: Mapping[str, list[str]] = {
    "nbgrader autograde": ["nbgrader", "autograde", ASSIGNMENT, "--force"],
    "ttt grade, 1 worker": [*SAME_CHECKS, "--workers", "1"],
    "ttt grade, 2 workers": [*SAME_CHECKS, "--workers", "2"],
    "ttt grade, 2 workers, time too": ["--workers", "2"],
}


def hand_in(course: Path, students: int) -> None:
    """Let students hand the solution in, each with a comment of their own in every answer."""
    for number in range(students):
        folder = course / "submitted" / f"student{number}" / ASSIGNMENT
        folder.mkdir(parents=True)
        for path in (course / "source" / ASSIGNMENT).glob("*.ipynb"):
            notebook = json.loads(path.read_text(encoding="utf-8"))
            for cell in notebook["cells"]:
                if "".join(cell["source"]).startswith("%%answer"):
                    cell["source"] = [*cell["source"], f"\n# student {number}\n"]
            (folder / path.name).write_text(json.dumps(notebook), encoding="utf-8")


def seconds_of(grader: str, course: Path, environment: Mapping[str, str]) -> float:
    """Grade the class once, and return how long that took."""
    out = course / "out"
    shutil.rmtree(out, ignore_errors=True)
    arguments = GRADERS[grader]
    if arguments[0] != "nbgrader":
        submitted = str(course / "submitted")
        arguments = ["autograder", "grade", submitted, "--out", str(out), *arguments]
    started = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=course,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return time.monotonic() - started


def main() -> int:
    """Make the comparison and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=4)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    scripts = Path(sys.executable).parent  # nbgrader calls alembic by its name
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    environment["PYTHONPATH"] = str(Path.cwd())
    times: dict[str, list[float]] = {grader: [] for grader in GRADERS}
    with tempfile.TemporaryDirectory() as folder:
        course = Path(folder)
        write_course(course)
        hand_in(course, options.students)
        release = [sys.executable, "-m", "nbgrader", "generate_assignment", ASSIGNMENT]
        subprocess.run(release, cwd=course, env=environment, capture_output=True, check=True)
        for run in range(options.runs):
            for grader in GRADERS:
                times[grader].append(seconds_of(grader, course, environment) / options.students)
                print(f"run {run + 1}: {grader}: {times[grader][-1]:.1f} s", flush=True)
    usual = median(times["nbgrader autograde"])
    print(f"{options.students} students; seconds for each, median (lowest to highest):")
    for grader, each in times.items():
        spread = f"{median(each):.1f} ({min(each):.1f} to {max(each):.1f})"
        print(f"  {grader:30} {spread}, {median(each) / usual:.2f} of nbgrader's")
    return 0


if __name__ == "__main__":
    sys.exit(main())
