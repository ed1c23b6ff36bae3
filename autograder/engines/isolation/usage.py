"""Watch from outside what an engine uses, where the kernel keeps no limit for all together."""

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import psutil

from autograder.engines.isolation.allowance import Allowance

BLOCK_BYTES = 512  # stat(2), st_blocks
LOOK_SECONDS = 0.25
"""How often; a look takes some milliseconds, so a question that is answered fast costs none."""


class UsageWatch:
    """Compares what some processes and folders use with an allowance.

    Args:
        members: returns the processes.
        folders: what they may write to.
    """

    def __init__(
        self,
        allowance: Allowance,
        members: Callable[[], Iterable[psutil.Process]],
        folders: Iterable[Path],
    ) -> None:
        self._allowance = allowance
        self._members = members
        self._folders = list(folders)
        self._next_look = time.monotonic() + LOOK_SECONDS

    @property
    def seconds_to_next_look(self) -> float:
        """How long until it is worth looking again."""
        return max(0.0, self._next_look - time.monotonic())

    def overrun(self) -> str | None:
        """Return which part of the allowance is overrun, as a clause, or None; looks seldom."""
        if self.seconds_to_next_look > 0:
            return None
        found = self._look()
        self._next_look = time.monotonic() + LOOK_SECONDS
        return found

    def _look(self) -> str | None:
        threads = memory = 0
        for member in self._members():
            with contextlib.suppress(psutil.Error):
                threads += member.num_threads()
                memory += member.memory_info().rss
        if threads > self._allowance.processes:
            return self._allowance.too_many_processes
        if memory > self._allowance.memory_bytes:
            return self._allowance.too_much_memory
        written = 0
        for files, size in enumerate(file_sizes(self._folders), start=1):
            written += size
            if files > self._allowance.files:
                return self._allowance.too_many_files
            if written > self._allowance.disk_bytes:
                return self._allowance.too_much_disk
        return None


def file_sizes(folders: Iterable[Path]) -> Iterator[int]:
    """Yield the size of every file and folder below some folders, in bytes; no link is followed.

    Not by `os.walk`, which calls itself for every level before Python 3.12.
    """
    waiting = [str(folder) for folder in folders if folder.is_dir()]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):  # it has just been removed
                    yield entry.stat(follow_symlinks=False).st_blocks * BLOCK_BYTES
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
