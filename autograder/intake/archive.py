"""Unpack a student's archive: plain Python files only, whatever else it holds or pretends to be.

Of notebooks only the answers are taken, as Python files (see `autograder.intake.notebooks`).

Zip and tar files are read member by member; nothing is written that the archive's own names could
lead elsewhere, and nothing is decompressed further than the limits below. An archive within an
archive is unpacked too, its own name being a folder of the paths; what lies deeper is left out.
"""

import io
import lzma
import stat
import struct
import tarfile
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from autograder.errors import SubmissionError
from autograder.intake.allowed import at_most
from autograder.intake.members import (
    MOST_NOTEBOOKS,
    Member,
    folded,
    is_archive_name,
    is_notebook_name,
    largest,
    litter_in,
    shown,
    why_not_taken,
    zip_name,
)
from autograder.intake.notebooks import with_answers_of_notebooks
from autograder.intake.tar_stream import decompressed
from autograder.visible_text import visible

MOST_MEMBERS = 5_000
MOST_TAKEN = 400
MOST_ARCHIVES = 20
LARGEST_TAKEN = 8 * 1024**2
"""Bytes of all Python files of a submission."""
LARGEST_NOTEBOOKS = 16 * 1024**2
"""Bytes of all notebooks of a submission."""
LARGEST_TAR = 256 * 1024**2
"""Bytes of tar files once they are decompressed; they can only be read from their beginning."""

# The other methods decompress as much as there is, however little is asked for.
TAKEN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    NotImplementedError,  # a method of compression that Python does not know
    RuntimeError,  # encrypted
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    MemoryError,
)

Opener = Callable[[], AbstractContextManager[IO[bytes]]]


@dataclass(frozen=True)
class Unpacked:
    """What became of an archive.

    Attributes:
        files: content by path within the archive.
        left_out: what was not taken, and why, a line each.
    """

    files: dict[PurePosixPath, bytes]
    left_out: tuple[str, ...]


class TooLargeError(Exception):
    """More was to be read than the limit allows."""


class TooManyNotebooksError(TooLargeError):
    """More notebooks than the limit allows; answers in Python files count all the same."""


class Allowance:
    """What one submission may still cost, the archives within it included."""

    def __init__(self) -> None:
        self._left = {
            "members": MOST_MEMBERS,
            "archives": MOST_ARCHIVES,
            "Python files": MOST_TAKEN,
            "bytes of Python": LARGEST_TAKEN,
            "notebooks": MOST_NOTEBOOKS,
            "bytes of notebooks": LARGEST_NOTEBOOKS,
        }
        self._most = dict(self._left)
        self._tar_bytes = LARGEST_TAR

    def spend(self, what: str, amount: int = 1) -> None:
        """Take some of the allowance.

        Raises:
            TooLargeError: there is not as much left.
        """
        if amount > self._left[what]:
            error = TooManyNotebooksError if "notebooks" in what else TooLargeError
            raise error(f"holds more than {self._most[what]:,} {what}")
        self._left[what] -= amount

    def piece_of_tar(self, stream: IO[bytes], size: int) -> bytes:
        """Read from a tar file that is being decompressed.

        Raises:
            TooLargeError: it, or all tar files of the submission, go on for too long.
        """
        piece = stream.read(min(size, self._tar_bytes + 1) if size >= 0 else self._tar_bytes + 1)
        self._tar_bytes -= len(piece)
        if self._tar_bytes < 0:
            raise TooLargeError(f"is larger than {LARGEST_TAR // 1024**2} MiB inside")
        return piece


def is_archive(path: Path) -> bool:
    """Return whether a path looks like an archive, by its name."""
    return is_archive_name(path.name)


def unpack(path: Path) -> Unpacked:
    """Read an archive.

    Raises:
        SubmissionError: it is broken, or larger than any submission could be; one sentence.
    """
    return _unpack(lambda: path.open("rb"), path.name, Allowance(), deeper=1)


def _unpack(opener: Opener, name: str, allowance: Allowance, *, deeper: int) -> Unpacked:
    try:
        with opener() as file:
            is_zip = zipfile.is_zipfile(file)
            members = _zip_members(file) if is_zip else _tar_members(file, allowance)
            return take(members, allowance, deeper=deeper)
    except TooLargeError as error:
        raise SubmissionError(f"{shown(name)} is not unpacked: it {error}") from error
    except BROKEN as error:
        what = visible(str(error)) or type(error).__name__
        raise SubmissionError(f"{shown(name)} cannot be unpacked: {what}") from error


