"""What every reader of an export makes: attempts, and the reasons for the files in none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from pathlib import PurePosixPath

from autograder.classroom.attempt import Attempt
from autograder.classroom.exports.tree import Entry, listed
from autograder.intake.archive import Allowance, Opener, TooLargeError, take
from autograder.intake.members import Member, largest, why_not_taken

ARCHIVE_LEVELS = 2
"""An archive that was handed in, and one within it."""


@dataclass(frozen=True)
class Reading:
    """What a reader makes of an export.

    Attributes:
        kind: which platform's, such as "Canvas".
        attempts: in any order.
        why_not: why a file belongs to no attempt, if `reasons` does not say.
        reasons: why single files do not, by path within the export.
    """

    kind: str
    attempts: tuple[Attempt, ...]
    why_not: str
    reasons: Mapping[PurePosixPath, str] = field(default_factory=dict)


def attempt_of(
    student: str,
    name: str,
    entries: Mapping[PurePosixPath, Entry],
    *,
    identifiers: Mapping[str, str] | None = None,
    submitted: datetime | None = None,
    late: bool | None = None,
    notes: tuple[str, ...] = (),
    others: tuple[Entry, ...] = (),
) -> Attempt:
    """Make an attempt of a student's files.

    Args:
        student: what the export tells students apart by.
        name: as the export writes it.
        entries: by path below what the student handed in.
        identifiers: whatever else the export says of who it is.
        submitted: when.
        late: whether the platform calls it so.
        notes: what was left out already, a line each.
        others: what belongs to the attempt besides, and is not read here.
    """
    try:
        unpacked = take(_members(entries), Allowance(), deeper=ARCHIVE_LEVELS)
        files, left_out = unpacked.files, unpacked.left_out
    except TooLargeError as error:
        files, left_out = {}, (f"nothing of it is read: it {error}",)
    return Attempt(
        student=student,
        name=name,
        files=files,
        identifiers=identifiers or {},
        left_out=(*notes, *left_out),
        submitted=submitted,
        late=late,
        sources=tuple(listed(entry.path) for entry in (*entries.values(), *others)),
    )


def shared_beginning(names: Sequence[str]) -> str:
    """Return what all names begin with, up to a hyphen; "" if they share none.

    >>> shared_beginning(["search-alan", "search-al-khwarizmi"])
    'search-'
    """
    least, greatest = min(names), max(names)
    same = 0
    while same < len(least) and least[same] == greatest[same]:
        same += 1
    return least[: least.rfind("-", 0, same) + 1]


def _members(entries: Mapping[PurePosixPath, Entry]) -> Iterator[tuple[Member, Opener | None]]:
    for place, entry in entries.items():
        member = Member(str(place), True, False, entry.size)
        if why_not_taken(member, archives_too=True) is not None:
            yield member, None
            continue
        # Read here, so that a file that is broken costs this student one file, not the class all.
        data = entry.read(largest(place.name) + 1)
        yield member, None if data is None else _opener(data)


def _opener(data: bytes) -> Opener:
    return lambda: BytesIO(data)
