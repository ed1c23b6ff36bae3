"""What Gradescope tells an autograder of the submission it is to grade.

Source: Gradescope Autograder Documentation, "Submission Metadata": the file
`/autograder/submission_metadata.json`. Its keys may change without notice, so unknown ones are
passed over and most may be missing. Where a student has dates of their own (an extension), they
stand in `assignment` of that user.
"""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec

from autograder.errors import UsageError
from autograder.grading.result import HandIn
from autograder.visible_text import visible

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Dates(msgspec.Struct, frozen=True, kw_only=True):
    """When an assignment is released and due, for one student or for all; None if it is not set."""

    release_date: Moment | None = None
    due_date: Moment | None = None
    late_due_date: Moment | None = None


class Assignment(Dates, frozen=True, kw_only=True):
    """The assignment as Gradescope knows it.

    Attributes:
        id: in Gradescope; `course_id` too.
        title: in Gradescope.
        total_points: with those given by hand.
        group_submission: whether several may hand in together, `group_size` at most.
    """

    id: int | None = None
    course_id: int | None = None
    title: str = ""
    total_points: float | None = None
    group_submission: bool | None = None
    group_size: int | None = None


class User(msgspec.Struct, frozen=True, kw_only=True):
    """One of those who handed in.

    Attributes:
        assignment: the dates that hold for this student.
    """

    id: int | None = None
    email: str | None = None
    name: str | None = None
    assignment: Dates | None = None


class PreviousSubmission(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier attempt of the same students."""

    submission_time: Moment | None = None
    score: float | None = None


class SubmissionMetadata(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file.

    Attributes:
        id: of the submission.
        created_at: when it was handed in.
        submission_method: "upload", "GitHub" or "Bitbucket".
        users: one, or a group.
    """

    id: int
    created_at: Moment
    assignment: Assignment = Assignment()
    submission_method: str = ""
    users: tuple[User, ...] = ()
    previous_submissions: tuple[PreviousSubmission, ...] = ()

    @property
    def attempt(self) -> int:
        """1 for the first."""
        return len(self.previous_submissions) + 1

    @property
    def due(self) -> datetime | None:
        """When it was due for those who handed in: of a group's dates the latest."""
        own = [user.assignment.due_date for user in self.users if user.assignment is not None]
        dates = [date for date in own if date is not None]
        return max(dates) if dates else self.assignment.due_date

    @property
    def late_seconds(self) -> float:
        """After it was due; 0 if in time or never due."""
        return max(0.0, (self.created_at - self.due).total_seconds()) if self.due else 0.0

    def hand_in(self) -> HandIn:
        """Return who it is from and when it came; the penalty is the course's to say."""
        kinds = {"gradescope_id": [str(user.id) for user in self.users if user.id is not None]}
        kinds["email"] = [visible(user.email) for user in self.users if user.email]
        return HandIn(
            name=", ".join(visible(user.name) for user in self.users if user.name),
            identifiers={kind: ", ".join(values) for kind, values in kinds.items() if values},
            submitted=self.created_at.isoformat(),
            attempt=self.attempt,
            due=self.due.isoformat() if self.due else "",
            late_seconds=self.late_seconds,
        )


def read_submission_metadata(path: Path) -> SubmissionMetadata:
    """Read the file that Gradescope's harness leaves.

    Raises:
        UsageError: it cannot be read, or is not what the documentation says.
    """
    try:
        # Lax: the total of points is a number in quotes.
        return msgspec.json.decode(path.read_bytes(), type=SubmissionMetadata, strict=False)
    except (OSError, UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise UsageError(
            f"{path} is not Gradescope's submission_metadata.json: {error}; grade without it, or "
            "take the file that Gradescope writes"
        ) from error
