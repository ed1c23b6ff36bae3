"""What a task of an array runs: one student's job, told by a file.

    python -m autograder.classroom.slurm.task ROUND PHASE

It ends with 0 if the job is done, so that Slurm lets the task for timing that waits for it begin.
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from autograder.classroom.grade_student import Job, News, Phase, do_job, job_bases, stop
from autograder.classroom.slurm.round import Round, read_round
from autograder.errors import KitError
from autograder.grading.rubric import read_rubric

DONE, NOT_DONE = 0, 1


def main(arguments: Sequence[str]) -> int:
    """Do the job of this task, and return the exit status."""
    signal.signal(signal.SIGTERM, stop)  # how Slurm asks a task to end
    folder, wanted = arguments
    phase = next(phase for phase in get_args(Phase) if phase == wanted)
    ending = do_task(read_round(Path(folder)), phase, int(os.environ["SLURM_ARRAY_TASK_ID"]))
    print(ending.ending, ending.why)
    return DONE if ending.ending == "done" else NOT_DONE


def do_task(this_round: Round, phase: Phase, number: int) -> News:
    """Do a task of a round; return how it ended, which is the last that it tells."""
    job = this_round.jobs[number]
    with this_round.news_file(phase, number).open("ab") as file:

        def tell(news: News) -> None:
            # A break before it as well: an earlier life of the task may have ended within a line.
            file.write(b"\n" + msgspec.json.encode(news) + b"\n")
            file.flush()
            os.fsync(file.fileno())

        why_not = _why_not_here(job)
        if why_not is None:
            ending = do_job(job, phase, tell)
        else:
            ending = News(ending="grader failed", why=why_not)
        tell(ending)
    return ending


def _why_not_here(job: Job) -> str | None:
    """Return why this node would not grade as the machine that the round comes from, or None."""
    node = os.uname().nodename
    try:
        here = job_bases(job.options, read_rubric(job.options.rubric))
    except KitError as error:
        return f"on node {node}: {error}"
    if here != job.bases:
        return (
            f"node {node} would not grade as the machine that the class was submitted from: the "
            "kit, its libraries, the rubric and your home folder must be the same ones on both"
        )
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
