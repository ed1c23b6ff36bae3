"""Unpack a student's archive: plain Python files only, whatever else it holds or pretends to be.

Zip and tar files are read member by member; nothing is written that the archive's own names could
lead elsewhere, and nothing is decompressed further than the limits below.
"""

import bz2
import gzip
import io
import lzma
import stat
import struct
import tarfile
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from autograder.errors import SubmissionError
from autograder.intake.allowed import IGNORED, LARGEST_FILE, LONGEST_NAME, at_most
from autograder.visible_text import visible

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
MOST_MEMBERS = 5_000
MOST_TAKEN = 200
LARGEST_TAR = 256 * 1024**2
"""Bytes of a tar file once it is decompressed; it can only be read from its beginning."""
IGNORED_IN_ARCHIVES = IGNORED | {"__MACOSX"}
DEEPEST = 8
DECOMPRESSORS: dict[bytes, Callable[[IO[bytes]], Any]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
"""By the first bytes of a file."""

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


@dataclass(frozen=True)
class Unpacked:
    """What became of an archive.

    Attributes:
        files: content by path within the archive.
        left_out: what was not taken, and why, a line each.
    """

    files: dict[PurePosixPath, bytes]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class _Member:
    name: str
    is_file: bool
    is_folder: bool
    size: int


class TooLargeError(Exception):
    """More was to be read than the limit allows."""


def is_archive(path: Path) -> bool:
    """Return whether a path looks like an archive, by its name."""
    return path.name.lower().endswith(ENDINGS)


def unpack(path: Path) -> Unpacked:
    """Read an archive.

    Raises:
        SubmissionError: it is broken, or larger than any submission could be; one sentence.
    """
    try:
        with path.open("rb") as file:
            members = _zip_members(file) if zipfile.is_zipfile(file) else _tar_members(file)
            return _take(members)
    except TooLargeError as error:
        raise SubmissionError(f"{visible(path.name)} is not unpacked: it {error}") from error
    except BROKEN as error:
        what = visible(str(error)) or type(error).__name__
        raise SubmissionError(f"{visible(path.name)} cannot be unpacked: {what}") from error


def _take(members: Iterator[tuple[_Member, IO[bytes] | None]]) -> Unpacked:
    files: dict[PurePosixPath, bytes] = {}
    left_out: list[str] = []
    seen: Counter[str] = Counter()
    for number, (member, content) in enumerate(members):
        if number >= MOST_MEMBERS:
            raise TooLargeError(f"holds more than {MOST_MEMBERS} members")
        if member.is_folder or not IGNORED_IN_ARCHIVES.isdisjoint(PurePosixPath(member.name).parts):
            continue
        why = _why_not(member)
        if why is not None or content is None:
            left_out.append(f"{visible(member.name[:LONGEST_NAME])}: {why or 'it cannot be read'}")
            continue
        data = content.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            left_out.append(f"{visible(member.name[:LONGEST_NAME])}: it is larger than it says")
            continue
        place = PurePosixPath(member.name)
        seen[_folded(place)] += 1
        files[place] = data
        if len(files) > MOST_TAKEN:
            raise TooLargeError(f"holds more than {MOST_TAKEN} Python files")
    for place in [place for place in files if seen[_folded(place)] > 1]:
        # Which one was meant cannot be known, and no file system keeps all of them.
        left_out.append(f"{visible(str(place))}: more than one member has this name")
        del files[place]
    return Unpacked(files, at_most(left_out))


def _folded(place: PurePosixPath) -> str:
    """Return a name as the least careful of file systems would tell it from others."""
    return unicodedata.normalize("NFKC", str(place)).casefold()


def _why_not(member: _Member) -> str | None:
    """Return why a member is not taken, or None if it is."""
    name, place = member.name, PurePosixPath(member.name)
    leads_out = place.is_absolute() or ".." in place.parts or "\\" in name or ":" in name
    unspeakable = not name.isprintable() or len(name.encode("utf-8", "replace")) > LONGEST_NAME
    reasons = (
        (not member.is_file, "it is a link or a device, not a file"),
        (place.suffix != ".py", "it is not a Python file"),
        (leads_out, "its name leads out of the folder"),
        (unspeakable, "its name is too long or not printable"),
        (len(place.parts) > DEEPEST, "it lies too deep"),
        (member.size > LARGEST_FILE, f"it is larger than {LARGEST_FILE // 1024} KiB"),
    )
    return next((why for applies, why in reasons if applies), None)


def _zip_members(file: IO[bytes]) -> Iterator[tuple[_Member, IO[bytes] | None]]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16)
            is_folder = info.is_dir()
            is_file = not is_folder and kind in (0, stat.S_IFREG)
            member = _Member(info.filename, is_file, is_folder, info.file_size)
            # The other methods decompress as much as there is, however little is asked for.
            if _why_not(member) is not None or info.compress_type not in TAKEN_METHODS:
                yield member, None
                continue
            with archive.open(info) as content:
                yield member, content


def _tar_members(file: IO[bytes]) -> Iterator[tuple[_Member, IO[bytes] | None]]:
    file.seek(0)
    with _decompressed(file) as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
        for info in archive:
            member = _Member(info.name, info.isreg(), info.isdir(), info.size)
            yield member, archive.extractfile(info) if info.isreg() else None


class _Counted(io.RawIOBase):
    """A stream that refuses to give more than a limit."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._left = LARGEST_TAR

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self._stream.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(piece)
        if self._left < 0:
            raise TooLargeError(f"is larger than {LARGEST_TAR // 1024**2} MiB inside")
        return piece


@contextmanager
def _decompressed(file: IO[bytes]) -> Iterator[_Counted]:
    start = file.read(6)
    file.seek(0)
    with ExitStack() as stack:
        stream: IO[bytes] = file
        for magic, opened in DECOMPRESSORS.items():
            if start.startswith(magic):
                stream = stack.enter_context(opened(file))
        yield _Counted(stream)
