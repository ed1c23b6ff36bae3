"""Grade a class: from an export to the result of everybody, and what did not become one."""

import hashlib
import re
import time
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from autograder.classroom.attempt import Attempt
from autograder.classroom.attempt_files import lay_out
from autograder.classroom.batch import OnNews, run_jobs
from autograder.classroom.choice import Choice, newest_attempts
from autograder.classroom.class_run import ClassRun, NotGraded
from autograder.classroom.exports.recognise import read_export
from autograder.classroom.grade_student import Job, job_bases
from autograder.classroom.lateness import Extensions, hand_in, read_extensions
from autograder.classroom.roster import Matched, Roster, match, person_of, read_roster
from autograder.classroom.slurm.arrays import SlurmOptions, run_on_slurm, running_round
from autograder.classroom.slurm.progress import Say
from autograder.errors import SubmissionError, UsageError
from autograder.grading.grade import GradingOptions
from autograder.grading.result import HandIn, Result, read_result
from autograder.grading.rubric import Rubric, read_rubric

PRIVATE = 0o700
LONGEST_PART = 40
"""Of the name of a student's files, in letters."""


@dataclass(frozen=True)
class ClassOptions:
    """How to grade a class.

    Attributes:
        export: what the platform gave.
        out: the folder for everything that comes of it.
        grading: how to grade each submission.
        roster: of the class.
        extensions: of due dates.
        choice: which attempt of each student counts.
        workers: how many submissions are checked for correctness at the same time.
        students: only those whose name, login or file name holds one of these; everybody if empty.
        only_failed: only those without a result, or with one that is not final.
        rerun: forget what was found out about them before.
        slurm: grade as job arrays; None for this machine alone.
    """

    export: Path
    out: Path
    grading: GradingOptions
    roster: Path | None = None
    extensions: Path | None = None
    choice: Choice = "newest"
    workers: int = 1
    students: tuple[str, ...] = ()
    only_failed: bool = False
    rerun: bool = False
    slurm: SlurmOptions | None = None


@dataclass(frozen=True)
class PreparedClass:
    """A class that is ready to be graded.

    Attributes:
        jobs: of those who are to be graded now.
        everybody: the file names of all whose results belong to the class.
        run: what is known of the class beforehand.
    """

    jobs: tuple[Job, ...]
    everybody: tuple[str, ...]
    run: ClassRun


def prepare_class(options: ClassOptions) -> PreparedClass:
    """Read the export, choose the attempts and lay the submissions out.

    Raises:
        UsageError: the export, the roster or the extensions cannot be read, or nobody is chosen.
        InstructorError: the rubric is wrong.
    """
    if options.rerun and options.slurm is not None:
        running = running_round(options.slurm.folder)
        if running is not None:
            raise UsageError(
                f"{running.folder.name} is in Slurm's queue still: leave --rerun out to go on with "
                "it, or end its tasks with scancel first"
            )
    # Other students' work: where users are what keeps engines apart, no other user may read it.
    options.out.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    rubric = read_rubric(options.grading.rubric)
    export = read_export(options.export)
    attempts, superseded = newest_attempts(export, options.choice)
    roster = read_roster(options.roster) if options.roster else None
    matched = match(attempts, roster or Roster(()))
    extensions = Extensions()
    if options.extensions is not None:
        extensions = read_extensions(options.extensions, rubric.late, matched.people)
    students = {found.attempt.student: found.student for found in matched.found}
    desk = _Desk(options, rubric, job_bases(options.grading, rubric))
    jobs, not_graded = [], []
    for attempt in attempts:
        student = students.get(attempt.student)
        handed_in = hand_in(attempt, student, rubric.late, extensions)
        try:
            jobs.append(desk.job(attempt, handed_in))
        except SubmissionError as error:
            name = file_name(attempt)
            not_graded.append(NotGraded(submission=name, name=handed_in.name, why=str(error)))
    not_graded += _without_attempt(attempts, superseded, options.choice)
    chosen = [job for job in jobs if _is_chosen(job, options)]
    if not chosen and options.students:
        raise UsageError(f"nobody in {options.export} is called {' or '.join(options.students)}")
    if options.rerun:
        for job in chosen:
            job.journal.unlink(missing_ok=True)
    run = ClassRun(
        title=rubric.title,
        kind=export.kind,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        wall_seconds=0.0,
        results=(),
        not_graded=tuple(not_graded),
        left_over=tuple((one.path, one.why) for one in export.left_over),
        missing=tuple(person.shown for person in matched.missing) if roster else (),
        unknown=_unknown(matched) if roster else (),
        superseded=len(superseded),
        notes=extensions.not_applied,
    )
    return PreparedClass(tuple(chosen), tuple(job.name for job in jobs), run)


