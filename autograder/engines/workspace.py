"""The workspace of one submission: the kit's given files and the student's own, nothing else."""

import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.files import GIVEN_FILES, PACKAGE, given_folder
from autograder.intake.allowed import sort_files
from autograder.intake.submission import Submission, take_in
from autograder.intake.temporary import temporary_folder
from autograder.truth.rules import lines

KEPT_CACHES = 4
# These modules are imported by nothing that numba compiles into another module's cache.
PARALLEL_FILES = ("threads.py", "mpi.py")


@dataclass(frozen=True)
class Workspace:
    """Folders that a worker may use; they hold nothing else.

    Attributes:
        package: the folder that holds the package `starter`, for reading only.
        caches: the folder of numba's compiled code, writable.
    """

    package: Path
    caches: Path


def fingerprint(folder: Path) -> str:
    """Return a SHA-256 of all that is laid out of a submission, in hexadecimal digits."""
    return _digest(_sources(folder))


def _sources(folder: Path) -> dict[str, Path]:
    """Return the files that a submission is run with, by their names in its package."""
    sources = {path.name: path for path in sort_files(folder).taken}
    return sources | {name: given_folder() / name for name in GIVEN_FILES}


def _lay_out(folder: Path, package: Path) -> None:
    package.mkdir(parents=True, exist_ok=True)
    sources = _sources(folder)
    for stale in package.glob("*.py"):
        if stale.name not in sources:
            stale.unlink()
    for name, source in sources.items():
        _copy_if_changed(source, package / name)


def _copy_if_changed(source: Path, target: Path) -> None:
    """Copy a file in one step: an engine may be reading the old one."""
    before, now = (path.stat() if path.exists() else None for path in (target, source))
    same = before and now and (before.st_mtime_ns, before.st_size) == (now.st_mtime_ns, now.st_size)
    if not same:
        # copy2 keeps the time of the last change, by which numba knows its cached code again.
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        shutil.copy2(source, beside)
        beside.replace(target)


@contextmanager
def engine_workspace(engine: Path, kept: Path) -> Iterator[Workspace]:
    """Lay out the engine at a path, be it in files, an archive or notebooks.

    Raises:
        SubmissionError: there is none.
    """
    with take_in(engine) as submission, submission_workspace(submission, kept) as workspace:
        yield workspace


def submission_workspace(
    submission: Submission, kept: Path | None
) -> AbstractContextManager[Workspace]:
    """Lay a submission out: below `kept` if it has a folder that will be there next time too."""
    if kept is None or submission.is_temporary:
        return fresh_workspace(submission.folder)
    return kept_workspace(submission.folder, kept)


@contextmanager
def fresh_workspace(folder: Path) -> Iterator[Workspace]:
    """Lay a submission out in a folder of its own, thrown away afterwards."""
    with temporary_folder() as root:
        _lay_out(folder, root / "workspace" / PACKAGE)
        caches = root / "numba"
        caches.mkdir()
        yield Workspace(root / "workspace", caches)


@contextmanager
def kept_workspace(folder: Path, kept: Path) -> Iterator[Workspace]:
    """Lay a submission out below `kept`, where compiled code is found again by the next run.

    numba does not notice when a function in *another* file changed, so the compiled code of one
    state of the search's files is never used for another state.
    """
    owner = kept / hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    _lay_out(folder, owner / "workspace" / PACKAGE)
    # Of what was laid out: the student may be saving a file at this moment.
    laid_out = (owner / "workspace" / PACKAGE).glob("*.py")
    state = _digest({path.name: path for path in laid_out if path.name not in PARALLEL_FILES})
    caches = owner / f"numba-{state[:16]}"
    caches.mkdir(exist_ok=True)
    caches.touch()
    oldest_last = sorted(owner.glob("numba-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for outdated in oldest_last[KEPT_CACHES:]:
        shutil.rmtree(outdated, ignore_errors=True)
    yield Workspace(owner / "workspace", caches)


def _digest(files: Mapping[str, Path]) -> str:
    state = hashlib.sha256()
    for name in sorted(files):
        state.update(name.encode() + b"\0" + files[name].read_bytes() + b"\0")
    return state.hexdigest()


def win_table(side: int) -> bytes:
    """Return one byte for each set of stones on a board: 1 if the set holds a complete line.

    Bit `square` of the index says whether there is a stone on `square`.
    """
    masks = [sum(1 << square for square in line) for line in lines(side)]
    return bytes(
        any(stones & mask == mask for mask in masks) for stones in range(2 ** (side * side))
    )
