"""Which submissions a grading run is about, and what the run as a whole came to."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from autograder.errors import InstructorError, SubmissionError, UsageError
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.result import CheckResult, Result, write_result
from autograder.intake.submission import is_submission, submission_folder, submission_name

ALL_GRADED, BELOW, REFUSED, UNDECIDED, GRADER_FAILED = 0, 1, 2, 3, 4


@dataclass(frozen=True)
class Found:
    """What there is to grade.

    Attributes:
        submissions: folders and archives.
        others: what lay among them and is none.
    """

    submissions: tuple[Path, ...]
    others: tuple[Path, ...]


def find_submissions(paths: Sequence[Path]) -> Found:
    """Return the submissions among `paths`; a folder that is none may hold several.

    Raises:
        UsageError: a path leads to no submission, or two have the same name.
    """
    found = [_at(path) for path in paths]
    submissions = [submission for one in found for submission in one.submissions]
    named: dict[str, Path] = {}
    for submission in submissions:
        # As the least careful of file systems would tell them apart.
        name = unicodedata.normalize("NFKC", submission_name(submission)).casefold()
        twin = named.setdefault(name, submission)
        if twin is not submission:
            raise UsageError(
                f"{twin} and {submission} have the same name, so their result documents would too: "
                "grade them one after the other with different --results"
            )
    return Found(tuple(submissions), tuple(other for one in found for other in one.others))


def _at(path: Path) -> Found:
    if is_submission(path):
        return Found((path,), ())
    children = sorted(path.iterdir()) if path.is_dir() else []
    # A link among the submissions may lead to somebody else's.
    inside = [child for child in children if not child.is_symlink() and is_submission(child)]
    if not inside:
        submission_folder(path)  # says what is wrong with it
    others = (child for child in children if child not in inside and child.name[0] != ".")
    return Found(tuple(inside), tuple(others))


class SubmissionReport(Protocol):
    """Tells of one submission while it is graded."""

    def show(self, check: CheckResult) -> None:
        """Tell of a check that has ended."""

    def close(self, result: Result, document: Path) -> None:
        """Tell how it ended, and where the document is."""

    def refuse(self, error: Exception) -> None:
        """Tell why there is no result."""


@dataclass(frozen=True)
class Batch:
    """What became of the submissions of a run.

    Attributes:
        results: of those that were graded.
        refused: how many could not be graded as they were handed in.
        failed: with how many the grader itself failed.
    """

    results: list[Result]
    refused: int
    failed: int

    def status(self, fail_under: float | None, *, others: int) -> int:
        """Return the exit status: the gravest thing that happened; `others` are no submissions."""
        status = grading_status(self.results, fail_under)
        if self.failed or status == GRADER_FAILED:
            return GRADER_FAILED
        return REFUSED if self.refused or others else status


def grade_all(
    submissions: Sequence[Path],
    options: GradingOptions,
    folder: Path,
    report_on: Callable[[Path], SubmissionReport],
) -> Batch:
    """Grade one submission after the other; what is wrong with one does not stop the others.

    Args:
        submissions: folders and archives.
        options: how to grade.
        folder: for the result documents.
        report_on: returns the report of a submission.

    Raises:
        KitError: something is wrong that concerns all of them.
    """
    results: list[Result] = []
    refused = failed = 0
    for path in submissions:
        report = report_on(path)
        try:
            result = grade_submission(path, options, report.show)
            report.close(result, write_result(result, folder))
            results.append(result)
        except (UsageError, InstructorError) as error:
            if not isinstance(error, SubmissionError):
                raise
            report.refuse(error)
            refused += 1
        except Exception as error:  # noqa: BLE001 - the boundary: the others are graded all the same
            report.refuse(error)
            failed += 1
    return Batch(results, refused, failed)


def grading_status(results: Sequence[Result], fail_under: float | None) -> int:
    """Return the exit status of a run: the gravest thing that happened.

    Args:
        results: of every submission.
        fail_under: percentage of the possible points below which a submission counts as failed.
    """
    if any(result.with_outcome("error") for result in results):
        return GRADER_FAILED
    if any(result.undecided for result in results):
        return UNDECIDED
    if fail_under is not None and any(
        100 * result.points < fail_under * result.possible for result in results
    ):
        return BELOW
    return ALL_GRADED
