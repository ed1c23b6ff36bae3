"""Watch from outside what an engine uses, also while nobody asks it anything."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import psutil

from autograder.engines.isolation.allowance import Allowance
from autograder.engines.isolation.processes import kill_all

BLOCK_BYTES = 512  # stat(2), st_blocks
LOOK_SECONDS = 0.5
"""How often; a look takes some milliseconds."""


class UsageWatch:
    """Compares what some processes and folders use with an allowance, and ends who overruns it.

    Attributes:
        found: which part of the allowance was overrun, as a clause, or None.
    """

    def __init__(
        self,
        allowance: Allowance,
        members: Callable[[], Iterable[psutil.Process]],
        folders: Iterable[Path],
    ) -> None:
        """Prepare to watch.

        Args:
            allowance: what is allowed.
            members: returns the processes.
            folders: what they may write to.
        """
        self._allowance = allowance
        self._members = members
        self._folders = list(folders)
        self._over = threading.Event()
        self.found: str | None = None
        self._thread = threading.Thread(target=self._watch, daemon=True, name="usage watch")

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            self.found = self.look()
            if self.found is not None:
                kill_all(self._members())
                return

    def look(self) -> str | None:
        """Return which part of the allowance is overrun now."""
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
