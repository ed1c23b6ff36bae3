"""Grade a class here, and on a real Slurm with more and more nodes: the same grades, and how soon.

    python -m tests.studies.slurm_class --students 60 --nodes 1 2

The nodes are this one machine, so a second one buys no second pair of cores: what it would buy is
told on paper as well, from how long each student took on one node. Whoever is free takes the next.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from autograder.checks.timeline import list_schedule_makespan
from autograder.grading.result import read_result
from tests.slurm_cluster import slurm_cluster
from tests.studies.kills import differences, grading, write_class

GRADED = (0, 3)  # 3: something was inconclusive


def timed(command: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    """Run a grading and return the seconds that it took."""
    started = time.monotonic()
    status = subprocess.run(command, env=environment, check=False).returncode
    if status not in GRADED:
        raise SystemExit(f"the grading ended with status {status}")
    return time.monotonic() - started


def main() -> int:
    """Make the study and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        submissions = write_class(root / "class", options.students, options.seed)
        lines = [f"here: {timed(grading(submissions, root / 'here', [])):.0f} s"]
        same = True
        for nodes in options.nodes:
            out = root / f"nodes-{nodes}"
            with slurm_cluster(nodes) as slurm:
                wall = timed(grading(submissions, out, ["--slurm"]), slurm.environment)
            results = [read_result(path) for path in sorted((out / "results").glob("*.json"))]
            if len(results) != options.students:
                raise SystemExit(f"{len(results)} of {options.students} results with {nodes} nodes")
            other = differences(root / "here", out)
            same = same and not other
            if nodes == options.nodes[0]:
                each = [result.wall_seconds for result in results]
            paper = list_schedule_makespan(each, nodes)
            lines.append(
                f"{nodes} nodes: {wall:.0f} s, {paper:.0f} s of checks on paper; "
                f"other grades: {len(other)} {'; '.join(other[:5])}"
            )
    print(f"seed {options.seed}: {options.students} students", *lines, sep="\n")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
