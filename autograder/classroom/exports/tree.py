"""The files of an export, be it a zip file or the folder that somebody unpacked."""

import stat
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from autograder.classroom.attempt import LeftOver
from autograder.errors import UsageError
from autograder.intake.archive import BROKEN, TAKEN_METHODS, member_of_zip
from autograder.intake.members import folded, is_archive_name, litter_in
from autograder.intake.submission import submission_name
from autograder.visible_text import visible

MOST_FILES = 100_000
"""Of an export; whoever gives a home directory or a disk image learns so soon."""
ENCRYPTED = 0x1


@dataclass(frozen=True)
class Entry:
    """One file of an export.

    Attributes:
        path: within the export, with slashes and composed letters (NFC).
        size: in bytes, as the file system or the zip file says.
        opener: opens it.
    """

    path: PurePosixPath
    size: int
    opener: Callable[[], IO[bytes]]

    def read(self, most: int) -> bytes | None:
        """Return its first bytes, at most so many; None if it cannot be read."""
        try:
            with self.opener() as content:
                return content.read(most)
        except BROKEN:
            return None


@dataclass(frozen=True)
class Tree:
    """All files of an export.

    Attributes:
        name: of the export, without an archive's ending.
        files: by path, in order.
        refused: what cannot be read at all.
        litter: files and folders that systems and editors left behind; nobody looks into them.
        folder: where it lies; None if it is a zip file.
    """

    name: str
    files: Mapping[PurePosixPath, Entry]
    refused: tuple[LeftOver, ...]
    litter: tuple[PurePosixPath, ...]
    folder: Path | None

    def below(self, base: PurePosixPath) -> dict[PurePosixPath, Entry]:
        """Return the files below a folder by their paths from there."""
        depth = len(base.parts)
        return {
            PurePosixPath(*path.parts[depth:]): entry
            for path, entry in self.files.items()
            if path.parts[:depth] == base.parts and len(path.parts) > depth
        }

    def bases(self) -> Iterator[PurePosixPath]:
        """Yield the folders that the export proper may begin in: its own, and lone ones in it."""
        base = PurePosixPath()
        yield base
        for _ in range(2):
            children = {path.parts[0] for path in self.below(base)}
            if len(children) != 1 or base / next(iter(children)) in self.files:
                return
            base /= children.pop()
            yield base


def listed(path: PurePosixPath | str) -> str:
    """Return a path as an export lists it.

    >>> listed("a" + chr(0x308) + "/x.py") == chr(0xE4) + "/x.py"
    True
    """
    return visible(unicodedata.normalize("NFC", str(path)))


@contextmanager
def open_tree(path: Path) -> Iterator[Tree]:
    """Open an export; its files can be read for as long as the context lasts.

    Raises:
        UsageError: there is none at `path`, or it cannot be read.
    """
    with ExitStack() as stack:
        try:
            tree = _opened_tree(path, stack)
        except BROKEN as error:
            where, what = visible(str(path)), visible(str(error))
            raise UsageError(f"{where} cannot be read: {what}; download it again") from error
        yield tree


def _opened_tree(path: Path, stack: ExitStack) -> Tree:
    if path.is_dir():
        return _tree(path, *_walk(path), folder=path)
    if zipfile.is_zipfile(path):
        return _tree(path, *_members(stack.enter_context(zipfile.ZipFile(path))), folder=None)
    if path.is_file() and is_archive_name(path.name):
        if path.suffix.lower() == ".zip":
            raise zipfile.BadZipFile("it is no zip file, or only a part of one")
        alone = Entry(_place(path.name), path.stat().st_size, partial(_open, path))
        return _tree(path, [alone], [], folder=None)
    what = "is neither a folder nor a zip file" if path.exists() else "does not exist"
    raise UsageError(
        f"{visible(str(path))} {what}: give what the learning platform let you download"
    )


def _tree(path: Path, found: list[Entry], refused: list[LeftOver], *, folder: Path | None) -> Tree:
    if len(found) + len(refused) > MOST_FILES:
        raise UsageError(
            f"{visible(str(path))} holds more than {MOST_FILES:,} files: "
            "give the folder of one export"
        )
    litter = {entry.path: litter_in(entry.path) for entry in found}
    kept = [entry for entry in found if litter[entry.path] is None]
    seen = Counter(folded(entry.path) for entry in kept)
    twins = sorted({str(entry.path) for entry in kept if seen[folded(entry.path)] > 1})
    refused += [LeftOver(listed(twin), "more than one file has this name") for twin in twins]
    return Tree(
        name=submission_name(path),
        files={e.path: e for e in sorted(kept, key=_order) if seen[folded(e.path)] == 1},
        refused=tuple(refused),
        litter=tuple(sorted({place for place in litter.values() if place is not None})),
        folder=folder,
    )


def _open(path: Path) -> IO[bytes]:
    return path.open("rb")


def _order(entry: Entry) -> PurePosixPath:
    return entry.path


def _place(name: str) -> PurePosixPath:
    return PurePosixPath(unicodedata.normalize("NFC", name))


def _walk(root: Path) -> tuple[list[Entry], list[LeftOver]]:
    """Return the files below a folder; links are not followed, litter is not entered."""
    found: list[Entry] = []
    refused: list[LeftOver] = []
    folders = [root]
    while folders and len(found) + len(refused) <= MOST_FILES:
        folder = folders.pop()
        place = _place(str(folder.relative_to(root)))
        try:
            children = sorted(folder.iterdir())
        except OSError:
            refused.append(LeftOver(listed(place), "it cannot be read"))
            continue
        if not children and folder != root:
            refused.append(LeftOver(listed(place), "it is an empty folder"))
        for child in children:
            path = _place(str(child.relative_to(root)))
            status = child.lstat()
            is_litter = litter_in(path) is not None
            if stat.S_ISREG(status.st_mode) or is_litter:
                found.append(Entry(path, status.st_size, partial(_open, child)))
            elif stat.S_ISDIR(status.st_mode):
                folders.append(child)
            else:
                refused.append(LeftOver(listed(path), "it is a link or a device, not a file"))
    return found, refused


def _members(archive: zipfile.ZipFile) -> tuple[list[Entry], list[LeftOver]]:
    found: list[Entry] = []
    refused: list[LeftOver] = []
    members = [(member_of_zip(info), info) for info in archive.infolist()]
    holding = {parent for m, _ in members for parent in PurePosixPath(m.name.rstrip("/")).parents}
    for member, info in members:
        path = PurePosixPath(member.name)
        why = _why_refused(path, info, is_file=member.is_file)
        if member.is_folder:
            if path not in holding and litter_in(path) is None:
                refused.append(LeftOver(listed(path), "it is an empty folder"))
        elif why is None or litter_in(path) is not None:
            found.append(Entry(path, member.size, partial(archive.open, info)))
        else:
            refused.append(LeftOver(listed(path), why))
    return found, refused


def _why_refused(path: PurePosixPath, info: zipfile.ZipInfo, *, is_file: bool) -> str | None:
    reasons = (
        (not is_file, "it is a link or a device, not a file"),
        (not path.parts or path.is_absolute() or ".." in path.parts, "its name leads out of it"),
        (bool(info.flag_bits & ENCRYPTED), "it is encrypted"),
        (info.compress_type not in TAKEN_METHODS, "it is compressed in a way that is not read"),
    )
    return next((why for applies, why in reasons if applies), None)