def take(
    members: Iterable[tuple[Member, Opener | None]], allowance: Allowance, *, deeper: int
) -> Unpacked:
    """Take of some members what the contract allows, archives among them unpacked.

    Args:
        members: each with what opens it; None if it cannot be read.
        allowance: what they may cost.
        deeper: how many levels of archives are unpacked.

    Raises:
        TooLargeError: they cost more.
    """
    files: dict[PurePosixPath, bytes] = {}
    left_out: list[str] = []
    seen: Counter[str] = Counter()
    for member, opener in members:
        allowance.spend("members")
        place = PurePosixPath(member.name)
        if member.is_folder or litter_in(place):
            continue
        is_nested = is_archive_name(place.name)
        why = why_not_taken(member, archives_too=deeper > 0)
        if why is not None or opener is None:
            left_out.append(f"{shown(place)}: {why or 'it cannot be read'}")
            continue
        try:
            data = _content(opener, place, allowance)
        except TooManyNotebooksError as error:
            left_out.append(f"{shown(place)}: the submission {error}")
            continue
        if data is None:
            left_out.append(f"{shown(place)}: it is larger than it says")
            continue
        if is_nested:
            inner = _nested(place, data, allowance, deeper=deeper - 1)
            left_out += inner.left_out
        else:
            inner = Unpacked({place: data}, ())
        seen.update(folded(found) for found in inner.files)
        files |= inner.files
    for place in [place for place in files if seen[folded(place)] > 1]:
        # Which one was meant cannot be known, and no file system keeps all of them.
        left_out.append(f"{shown(place)}: more than one member has this name")
        del files[place]
    files, notes = with_answers_of_notebooks(files)
    return Unpacked(files, at_most([*left_out, *notes]))


def _content(opener: Opener, place: PurePosixPath, allowance: Allowance) -> bytes | None:
    """Read a member, and take it off the allowance; None if it is larger than it may be."""
    limit = largest(place.name)
    is_notebook = is_notebook_name(place.name)
    if is_notebook:  # before it is read: so the allowance bounds what that costs
        allowance.spend("notebooks")
    with opener() as content:
        data = content.read(limit + 1)
    if len(data) > limit:
        return None
    if is_notebook:
        allowance.spend("bytes of notebooks", len(data))
    elif not is_archive_name(place.name):
        allowance.spend("Python files")
        allowance.spend("bytes of Python", len(data))
    return data


def _nested(place: PurePosixPath, data: bytes, allowance: Allowance, *, deeper: int) -> Unpacked:
    try:
        allowance.spend("archives")
        inner = _unpack(lambda: io.BytesIO(data), place.name, allowance, deeper=deeper)
    except SubmissionError as error:
        return Unpacked({}, (str(error),))
    if not inner.files and not inner.left_out:
        return Unpacked({}, (f"{shown(place)}: it is empty",))
    left_out = tuple(f"{shown(place)}/{line}" for line in inner.left_out)
    return Unpacked({place / name: text for name, text in inner.files.items()}, left_out)


def _zip_members(file: IO[bytes]) -> Iterator[tuple[Member, Opener | None]]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            opener = partial(archive.open, info) if info.compress_type in TAKEN_METHODS else None
            yield member_of_zip(info), opener


def member_of_zip(info: zipfile.ZipInfo) -> Member:
    """Return what a zip file says of one member."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    # `info.is_dir` fails where the name is empty.
    is_folder = info.filename.endswith(("/", "\\"))
    is_file = not is_folder and kind in (0, stat.S_IFREG)
    return Member(zip_name(info), is_file, is_folder, info.file_size)


def _tar_members(file: IO[bytes], allowance: Allowance) -> Iterator[tuple[Member, Opener | None]]:
    file.seek(0)
    with (
        decompressed(file, allowance.piece_of_tar) as stream,
        tarfile.open(fileobj=stream, mode="r|") as tar,
    ):
        for info in tar:
            content = tar.extractfile(info) if info.isreg() else None
            member = Member(
                unicodedata.normalize("NFC", info.name), info.isreg(), info.isdir(), info.size
            )
            yield member, None if content is None else _already_open(content)


def _already_open(stream: IO[bytes]) -> Opener:
    return lambda: nullcontext(stream)
