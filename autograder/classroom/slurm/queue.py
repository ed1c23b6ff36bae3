"""Slurm's queue: put arrays into it, and see which of their tasks are still there.

Only what every Slurm has is used: sbatch and squeue (see their manual pages). sacct knows nothing
where nobody has set up a database for it.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import GraderError, UsageError

PATIENCE_SECONDS = 60
"""For one answer; a controller that is busy takes its time."""


@dataclass(frozen=True)
class Array:
    """A job array.

    Attributes:
        name: of the array, nobody else's.
        size: how many tasks it has; they are numbered from 0.
        command: what each of them runs; it finds its number in SLURM_ARRAY_TASK_ID.
        log: what the tasks print goes there; `%a` stands for the number.
        options: of sbatch; of those that say the same, the last counts, and all of the above do.
        at_once: how many tasks may run at the same time; 0 for as many as there is room for.
        after: the number of an array of the same size; each task waits until its like there has
            ended well. "" for none.
    """

    name: str
    size: int
    command: str
    log: Path
    options: Sequence[str]
    at_once: int = 0
    after: str = ""


@dataclass(frozen=True)
class Queued:
    """A task that is in the queue, waiting or running.

    Attributes:
        array: its name.
        array_number: what scancel takes for the whole array.
        number: of the task in the array.
        reason: why it waits, in Slurm's words; "None" if it does not.
    """

    array: str
    array_number: str
    number: int
    reason: str


def submit(array: Array) -> str:
    """Put an array into the queue and return its number.

    Raises:
        UsageError: Slurm does not take it, or there is none here.
    """
    tasks = f"0-{array.size - 1}" + (f"%{array.at_once}" if array.at_once else "")
    # Of options that say the same sbatch takes the last. By these the tasks are found again.
    own = ["--parsable", f"--job-name={array.name}", f"--array={tasks}", "--open-mode=append"]
    own += [f"--output={array.log}", f"--error={array.log}"]
    own += [f"--dependency=aftercorr:{array.after}"] if array.after else []
    ended = _ask(["sbatch", *array.options, *own, f"--wrap={array.command}"])
    if ended.returncode != 0:
        raise UsageError(f"Slurm does not take the array: {_last_line(ended.stderr)}")
    return ended.stdout.strip().partition(";")[0]  # a name of a cluster may follow


def queued_tasks(names: Sequence[str]) -> list[Queued]:
    """Return the tasks of these arrays that have not ended.

    Raises:
        GraderError: Slurm does not answer.
    """
    form = "--format=%j|%F|%K|%r"
    ended = _ask(["squeue", "--array", "--noheader", f"--name={','.join(names)}", form])
    if ended.returncode != 0:
        raise GraderError(f"squeue does not answer: {_last_line(ended.stderr)}")
    fields = [line.split("|") for line in ended.stdout.splitlines()]
    return [
        Queued(array, array_number, int(number), reason)
        for array, array_number, number, reason in fields
    ]


def _ask(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise UsageError(
            f"there is no {command[0]} here: run this on the cluster's login node"
        ) from error
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"nothing for {PATIENCE_SECONDS} s")


def _last_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return (
        lines[-1].removeprefix("sbatch: ").removeprefix("error: ") if lines else "no reason given"
    )
