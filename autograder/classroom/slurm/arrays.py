"""A class as job arrays: correctness, then timing on nodes that nobody else uses.

A task of the second array waits for its like in the first. The tasks write the same journals and
results as a local run, so whatever stops a task, a node or whoever watches, the next run goes on
where it was.
"""

import shlex
import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from autograder.classroom.batch import TRIES, OnNews, Said, run_jobs
from autograder.classroom.grade_student import Job, News, Phase, checks_of, unfinished_checks
from autograder.classroom.slurm import task
from autograder.classroom.slurm.progress import Say, follow
from autograder.classroom.slurm.queue import Array, queued_tasks, submit
from autograder.classroom.slurm.round import Round, latest_round, new_round
from autograder.errors import KitError, SubmissionError
from autograder.grading.rubric import read_rubric

OWN_MEGABYTES = 1024
"""For the grader, beside what an engine may use: its own limit is met first, and says so."""

LOCAL_WORKERS = 2
"""Others use the login node too; there only results are written, of what is graded already."""


@dataclass(frozen=True)
class SlurmOptions:
    """How to use Slurm.

    Attributes:
        folder: for the files of the rounds; every node must see it.
        options: of sbatch besides, such as "--partition=short".
        at_once: how many tasks of each array may run at the same time; 0 for as many as there is
            room for.
    """

    folder: Path
    options: tuple[str, ...] = ()
    at_once: int = 0


def run_on_slurm(
    jobs: Sequence[Job], options: SlurmOptions, on_news: OnNews, say: Say
) -> dict[Path, News]:
    """Run all jobs, and return the last news of each by its submission.

    Args:
        jobs: one for each submission.
        options: how to use Slurm.
        on_news: told of every check and every end.
        say: told in a sentence what is asked of Slurm.
    """
    try:
        return _run(jobs, options, _ToldOnce(on_news, jobs), say)
    except (KeyboardInterrupt, SystemExit, KitError):
        hint = _what_goes_on(options.folder)
        if hint:
            say(hint)
        raise


def _what_goes_on(folder: Path) -> str:
    """Return how to follow or end the tasks that go on when nobody watches; "" if none do."""
    files = folder
    try:
        latest = latest_round(folder)
        if latest is None:
            return ""
        files = latest.folder
        queued = queued_tasks(_array_names(latest))
    except KitError:  # this is a hint only: why the run ends is said by whoever ended it
        return (
            f"tasks may go on, and Slurm does not say which: their files are in {files}, and the "
            "same command follows them"
        )
    arrays = " ".join(sorted({waiting.array_number for waiting in queued}))
    if not arrays:
        return ""
    return f"the tasks go on: the same command follows them, and scancel {arrays} ends them"


def _run(jobs: Sequence[Job], options: SlurmOptions, tell: OnNews, say: Say) -> dict[Path, News]:
    before = running_round(options.folder)
    if before is not None:
        say(f"{before.folder.name} is in Slurm's queue already: going on with it")
        follow(before, tell, say)
    ends: dict[Path, News] = {}
    failures: dict[Path, tuple[Phase, News]] = {}
    for _ in range(TRIES):
        # Asked once: another grader may finish them meanwhile.
        unfinished = {
            job.submission: _unfinished(job) for job in jobs if job.submission not in ends
        }
        left = [job for job in jobs if unfinished.get(job.submission)]
        if not left:
            break
        this_round = _submitted(left, set().union(*unfinished.values()), options, say)
        for number, (phase, news) in follow(this_round, tell, say).items():
            if news.ending == "grader failed":
                failures[left[number].submission] = (phase, news)
                continue
            ends[left[number].submission] = news
            for other in get_args(Phase):
                if other not in this_round.phases:  # nobody has any of it left
                    tell(Said(left[number], other, news))
    others = [job for job in jobs if job.submission not in ends]
    for job in others:
        if job.submission in failures and _unfinished(job):
            phase, news = failures[job.submission]
            ends[job.submission] = news
            tell(Said(job, phase, news))
    # Graded already, by an earlier run or an earlier round: what is left is to write the result.
    graded = [job for job in others if job.submission not in ends]
    return ends | run_jobs(graded, LOCAL_WORKERS, tell)


def running_round(folder: Path) -> Round | None:
    """Return the round below `folder` whose tasks are in the queue still, if there is one."""
    latest = latest_round(folder)
    return latest if latest is not None and queued_tasks(_array_names(latest)) else None


class _ToldOnce:
    """Passes on how jobs do that are to be graded now; of each phase only one end."""

    def __init__(self, on_news: OnNews, jobs: Iterable[Job]) -> None:
        self._on_news = on_news
        self._names = {job.name for job in jobs}
        self._ended: set[tuple[Phase, str]] = set()

    def __call__(self, said: Said) -> None:
        end = (said.phase, said.job.name)
        if said.job.name in self._names and end not in self._ended:
            self._on_news(said)
            if said.news.ending is not None:
                self._ended.add(end)


def _unfinished(job: Job) -> list[str]:
    try:
        return unfinished_checks(job)
    except SubmissionError:  # which is said where results are written
        return []


def _array_names(this_round: Round) -> list[str]:
    return [this_round.array_name(phase) for phase in this_round.phases]


def _submitted(
    jobs: Sequence[Job], checks: Collection[str], options: SlurmOptions, say: Say
) -> Round:
    """Put the jobs into the queue, in those phases that have one of the checks."""
    of_phase = {phase: checks_of(phase, jobs[0].bases) for phase in get_args(Phase)}
    phases = [phase for phase, names in of_phase.items() if not set(checks).isdisjoint(names)]
    this_round = new_round(options.folder, jobs, phases)
    numbers: list[str] = []
    for phase in phases:
        program = [sys.executable, "-m", task.__name__, str(this_round.folder), phase]
        array = Array(
            name=this_round.array_name(phase),
            size=len(jobs),
            command=f"exec {shlex.join(program)}",
            log=this_round.log_file(phase, "%a"),
            options=(*_needs(phase, jobs[0]), *options.options),
            at_once=options.at_once,
            after=numbers[-1] if numbers else "",
        )
        numbers.append(submit(array))
    name, kinds = this_round.folder.name, " and ".join(phases)
    say(f"{name}: {len(jobs)} tasks for each of {kinds}, in Slurm's queue")
    return this_round


def _needs(phase: Phase, job: Job) -> tuple[str, ...]:
    """Return what a task needs, as options of sbatch; those of the user may say otherwise."""
    needs = ("--nodes=1", "--ntasks=1", "--time=60", "--kill-on-invalid-dep=yes")
    if phase == "timing":
        return (*needs, "--exclusive", "--mem=0")
    memory = read_rubric(job.options.rubric).limits.total_memory_megabytes + OWN_MEGABYTES
    return (*needs, "--cpus-per-task=2", f"--mem={memory}M")
