"""Canvas: the zip file of "Download Submissions".

Source of the names: Canvas LMS, `lib/content_zipper.rb` (`add_submission`, `get_filename`) and
`app/models/attachment.rb` (`make_unique_filename`). Every attached file lies at the top, as

    lovelaceada_1234_56789_serial.py            name, user, attachment, file
    lovelaceada_LATE_1234_56789_serial.py       handed in late (older versions write `late`)
    anon_aB3dE_56789_serial.py                  marked anonymously
    lovelaceada_1234_text.html, ..._link.html   a text or an address instead of files

The name is the sortable one in small letters, without spaces and punctuation; the letters need not
be Latin ones. A file that a student uploads again becomes `serial-1.py`, and from the eighth time
on `serial-` with a UUID. Only the newest attempt is in the zip file; it does not say when that was.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.classroom.attempt import Attempt
from autograder.classroom.exports.reading import Reading, attempt_of
from autograder.classroom.exports.tree import Entry, Tree
from autograder.intake.members import shown

KIND = "Canvas"
# The first pair of numbers counts, as it does for Canvas when graded files are uploaded again.
NAME = re.compile(
    r"(?:(?P<anonymously_late>LATE_)?(?P<anonymous>anon_[0-9A-Za-z]{5})"
    r"|(?P<name>.*?)_(?P<late>(?:LATE|late)_)?(?P<user>[0-9]+))_"
    r"(?:(?P<attachment>[0-9]+)_(?P<file>.+)|(?P<entry>(?:text|link)\.html))",
    re.DOTALL,
)
# No module can have a hyphen in its name, so that nothing of the student's own is cut off.
UPLOADED_AGAIN = re.compile(r"-(?:[0-9]{1,2}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.py$")


@dataclass(frozen=True)
class _Attached:
    entry: Entry
    place: PurePosixPath
    name: re.Match[str]

    @property
    def student(self) -> str:
        return self.name["user"] or self.name["anonymous"]


def read_canvas(tree: Tree) -> Reading | None:
    """Read an export of Canvas; None if it is none."""
    for base in tree.bases():
        entries = tree.below(base)
        attached = [
            _Attached(entry, _place(path, name), name)
            for path, entry in entries.items()
            if (name := NAME.fullmatch(path.parts[0]))
        ]
        if attached and 2 * len(attached) >= len(entries):
            students: dict[str, list[_Attached]] = defaultdict(list)
            for file in attached:
                students[file.student].append(file)
            attempts = tuple(_attempt(student, files) for student, files in students.items())
            return Reading(KIND, attempts, "its name is not one that Canvas gives")
    return None


def _place(path: PurePosixPath, name: re.Match[str]) -> PurePosixPath:
    """Return where a file lay for the student, who may have uploaded it more than once."""
    first = name["file"] or name["entry"]
    return PurePosixPath(UPLOADED_AGAIN.sub(".py", first), *path.parts[1:])


def _attempt(student: str, files: list[_Attached]) -> Attempt:
    # Attachments are numbered in the order of their uploads: the newest of a name is kept.
    newest_first = sorted(files, key=lambda file: -int(file.name["attachment"] or 0))
    kept: dict[PurePosixPath, Entry] = {}
    older: list[Entry] = []
    for file in newest_first:
        if kept.setdefault(file.place, file.entry) is not file.entry:
            older.append(file.entry)
    return attempt_of(
        student,
        files[0].name["name"] or "",
        kept,
        identifiers={"canvas_id": student} if student.isdigit() else {},
        late=any(file.name["late"] or file.name["anonymously_late"] for file in files),
        notes=tuple(f"{shown(entry.path)}: it was uploaded again later" for entry in older),
        others=tuple(older),
    )
