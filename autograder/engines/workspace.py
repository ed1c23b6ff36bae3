"""The workspace of one submission: the kit's given files and the student's own, nothing else."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.files import ANSWER_FILES, GIVEN_FILES, PACKAGE, given_folder
from autograder.engines.temporary import temporary_folder
from autograder.errors import UsageError
from autograder.submissions.allowed import sort_files
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


def submission_folder(path: Path) -> Path:
    """Return the folder of `path` that holds the answers: `path` itself or `path/starter`.

    Raises:
        UsageError: neither holds any file of the assignment.
    """
    if not path.exists():
        raise UsageError(f"{path} does not exist: give the folder of a submission")
    if not path.is_dir():
        raise UsageError(
            f"{path} is a file: give the folder that holds {', '.join(ANSWER_FILES)} instead"
        )
    for folder in (path, path / PACKAGE):
        if any((folder / name).is_file() for name in ANSWER_FILES):
            return folder
    raise UsageError(f"{path} is not a submission: it holds none of {', '.join(ANSWER_FILES)}")


def _lay_out(folder: Path, package: Path) -> None:
    package.mkdir(parents=True, exist_ok=True)
    sources = {path.name: path for path in sort_files(folder).taken}
    sources |= {name: given_folder() / name for name in GIVEN_FILES}
    for stale in package.glob("*.py"):
        if stale.name not in sources:
            stale.unlink()
    for name, source in sources.items():
        # copy2 keeps the time of the last change, by which numba knows its cached code again.
        shutil.copy2(source, package / name)


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
    state = hashlib.sha256()
    for path in sorted((owner / "workspace" / PACKAGE).glob("*.py")):
        if path.name not in PARALLEL_FILES:
            state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    caches = owner / f"numba-{state.hexdigest()[:16]}"
    caches.mkdir(exist_ok=True)
    caches.touch()
    oldest_last = sorted(owner.glob("numba-*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for outdated in oldest_last[KEPT_CACHES:]:
        shutil.rmtree(outdated, ignore_errors=True)
    yield Workspace(owner / "workspace", caches)


def win_table(side: int) -> bytes:
    """Return one byte for each set of stones on a board: 1 if the set holds a complete line.

    Bit `square` of the index says whether there is a stone on `square`.
    """
    masks = [sum(1 << square for square in line) for line in lines(side)]
    return bytes(
        any(stones & mask == mask for mask in masks) for stones in range(2 ** (side * side))
    )
