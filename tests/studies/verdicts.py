"""Grade fake-parallel, racy and right submissions again and again: is the verdict always the same?

    python -m tests.studies.verdicts --runs 50

Each run is a grading of its own, with new processes: of a wrong submission by the checks that must
catch it, of a right one by all that prove the work is shared and look for races. A run counts as
different when any outcome or any sentence of a failure is. One JSON line for each run goes to
--log, and a run that is already there is not repeated.
"""

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from autograder.audit.corpus import Specimen, corpus_folder, read_corpus, write_submission
from autograder.grading.grade import GradingOptions, grade_submission

CHECKS = {
    "threads": ("threads.at_the_same_time", "threads.dynamic", "threads.interleavings"),
    "mpi": ("mpi.at_the_same_time", "mpi.few_messages"),
}
NAMED = ("_fake_", "_race_", "_deadlock_")


def studied() -> list[Specimen]:
    """Return the parallel submissions whose verdict must not depend on luck."""
    wrong = [
        s for s in read_corpus(corpus_folder(), ("wrong",)) if any(mark in s.name for mark in NAMED)
    ]
    right = [
        s
        for s in read_corpus(corpus_folder(), ("right",))
        if s.name.startswith(("threads_", "mpi_"))
    ]
    return [*wrong, *right]


def checks_of(specimen: Specimen) -> tuple[str, ...]:
    """Return the checks that must catch a wrong submission, or all that a right one must pass."""
    part = specimen.name.partition("_")[0]
    return tuple(c for c in CHECKS[part] if not specimen.fails or c in specimen.fails)


def run(name: str) -> dict[str, Any]:
    """Grade one submission once; runs in a process of its own."""
    specimen = next(s for s in studied() if s.name == name)
    only = checks_of(specimen)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        submission = write_submission(specimen, Path(folder))
        result = grade_submission(submission, GradingOptions(only=only), lambda _: None)
    verdict = {
        c.name: [c.outcome, c.failure.sentence if c.failure else c.reason] for c in result.checks
    }
    seconds = sum(check.wall_seconds for check in result.checks)
    return {
        "name": name,
        "verdict": verdict,
        "check_seconds": round(seconds, 2),
        "seconds": round(time.monotonic() - started, 2),
    }


def runs_to_do(wanted: int, log: Path) -> Iterator[str]:
    """Yield the name of every run that is missing, one round over all after the other."""
    done = Counter(json.loads(line)["name"] for line in lines_of(log))
    for number in range(wanted):
        for specimen in studied():
            if done[specimen.name] <= number:
                yield specimen.name


def lines_of(log: Path) -> list[str]:
    """Return the runs that were logged."""
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []


def report(log: Path) -> int:
    """Print how often each submission got its most frequent verdict; return how many differed."""
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    slowest: dict[str, float] = defaultdict(float)
    for line in lines_of(log):
        entry = json.loads(line)
        verdicts[entry["name"]][json.dumps(entry["verdict"], sort_keys=True)] += 1
        slowest[entry["name"]] = max(slowest[entry["name"]], entry["check_seconds"])
    different = 0
    for name, counts in verdicts.items():
        verdict, most = counts.most_common(1)[0]
        total = counts.total()
        different += most != total
        failed = [
            check for check, (outcome, _) in json.loads(verdict).items() if outcome != "passed"
        ]
        print(
            f"{most:>3} of {total:<3} {slowest[name]:5.1f} s  {name}: "
            f"{' '.join(failed) or 'passed'}"
        )
        for other, count in list(counts.items()) if most != total else []:
            print(f"      {count} x {other}")
    print(
        f"{len(verdicts)} submissions, {different} with more than one verdict; "
        f"slowest checks of one submission {max(slowest.values(), default=0):.1f} s"
    )
    return different


def main() -> int:
    """Do the runs that are missing, and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--at-once", type=int, default=2, help="gradings at the same time")
    parser.add_argument("--log", type=Path, default=Path("results/verdicts.jsonl"))
    options = parser.parse_args()
    options.log.parent.mkdir(parents=True, exist_ok=True)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.at_once, mp_context=context) as pool:
        for done in pool.map(run, runs_to_do(options.runs, options.log)):
            with options.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(done) + "\n")
    return 1 if report(options.log) else 0


if __name__ == "__main__":
    sys.exit(main())
