"""Gradescope: the zip file of "Export Submissions" of a programming assignment.

Source: public programs that read such exports and agree on these fields. Gradescope itself
documents only what its autograders get (`submission_metadata.json`), so any field may be missing:

    assignment_4567_export/submission_metadata.yml
    assignment_4567_export/submission_123/starter/serial.py

The metadata name each folder's `:submitters` (`:name`, `:sid`, `:email`), its `:created_at` with a
time zone, its `:score`, and under `:history` the earlier submissions, whose files are not in the
export. A group's submission is an attempt of each of its members.
"""

from collections import defaultdict
from pathlib import PurePosixPath

from autograder.classroom.attempt import Attempt
from autograder.classroom.exports.metadata import LARGEST_METADATA, read_nodes
from autograder.classroom.exports.reading import Reading, attempt_of
from autograder.classroom.exports.tree import Entry, Tree
from autograder.classroom.exports.written_time import time_of
from autograder.errors import UsageError

KIND = "Gradescope"
METADATA = PurePosixPath("submission_metadata.yml")
READ_FIELDS = ((":submitters",), (":created_at",))
MOST_FIELDS = 1_000


def read_gradescope(tree: Tree) -> Reading | None:
    """Read an export of Gradescope; None if it is none.

    Raises:
        UsageError: its metadata cannot be read.
    """
    for base in tree.bases():
        entries = tree.below(base)
        metadata = entries.pop(METADATA, None)
        if metadata is not None:
            attempts = _attempts(_fields(metadata), entries)
            reasons = {metadata.path: "it says who handed in what, and was read"}
            return Reading(KIND, attempts, "submission_metadata.yml does not name it", reasons)
    return None


def _fields(metadata: Entry) -> dict[str, dict[tuple[str | int, ...], str]]:
    """Return each submission's fields."""
    content = metadata.read(LARGEST_METADATA + 1)
    if content is None:
        raise UsageError("submission_metadata.yml cannot be read: export the submissions again")
    fields: dict[str, dict[tuple[str | int, ...], str]] = defaultdict(dict)
    for keys, value in read_nodes(content):
        of_submission = fields[str(keys[0])]
        if keys[1:2] in READ_FIELDS and len(of_submission) < MOST_FIELDS:
            of_submission[keys[1:]] = value
    return fields


def _attempts(
    submissions: dict[str, dict[tuple[str | int, ...], str]], entries: dict[PurePosixPath, Entry]
) -> tuple[Attempt, ...]:
    folders: dict[str, dict[PurePosixPath, Entry]] = defaultdict(dict)
    for path, entry in entries.items():
        # A submission that is one file lies beside the folders of the others.
        folders[path.parts[0]][PurePosixPath(*(path.parts[1:] or path.parts))] = entry
    attempts = []
    for submission, fields in submissions.items():
        files = folders.get(submission, {})
        notes = () if files else ("the export holds no files of this submission",)
        created = fields.get((":created_at",)) or fields.get((":created_at", "utc"), "")
        people = {keys[1] for keys in fields if keys[0] == ":submitters" and len(keys) > 1}
        for number in range(len(people) or 1):
            name, sid, email = (
                fields.get((":submitters", number, key), "") for key in (":name", ":sid", ":email")
            )
            known = {
                "email": email,
                "sid": sid,
                "gradescope_id": submission.removeprefix("submission_"),
            }
            attempts.append(
                attempt_of(
                    email or sid or name or submission,
                    name,
                    files,
                    identifiers={kind: value for kind, value in known.items() if value},
                    submitted=time_of(created),
                    notes=notes,
                )
            )
    return tuple(attempts)
