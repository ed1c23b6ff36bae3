"""Grade a made-up class and say what it costs: wall time, time for each submission, and for what.

    python -m tests.studies.class_cost --students 200 --workers 2 --out FOLDER

The class is mixed from the corpus' right and wrong submissions, some of them several times, each
with a comment of its own. Give the same FOLDER again to go on after a stop, which the times that
are told do not show.
"""

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median, quantiles

from autograder.audit.corpus import corpus_folder, read_corpus, write_submission
from autograder.grading.result import read_result
from tests.studies.kills import grading


def write_mixed_class(folder: Path, students: int, seed: int) -> None:
    """Write a class in which every submission differs from every other."""
    corpus = read_corpus(corpus_folder(), ("right", "wrong"))
    generator = random.Random(seed)
    for number in range(students):
        place = folder / f"student{number:03}"
        if place.exists():
            generator.choice(corpus)  # so that the others are the same ones
            continue
        written = write_submission(generator.choice(corpus), folder / "made")
        serial = written / "serial.py"
        text = serial.read_text(encoding="utf-8")
        serial.write_text(f"{text}\n# student {number}\n", encoding="utf-8")
        written.rename(place)
    if (folder / "made").exists():
        (folder / "made").rmdir()


def main() -> int:
    """Grade the class and print the cost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    write_mixed_class(options.out / "class", options.students, options.seed)
    started = time.monotonic()
    out = options.out / f"graded-{options.workers}"
    command = grading(options.out / "class", out, ["--workers", str(options.workers)])
    subprocess.run(command, check=False)
    wall = time.monotonic() - started
    results = [read_result(path) for path in sorted((out / "results").glob("*.json"))]
    print(f"seed {options.seed}, {options.workers} workers: {len(results)} results in {wall:.0f} s")
    print(f"{wall / len(results):.1f} s for each submission")
    checking = [result.wall_seconds for result in results]
    low, _, high = quantiles(checking, n=4)
    print(f"in checks, each: median {median(checking):.1f} s, quartiles {low:.1f} to {high:.1f} s")
    parts: Counter[str] = Counter()
    for result in results:
        for check in result.checks:
            parts[check.part] += check.wall_seconds
    for part, seconds in parts.most_common():
        print(f"  {part:8} {seconds / len(results):5.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
