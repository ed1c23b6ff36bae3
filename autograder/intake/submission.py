"""Take a submission in: a folder or an archive, of which only what the contract allows is used."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment.files import (
    ANSWER_FILES,
    FAST,
    NOTEBOOKS,
    PACKAGE,
    RUNG_NAMES,
    reference_folder,
)
from autograder.errors import SubmissionError
from autograder.intake.allowed import LARGEST_FILE, LONGEST_NAME, sort_files
from autograder.intake.answers import NAMES, find_answers
from autograder.intake.archive import is_archive, unpack
from autograder.intake.members import ENDINGS
from autograder.intake.notebooks import (
    ComposedFiles,
    answers_nothing,
    files_from,
    read_notebooks,
)
from autograder.intake.rungs import answered_rungs
from autograder.intake.temporary import temporary_folder
from autograder.intake.tripwires import Tripwire, find_tripwires
from autograder.visible_text import visible


@dataclass(frozen=True)
class Submission:
    """What was handed in.

    Attributes:
        name: by which it goes, harmless to print.
        folder: that holds the answers.
        left_out: what was not taken and why, a line each.
        tripwires: what a person should look at.
        rungs: of the ladder, that it answers.
        is_temporary: whether the folder is thrown away afterwards.
    """

    name: str
    folder: Path
    left_out: tuple[str, ...]
    tripwires: tuple[Tripwire, ...]
    rungs: frozenset[str] = frozenset()
    is_temporary: bool = False

    def answers(self, check: str) -> bool:
        """Return whether a check is for it: those of rungs that it leaves as they were are not."""
        part = check.partition(".")[0]
        return part not in RUNG_NAMES or part in self.rungs


@contextmanager
def take_in(path: Path) -> Iterator[Submission]:
    """Open a submission; what an archive or notebooks hold is laid out while the context lasts.

    Raises:
        SubmissionError: there is none at `path`, or the archive cannot be unpacked.
    """
    composed = _from_notebooks(path)
    if composed is None and not is_archive(path):
        yield _submission(path, submission_folder(path), ())
        return
    with temporary_folder() as root:
        if composed is not None:
            notes = _write(composed.files, root, composed.notes)
        else:
            unpacked = unpack(path)
            answers = find_answers(visible(path.name), unpacked.files)
            notes = _write(answers.files, root, (*unpacked.left_out, *answers.notes))
        yield replace(_submission(path, root, notes), is_temporary=True)


def submission_name(path: Path) -> str:
    """Return the name a submission goes by: its folder's, or its archive's without the ending."""
    name = path.resolve().name
    return named_by(without_ending(name) if is_archive(path) else name)


def without_ending(archive: str) -> str:
    """Return an archive's name without the ending."""
    for ending in sorted(ENDINGS, key=len, reverse=True):
        if archive.lower().endswith(ending):
            return archive[: -len(ending)]
    return archive


def named_by(name: str) -> str:
    """Return a name that is harmless to print and can be a file's."""
    name = visible(name)
    if len(name.encode()) > LONGEST_NAME:  # it names a file as well
        name = name.encode()[:LONGEST_NAME].decode(errors="ignore") + "…"
    return name


def submission_folder(path: Path) -> Path:
    """Return the folder of `path` that holds the answers: `path` itself or `path/starter`.

    Raises:
        SubmissionError: neither holds any file of the assignment.
    """
    if not path.exists():
        raise SubmissionError(
            f"{visible(str(path))} does not exist: give the folder of a submission"
        )
    if not path.is_dir():
        raise SubmissionError(
            f"{visible(str(path))} is a file: give the folder that holds {NAMES} instead"
        )
    for folder in (path, path / PACKAGE):
        # A link may lead to somebody else's work.
        if folder != path and folder.is_symlink():
            continue
        if any((folder / name).is_file() for name in ANSWER_FILES):
            return folder
    raise SubmissionError(f"{visible(str(path))} is not a submission: it holds none of {NAMES}")


def is_submission(path: Path) -> bool:
    """Return whether there is a submission at `path`, as far as can be told from outside."""
    if is_archive(path):
        return path.is_file()
    try:
        if _from_notebooks(path) is None:
            submission_folder(path)
    except (SubmissionError, PermissionError):
        return False
    return True


def _from_notebooks(path: Path) -> ComposedFiles | None:
    """Return what the notebooks in a folder make, or None if answers are in Python files or none.

    Starter files that are still as they were handed out answer nothing.
    """
    if not path.is_dir() or any(map(_holds_answers, (path, path / PACKAGE))):
        return None
    for folder in (path, path / NOTEBOOKS):
        notebooks = read_notebooks(folder) if folder == path or not folder.is_symlink() else {}
        composed = files_from(notebooks)
        if composed.files:
            beside = sort_files(folder, known={*notebooks, *ANSWER_FILES})
            own = {file.name: file.read_bytes() for file in beside.taken}
            return ComposedFiles(own | composed.files, (*composed.notes, *beside.left_out))
    return None


def _holds_answers(folder: Path) -> bool:
    for name in ANSWER_FILES:
        path = folder / name
        if path.is_file():
            if not os.access(path, os.R_OK):
                return True
            with path.open("rb") as file:
                if not answers_nothing(name, file.read(LARGEST_FILE + 1)):
                    return True
    return False


def _submission(path: Path, folder: Path, left_out: tuple[str, ...]) -> Submission:
    reference = reference_folder()
    is_reference = reference is not None and folder.resolve() == reference.resolve()
    files = sort_files(folder, known=(FAST,) if is_reference else ())
    return Submission(
        name=submission_name(path),
        folder=folder,
        left_out=(*left_out, *files.left_out),
        tripwires=find_tripwires(files.taken),
        rungs=answered_rungs(files.taken),
    )


def _write(files: Mapping[str, bytes], root: Path, notes: tuple[str, ...]) -> tuple[str, ...]:
    for name, content in files.items():
        (root / name).write_bytes(content)
    return notes
