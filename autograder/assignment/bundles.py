"""The zips that are handed out: one for students, one for Gradescope's autograder.

Which file goes where is said in `autograder.assignment.contents`. A zip is the same, byte for byte,
whenever it is made of the same files: the order is fixed, and so are the times and the rights.
"""

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from autograder.assignment.contents import (
    CUT,
    GRADERS,
    GRADERS_TOP,
    STUDENTS,
    STUDENTS_README,
    STUDENTS_TOP,
    Table,
    listed_files,
)
from autograder.assignment.files import (
    ANSWER_FILES,
    NOTEBOOKS,
    PACKAGE,
    PUT_ASIDE,
    RUNG_FILES,
    kit_root,
)
from autograder.assignment.nbgrader_course import released_notebooks
from autograder.assignment.public_rubric import public_rubric
from autograder.assignment.release import MARK, starter_files
from autograder.errors import InstructorError, UsageError

RUBRIC = PurePosixPath("autograder/rubric.toml")
README = PurePosixPath("README.md")
RELATIVE_LINK = re.compile(r"\]\((?!\w+:|#|/)")
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can write down (PKWARE's APPNOTE.TXT, "date and time fields")."""

UNIX = 3
READABLE, RUNNABLE = 0o100644, 0o100755

Files = dict[PurePosixPath, bytes]


def student_bundle(target: Path) -> list[str]:
    """Write the students' zip and return the names that are in it.

    Raises:
        InstructorError: the kit is not whole, or an answer would be handed out.
        UsageError: `target` cannot be written.
    """
    root = kit_root()
    files = _as_they_are(root, STUDENTS) | _one_storey_up(root, STUDENTS_TOP)
    files |= {file: _cut(root, file) for file in listed_files(root, CUT)}
    for name in ANSWER_FILES:
        files[PurePosixPath(PUT_ASIDE, f"{name}.txt")] = files[PurePosixPath(PACKAGE, name)]
    for name, text in released_notebooks(root).items():
        files[PurePosixPath(NOTEBOOKS, name)] = text.encode()
    [guide] = listed_files(root, STUDENTS_README)
    files[README] = _read_me(root, guide)
    _refuse_answers(root, files)
    return _write_zip(target, files)


def gradescope_bundle(target: Path) -> list[str]:
    """Write the zip of Gradescope's autograder and return the names that are in it.

    Source: Gradescope's documentation, "Autograder Specifications": setup.sh and run_autograder lie
    at the top.

    Raises:
        InstructorError: the kit is not whole.
        UsageError: `target` cannot be written.
    """
    root = kit_root()
    files = _one_storey_up(root, GRADERS_TOP)
    for table in (STUDENTS, CUT, GRADERS):
        files |= _as_they_are(root, table)
    return _write_zip(target, files)


def _as_they_are(root: Path, table: Table) -> Files:
    return {file: (root / file).read_bytes() for file in listed_files(root, table)}


def _one_storey_up(root: Path, table: Table) -> Files:
    return {
        PurePosixPath(*file.parts[2:]): (root / file).read_bytes()
        for file in listed_files(root, table)
    }


def _read_me(root: Path, guide: PurePosixPath) -> bytes:
    """Return a guide as it reads at the top of the zip: its links begin in its own folder."""
    text = (root / guide).read_text(encoding="utf-8")
    return RELATIVE_LINK.sub(f"]({guide.parent}/", text).encode()


def _cut(root: Path, file: PurePosixPath) -> bytes:
    """Return what students get of a file that holds more than they may see.

    starter/ is cut anew: the one that lies in the kit may have been filled in to try something.
    """
    if file == RUBRIC:
        return public_rubric((root / file).read_text(encoding="utf-8")).encode()
    return starter_files(root / "solution")[file.name].encode()


def _refuse_answers(root: Path, files: Mapping[PurePosixPath, bytes]) -> None:
    """Look once more at what is to be handed out, whatever the tables say.

    Raises:
        InstructorError: a mark is left, or a file of the answers has none.
    """
    for file, content in files.items():
        if MARK.encode() in content:
            raise InstructorError(f"{file} would be handed out with a mark of a solution in it")
    for name in ANSWER_FILES + RUNG_FILES:
        if files[PurePosixPath(PACKAGE, name)] == (root / "solution" / name).read_bytes():
            raise InstructorError(
                f"solution/{name} would be handed out as it is, since nothing in it is marked: "
                f"put ### {MARK} and ### END SOLUTION around each answer"
            )


def _write_zip(target: Path, files: Mapping[PurePosixPath, bytes]) -> list[str]:
    names = sorted(str(file) for file in files)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as bundle:
        for name in names:
            content = files[PurePosixPath(name)]
            member = zipfile.ZipInfo(name, EARLIEST)
            member.create_system = UNIX
            # What begins like a script is one.
            rights = RUNNABLE if content.startswith(b"#!") else READABLE
            member.external_attr = rights << 16
            bundle.writestr(member, content, zipfile.ZIP_DEFLATED, compresslevel=9)
    try:
        target.write_bytes(archive.getvalue())
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}") from error
    return names
