"""nbgrader: the folder `submitted/` of a course, or the course's own.

Source of the names: nbgrader's documentation ("The philosophy and the approach", directory
structure) and `nbgrader/exchange/default/submit.py`, which writes `timestamp.txt`:

    submitted/STUDENT/ASSIGNMENT/serial.py          or notebooks with answer cells
    submitted/STUDENT/ASSIGNMENT/timestamp.txt      2026-02-28 21:38:57.243766 UTC

The time is written as `Exchange.timestamp_format` says, "%Y-%m-%d %H:%M:%S.%f %Z" unless it was
changed; the zone may also be an offset or a name such as Europe/Berlin. A time without a zone is
UTC to nbgrader (`utils.parse_utc`); one in a zone that cannot be told, such as PDT, is no time.
"""

import re
from collections import defaultdict
from datetime import UTC, datetime, tzinfo
from pathlib import PurePosixPath
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from autograder.assignment.files import ANSWER_FILES
from autograder.classroom.exports.reading import Reading, attempt_of
from autograder.classroom.exports.tree import Entry, Tree
from autograder.classroom.exports.written_time import time_of
from autograder.errors import UsageError
from autograder.intake.members import is_archive_name, is_notebook_name, largest, shown
from autograder.intake.notebooks import NotANotebookError, answers_in

KIND = "nbgrader"
SUBMITTED = "submitted"
TIMESTAMP = PurePosixPath("timestamp.txt")
LONGEST_TIMESTAMP = 200
ZONED = re.compile(
    r"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(?: ([\w/+-]+))?", re.ASCII
)

Files = dict[PurePosixPath, Entry]


def read_nbgrader(tree: Tree) -> Reading | None:
    """Read a tree of nbgrader's; None if it is none.

    Raises:
        UsageError: it holds this assignment under several names.
    """
    for base in tree.bases():
        for root in (base, base / SUBMITTED):
            entries = tree.below(root)
            handed_in: dict[tuple[str, str], Files] = defaultdict(dict)
            for path, entry in entries.items():
                if len(path.parts) > 2:
                    handed_in[path.parts[0], path.parts[1]][PurePosixPath(*path.parts[2:])] = entry
            is_named = root.name == SUBMITTED or (not root.parts and tree.name == SUBMITTED)
            stamped = any(TIMESTAMP in files for files in handed_in.values())
            if handed_in and (is_named or stamped):
                return _read(handed_in)
    return None


def _read(handed_in: dict[tuple[str, str], Files]) -> Reading:
    ours = _assignment(handed_in)
    attempts = []
    reasons: dict[PurePosixPath, str] = {}
    for (student, assignment), files in handed_in.items():
        if assignment != ours:
            reasons |= {e.path: f"it belongs to {shown(assignment)}" for e in files.values()}
            continue
        timestamp = files.pop(TIMESTAMP, None)
        time = _time(timestamp) if timestamp else None
        attempts.append(
            attempt_of(
                student,
                "",
                files,
                identifiers={"login": student},
                submitted=time,
                notes=("timestamp.txt: no time can be read in it",)
                if timestamp and not time
                else (),
                others=(timestamp,) if timestamp else (),
            )
        )
    return Reading(
        KIND, tuple(attempts), "it does not lie in submitted/STUDENT/ASSIGNMENT", reasons
    )


def _assignment(handed_in: dict[tuple[str, str], Files]) -> str:
    """Return the one assignment that the submissions answer."""
    names = {assignment for _, assignment in handed_in}
    answered = {
        name for (_, name), files in handed_in.items() if any(map(_may_answer, files.values()))
    }
    choice = answered or names
    if len(choice) > 1:
        where = ", ".join(sorted(shown(name) for name in choice))
        raise UsageError(
            f"several assignments hold answers: {where}; give a folder with one of them"
        )
    return choice.pop()


def _may_answer(entry: Entry) -> bool:
    name = entry.path.name
    if is_notebook_name(name):  # of which a course is full: only its cells tell whose it is
        try:
            return bool(answers_in(entry.read(largest(name) + 1) or b""))
        except NotANotebookError:
            return False
    return name in ANSWER_FILES or is_archive_name(name)


def _time(timestamp: Entry) -> datetime | None:
    text = (timestamp.read(LONGEST_TIMESTAMP) or b"").decode("utf-8-sig", "replace").strip()
    found = ZONED.fullmatch(text)
    try:
        if found is None or (zone := found[2]) is None or zone[0] in "+-":
            return time_of(text) or time_of(f"{text} UTC")
        return datetime.fromisoformat(found[1]).replace(tzinfo=_zone(zone))
    except (ValueError, ZoneInfoNotFoundError, OSError):
        return None


def _zone(name: str) -> tzinfo:
    return UTC if name in ("UTC", "Z") else ZoneInfo(name)
