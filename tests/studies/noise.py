"""Grade the reference again and again on a busy machine: does noise ever cost a point?

    python -m tests.studies.noise --runs 200 --busy-loops 0 1 2

The loads take turns, so that none has the quiet hour of the day. Graded are the checks that
measure time or wait for workers; --all-checks grades everything. The engines are kept from one run
to the next, since starting and compiling are not in the measured windows; --fresh-engines starts
them anew.
One JSON line for each run goes to --log, and a run that is already there is not repeated.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from autograder.engines.isolation.choice import choose_level
from autograder.grading.grade import GradingOptions, chosen_checks, open_examiner, settle
from autograder.grading.result import CheckResult
from autograder.grading.rubric import read_rubric
from autograder.intake.submission import take_in

ROOT = Path(__file__).parents[2]
SENSITIVE = ("timing",)


@contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Keep `count` cores busy."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


class Grader:
    """Grades the reference, with engines that are kept or started anew."""

    def __init__(self, only: tuple[str, ...], *, fresh: bool) -> None:
        self._options = GradingOptions(only=only)
        self._rubric = read_rubric()
        self._fresh = fresh
        self._stack = ExitStack()
        self._examiner: Any = None

    def grade(self) -> list[CheckResult]:
        """Return what became of the checks."""
        if self._examiner is None or self._fresh:
            self._stack.close()
            submission = self._stack.enter_context(take_in(ROOT / "solution"))
            level = choose_level(self._options.isolation)
            place = open_examiner(submission, self._rubric, self._options, level)
            self._examiner = self._stack.enter_context(place)
        chosen = chosen_checks(self._rubric, self._options)
        return settle(self._examiner, self._rubric, chosen, lambda _: None)

    def close(self) -> None:
        """End the engines."""
        self._stack.close()


def study(options: argparse.Namespace) -> None:
    """Do the runs that are missing."""
    done = Counter(entry["busy_loops"] for entry in entries(options.log))
    grader = Grader(() if options.all_checks else SENSITIVE, fresh=options.fresh_engines)
    for number in range(options.runs):
        for load in options.busy_loops:
            if done[load] > number:
                continue
            with busy_loops(load):
                started = time.monotonic()
                checks = grader.grade()
            entry = {
                "busy_loops": load,
                "seconds": round(time.monotonic() - started, 1),
                "lost": sum(c.possible - c.points for c in checks if c.outcome == "failed"),
                "errors": [c.name for c in checks if c.outcome in ("error", "blocked")],
                "inconclusive": [c.name for c in checks if c.outcome == "inconclusive"],
                "failed": [
                    (c.name, c.failure.sentence, c.failure.returned) for c in checks if c.failure
                ],
                "notes": [note for check in checks for note in check.notes],
            }
            with options.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(entry) + "\n")
    grader.close()


def entries(log: Path) -> list[dict[str, Any]]:
    """Return the runs that were logged."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return [json.loads(line) for line in lines]


def report(log: Path) -> bool:
    """Print a line for each load; return whether any point was lost."""
    lost = False
    for load in sorted({entry["busy_loops"] for entry in entries(log)}):
        runs = [entry for entry in entries(log) if entry["busy_loops"] == load]
        open_runs = [entry for entry in runs if entry["inconclusive"]]
        checks = Counter(name for entry in runs for name in entry["inconclusive"])
        seconds = sorted(entry["seconds"] for entry in runs)
        losers = [entry for entry in runs if entry["lost"] or entry["errors"]]
        lost = lost or bool(losers)
        print(
            f"{load} busy loops: {len(runs)} gradings, {len(losers)} lost points, "
            f"{len(open_runs)} ({len(open_runs) / len(runs):.0%}) with something inconclusive "
            f"{dict(checks)}, median {seconds[len(seconds) // 2]:.0f} s"
        )
        for entry in losers:
            print("   ", entry["failed"], entry["errors"])
    return lost


def main() -> int:
    """Do the runs that are missing, and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--runs", type=int, default=200, help="for each load")
    parser.add_argument("--busy-loops", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--all-checks", action="store_true")
    parser.add_argument("--fresh-engines", action="store_true")
    parser.add_argument("--log", type=Path, default=Path("results/noise.jsonl"))
    options = parser.parse_args()
    options.log.parent.mkdir(parents=True, exist_ok=True)
    study(options)
    return 1 if report(options.log) else 0


if __name__ == "__main__":
    sys.exit(main())
