"""Grade a class again, by one worker, and killed again and again: the grades must be the same.

    python -m tests.studies.kills --students 30 --kills 50 --workers 2

Every other time only the process that was started is killed, else all of its family at once, as a
power cut would. Nothing that a journal holds as finished may be run again, and in the end everybody
must have the same grade for each check as in a run that nobody disturbed.
"""

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import psutil

from autograder.audit.corpus import corpus_folder, read_corpus, write_submission
from autograder.classroom.journal import FINISHED
from autograder.grading.result import CheckResult, read_result

Grades = dict[str, dict[str, tuple[str, float]]]


def write_class(folder: Path, students: int, seed: int) -> Path:
    """Write a class of right and wrong submissions and return its folder."""
    corpus = read_corpus(corpus_folder(), ("right", "wrong"))
    for specimen in random.Random(seed).sample(corpus, students):
        write_submission(specimen, folder)
    return folder


def grading(submissions: Path, out: Path, more: Sequence[str]) -> list[str]:
    """Return the command that grades a class."""
    return [sys.executable, "-m", "autograder", "grade", str(submissions), "--out", str(out), *more]


def grades(out: Path) -> Grades:
    """Return outcome and points of each check of each student."""
    results = [read_result(path) for path in sorted((out / "results").glob("*.json"))]
    return {r.submission: {c.name: (c.outcome, c.points) for c in r.checks} for r in results}


def differences(one: Path, other: Path) -> list[str]:
    """Return whose checks ended otherwise in two runs, and how."""
    first, second = (
        {(student, name): ending for student, ends in run.items() for name, ending in ends.items()}
        for run in (grades(one), grades(other))
    )
    return [
        f"{student} {name}: {first.get((student, name))} and {second.get((student, name))}"
        for student, name in sorted(first.keys() | second.keys())
        if first.get((student, name)) != second.get((student, name))
    ]


def run_again(out: Path) -> list[str]:
    """Return the checks that were finished and have been run again all the same."""
    twice = []
    for path in sorted((out / "journal").glob("*.jsonl")):
        finished: Counter[str] = Counter()
        for line in path.read_bytes().splitlines():
            try:
                check = msgspec.json.decode(line, type=CheckResult)
            except msgspec.MsgspecError:  # torn by a kill
                continue
            if check.outcome in FINISHED:
                finished[f"{path.stem} {check.name} {check.key}"] += 1
        twice += [name for name, times in finished.items() if times > 1]
    return twice


def run_and_kill(command: Sequence[str], seconds: float, *, family: bool) -> bool:
    """Start a grading and kill it after some seconds; return False if it had ended by then."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            members = [psutil.Process(process.pid)]
            members += members[0].children(recursive=True) if family else []
            for member in members:
                try:
                    member.send_signal(signal.SIGKILL)
                except psutil.NoSuchProcess:
                    continue
            return True
    return False


def main() -> int:
    """Make the study and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        submissions = write_class(root / "class", options.students, options.seed)
        more = ["--workers", str(options.workers)]
        started = time.monotonic()
        subprocess.run(grading(submissions, root / "quiet", more), check=False)
        undisturbed = time.monotonic() - started
        for name, workers in (("again", options.workers), ("one worker", 1)):
            others = ["--workers", str(workers)]
            subprocess.run(grading(submissions, root / name, others), check=False)
        killed = 0
        command = grading(submissions, root / "killed", more)
        for number in range(options.kills):
            # On average each goes on for its share of the work, and for starting again.
            seconds = 1.0 + generator.uniform(0, 2.0) * (undisturbed / options.kills + 3.0)
            killed += run_and_kill(command, seconds, family=number % 2 == 1)
        subprocess.run(command, check=False)
        undecided = sum(
            outcome == "inconclusive"
            for checks in grades(root / "quiet").values()
            for outcome, _ in checks.values()
        )
        different = {
            name: differences(root / "quiet", root / name)
            for name in ("again", "one worker", "killed")
        }
        twice = run_again(root / "killed")
    print(f"seed {options.seed}: {options.students} students, {undisturbed:.0f} s undisturbed")
    print(f"checks left inconclusive: {undecided}; killed {killed} times")
    for name, grades_of in different.items():
        print(f"other grades, {name}: {len(grades_of)} {'; '.join(grades_of[:5])}")
    print(f"finished checks that were run again: {len(twice)} {' '.join(twice[:5])}")
    return 1 if twice or any(different.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
