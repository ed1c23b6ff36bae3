"""Grade one student's submission in a process of its own: what is not in the journal yet."""

import os
import shutil
import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal

import msgspec

from autograder.checks.examiner import Examiner
from autograder.checks.interleavings import remember_all_right
from autograder.classroom.journal import Journal, open_journal
from autograder.engines.isolation.choice import choose_level
from autograder.engines.mpi_runtime import find_mpi
from autograder.errors import GraderError, KitError
from autograder.grading.grade import (
    STATE,
    GradingOptions,
    chosen_checks,
    open_examiner,
    result_document,
    seed_of,
    settle,
)
from autograder.grading.keys import check_bases, check_keys
from autograder.grading.result import CheckOutcome, CheckResult, HandIn, priced, write_result
from autograder.grading.rubric import Rubric, read_rubric
from autograder.grading.seed import submission_seed
from autograder.intake.submission import Submission, take_in
from autograder.intake.temporary import temporary_folder

INTERLEAVINGS = "threads.interleavings"
Phase = Literal["correctness", "timing"]
Ending = Literal["done", "refused", "grader failed"]


@dataclass(frozen=True)
class Job:
    """What to do for one student.

    Attributes:
        submission: the folder to grade; its name is the student's file name.
        hand_in: who it is from.
        left_out: what was not taken of what they handed in, and why.
        options: how to grade; the isolation is a level's name.
        bases: of the keys, by check; see `autograder.grading.keys`.
        journal: what is done is kept there.
        results: the folder for the result document.
    """

    submission: Path
    hand_in: HandIn
    left_out: tuple[str, ...]
    options: GradingOptions
    bases: Mapping[str, str]
    journal: Path
    results: Path

    @property
    def name(self) -> str:
        """The name of the student's files."""
        return self.submission.name


@dataclass(frozen=True)
class News:
    """What the process of a job says: a check that has ended, or how the job did, as the last.

    Attributes:
        check: the name of a check that has ended, and its `outcome`.
        ending: None while the job goes on.
        why: one sentence, if something went wrong.
    """

    check: str = ""
    outcome: CheckOutcome | None = None
    ending: Ending | None = None
    why: str = ""


Tell = Callable[[News], None]


def checks_of(phase: Phase, bases: Mapping[str, str]) -> list[str]:
    """Return the names of the checks of a phase: timing wants the machine for itself."""
    return [name for name in bases if name.startswith("timing.") == (phase == "timing")]


def grade_student(job: Job, phase: Phase, parent: Connection) -> None:
    """Run the checks of a phase that are not finished, and write the result if nothing is left.

    This is the main function of a process. It ends when the process at the other end of `parent`
    does, however that may die.
    """
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to hear
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    parent.send(do_job(job, phase, parent.send))


def do_job(job: Job, phase: Phase, tell: Tell) -> News:
    """Run the checks of a phase that are not finished, and write the result if nothing is left.

    Args:
        job: for one student.
        phase: which checks.
        tell: told of every check that has ended.

    Returns:
        How it ended; whatever went wrong is said there.
    """
    try:
        with open_journal(job.journal) as journal:
            _grade(job, phase, journal, tell)
    except KitError as error:
        ours = isinstance(error, GraderError)
        return News(ending="grader failed" if ours else "refused", why=str(error))
    except Exception as error:  # noqa: BLE001 - the process boundary: the others are graded
        return News(ending="grader failed", why=f"{type(error).__name__}: {error}")
    return News(ending="done")


def unfinished_checks(job: Job) -> list[str]:
    """Return the names of the checks that have yet to be run, or run again.

    Raises:
        SubmissionError: it cannot be graded as it was handed in.
    """
    with take_in(job.submission) as submission:
        keys = check_keys(job.bases, submission)
    with open_journal(job.journal) as journal:
        return journal.unfinished(keys)


def job_bases(options: GradingOptions, rubric: Rubric) -> dict[str, str]:
    """Return what the outcomes of the chosen checks follow from, the submission apart.

    Raises:
        UsageError: the isolation or the MPI does not work here, or there is no such check.
    """
    this_machine = submission_seed("", STATE)
    circumstances = (
        choose_level(options.isolation).name,
        find_mpi(options.mpi).name,
        str(this_machine),
    )
    return check_bases(rubric, chosen_checks(rubric, options), circumstances)


def stop(*_: object) -> None:
    """End the process at a signal, its engines first."""
    raise SystemExit(1)


def _end_with(parent: Connection) -> None:
    """Wait until the parent hangs up; nothing else ever comes."""
    try:
        parent.recv()
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)


def _grade(job: Job, phase: Phase, journal: Journal, tell: Tell) -> None:
    rubric = read_rubric(job.options.rubric)
    with temporary_folder() as root, take_in(_copied(job.submission, root)) as submission:
        keys = check_keys(job.bases, submission)

        def keep(check: CheckResult) -> None:
            journal.write(msgspec.structs.replace(check, key=keys[check.name]))
            tell(News(check=check.name, outcome=check.outcome))

        to_run = journal.unfinished({name: keys[name] for name in checks_of(phase, keys)})
        if to_run:
            options = replace(job.options, only=tuple(to_run))
            level = choose_level(options.isolation)
            with open_examiner(submission, rubric, options, level) as examiner:
                _tell_what_is_known(examiner, journal.latest(keys))
                settle(examiner, rubric, chosen_checks(rubric, options), keep)
        latest = journal.latest(keys)
        if len(latest) == len(keys):
            _write_result(job, submission, rubric, [latest[name] for name in keys])


def _tell_what_is_known(examiner: Examiner, checks: Mapping[str, CheckResult]) -> None:
    """Spare an examiner what takes seconds to find out and was found out before."""
    explored = checks.get(INTERLEAVINGS)
    if explored is not None and explored.outcome == "passed" and explored.notes:
        remember_all_right(examiner, explored.notes[-1])


def _copied(folder: Path, root: Path) -> Path:
    """Copy a submission: whoever brings a newer export replaces the folder, even just now.

    Copied in between, it may be a bit of both; then its keys are those of that, and nobody's.
    """
    return Path(shutil.copytree(folder, root / folder.name))


def _write_result(
    job: Job, submission: Submission, rubric: Rubric, checks: list[CheckResult]
) -> None:
    """Write the result document; points are given by the rubric of now."""
    level = choose_level(job.options.isolation)
    at_points_of_now = [priced(check, rubric) for check in checks]
    document = result_document(
        submission, rubric, job.options, level, at_points_of_now, seed=seed_of(submission)
    )
    left_out = (*job.left_out, *document.left_out)
    document = msgspec.structs.replace(document, hand_in=job.hand_in, left_out=left_out)
    write_result(document, job.results)
