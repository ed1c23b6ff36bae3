"""Which submissions a grading run is about, and what the run as a whole came to."""

from collections.abc import Sequence
from pathlib import Path

from autograder.engines.workspace import submission_folder
from autograder.errors import UsageError
from autograder.grading.grade import submission_name
from autograder.grading.result import Result

ALL_GRADED, BELOW, UNDECIDED, GRADER_FAILED = 0, 1, 3, 4


def find_submissions(paths: Sequence[Path]) -> list[Path]:
    """Return the submissions among `paths`; a folder that is none may hold several.

    Raises:
        UsageError: a path leads to no submission, or two have the same name.
    """
    found = [submission for path in paths for submission in _submissions_at(path)]
    named: dict[str, Path] = {}
    for submission in found:
        twin = named.setdefault(submission_name(submission), submission)
        if twin is not submission:
            raise UsageError(
                f"{twin} and {submission} have the same name, so their result documents would too: "
                "grade them one after the other with different --results"
            )
    return found


def _submissions_at(path: Path) -> list[Path]:
    try:
        submission_folder(path)
    except UsageError:
        folders = sorted(path.iterdir()) if path.is_dir() else []
        inside = [child for child in folders if _is_submission(child)]
        if not inside:
            raise
        return inside
    return [path]


def _is_submission(path: Path) -> bool:
    try:
        submission_folder(path)
    except UsageError:
        return False
    return True


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