def grade_class(
    prepared: PreparedClass, options: ClassOptions, on_news: OnNews, say: Say
) -> ClassRun:
    """Run the jobs, and return the run with the results of everybody, those of before included.

    Whatever stops it, the next run goes on where it was.

    Args:
        prepared: the jobs.
        options: how to grade.
        on_news: told of every check and every end.
        say: told in a sentence what is asked of Slurm.
    """
    clock = time.monotonic()
    if options.slurm is not None:
        ends = run_on_slurm(prepared.jobs, options.slurm, on_news, say)
    else:
        ends = run_jobs(prepared.jobs, options.workers, on_news)
    not_graded = [
        NotGraded(
            submission=job.name,
            name=job.hand_in.name,
            why=ends[job.submission].why,
            grader_failed=ends[job.submission].ending == "grader failed",
        )
        for job in prepared.jobs
        if ends[job.submission].ending != "done"
    ]
    for one in (*prepared.run.not_graded, *not_graded):
        # It would be of what they handed in before.
        result_path(options.out, one.submission).unlink(missing_ok=True)
    paths = [result_path(options.out, name) for name in prepared.everybody]
    results = [read_result(path) for path in paths if path.exists()]
    return msgspec.structs.replace(
        prepared.run,
        wall_seconds=round(time.monotonic() - clock, 3),
        results=tuple(sorted(results, key=_by_name)),
        not_graded=(*prepared.run.not_graded, *not_graded),
    )


def _by_name(result: Result) -> tuple[str, str]:
    return (result.hand_in.name if result.hand_in else "", result.submission)


def result_path(out: Path, name: str) -> Path:
    """Return where the result document of a student's file name lies."""
    return out / "results" / f"{name}.json"


def file_name(attempt: Attempt) -> str:
    """Return the name of a student's files: the same one tomorrow, and nobody else's.

    >>> file_name(Attempt("Zoë Ångström_4711", "", {}))
    'zoe-angstrom_4711-6a73ff'
    """
    name, student = _plain(attempt.name), _plain(attempt.student)
    if student != attempt.student:  # something was lost, which may have told two apart
        student += f"-{hashlib.sha256(attempt.student.encode()).hexdigest()[:6]}"
    return f"{name}_{student}" if name and name not in student else student


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9_]+", "-", letters)[:LONGEST_PART].strip("-")


@dataclass(frozen=True)
class _Desk:
    """Where submissions are laid out for grading."""

    options: ClassOptions
    rubric: Rubric
    bases: Mapping[str, str]

    def job(self, attempt: Attempt, handed_in: HandIn) -> Job:
        """Write a submission's files, and return what is to be done with them.

        Raises:
            SubmissionError: it holds no answers.
        """
        out, name = self.options.out, file_name(attempt)
        folder = out / "submissions" / name
        return Job(
            submission=folder,
            hand_in=handed_in,
            left_out=lay_out(attempt, folder),
            options=self.options.grading,
            bases=self.bases,
            journal=out / "journal" / f"{name}.jsonl",
            results=out / "results",
        )


def _is_chosen(job: Job, options: ClassOptions) -> bool:
    if options.students:
        known = {job.name, job.hand_in.name, *job.hand_in.identifiers.values()}
        wanted = [student.casefold() for student in options.students]
        if not any(word in one.casefold() for one in known for word in wanted):
            return False
    return not (options.only_failed and _is_final(result_path(options.out, job.name)))


def _is_final(path: Path) -> bool:
    """Return whether there is a result that needs no other try."""
    if not path.exists():
        return False
    return not read_result(path).with_outcome("inconclusive", "error")


def _without_attempt(
    attempts: Sequence[Attempt], superseded: Sequence[Attempt], choice: Choice
) -> list[NotGraded]:
    """Return those who have attempts, but not the one that is asked for."""
    graded = {attempt.student for attempt in attempts}
    others = {a.student: a for a in superseded if a.student not in graded}
    return [
        NotGraded(
            submission=file_name(attempt),
            name=attempt.name or attempt.student,
            why=f"there is no attempt number {choice}: choose another with --attempt",
        )
        for attempt in others.values()
    ]


def _unknown(matched: Matched) -> tuple[str, ...]:
    unclear = [
        f"{person_of(one.attempt).shown} (perhaps {' or '.join(c.shown for c in one.candidates)})"
        for one in matched.unclear
    ]
    return (*(person_of(attempt).shown for attempt in matched.unknown), *unclear)
