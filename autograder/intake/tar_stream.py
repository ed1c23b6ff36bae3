"""The bytes of a tar file, decompressed as far as somebody allows."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any

DECOMPRESSORS: dict[bytes, Callable[[IO[bytes]], Any]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ\x00": lzma.LZMAFile,
}
"""By the first bytes of a file."""

ReadPiece = Callable[[IO[bytes], int], bytes]
"""Reads as many bytes of a stream as were asked for; raises if that is more than is allowed."""


class CountedStream(io.RawIOBase):
    """A stream of which every piece must be allowed."""

    def __init__(self, stream: IO[bytes], read_piece: ReadPiece) -> None:
        self._stream = stream
        self._read_piece = read_piece

    def readable(self) -> bool:
        """Return that it is, as `io.RawIOBase` asks."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read a piece; all that is left if no size is given."""
        return self._read_piece(self._stream, size)


@contextmanager
def decompressed(file: IO[bytes], read_piece: ReadPiece) -> Iterator[CountedStream]:
    """Open a tar file as a stream of its members, whatever compressed it."""
    start = file.read(6)
    file.seek(0)
    with ExitStack() as stack:
        stream: IO[bytes] = file
        for magic, opened in DECOMPRESSORS.items():
            if start.startswith(magic):
                stream = stack.enter_context(opened(file))
        yield CountedStream(stream, read_piece)
