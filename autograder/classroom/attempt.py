"""What an export of a learning platform holds: who handed in what, and when.

Every reader of an export (`autograder.classroom.exports`) returns an `Export`, in which each file
is accounted for: it belongs to an attempt, or it is listed as left over with a reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath


@dataclass(frozen=True)
class Attempt:
    """One submission of one student, as it came.

    Attributes:
        student: what the export tells students apart by, such as Canvas' user number or a login.
        name: the student's name as the export writes it; "" if it does not.
        identifiers: whatever else the export says of who it is, by kind: "canvas_id", "moodle_id",
            "gradescope_id", "github", "login", "email", "sid".
        files: content by path below what the student handed in; archives are unpacked.
        left_out: what of the student's own files was not taken and why, a line each.
        submitted: when, with a time zone; None if the export does not say.
        late: whether the platform calls it late; None if it does not say.
        number: 1 for the student's first attempt in this export, in the order of handing in.
        sources: the export's files that it is made of.
    """

    student: str
    name: str
    files: Mapping[PurePosixPath, bytes]
    identifiers: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    submitted: datetime | None = None
    late: bool | None = None
    number: int = 1
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class LeftOver:
    """A file of an export that belongs to no attempt.

    Attributes:
        path: within the export, harmless to print.
        why: one clause, such as "its name is not one that Canvas gives".
    """

    path: str
    why: str


@dataclass(frozen=True)
class Export:
    """All that an export holds.

    Attributes:
        kind: which platform's, such as "Canvas".
        attempts: of all students, in the order of their names, then of handing in.
        left_over: the files that belong to no attempt.
    """

    kind: str
    attempts: tuple[Attempt, ...]
    left_over: tuple[LeftOver, ...] = ()
