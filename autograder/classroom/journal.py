"""The journal of one submission: each check is written down as soon as it has ended.

A line is one check's result in JSON, with the key of what it follows from (see
`autograder.grading.keys`). Whatever stops the grader, the finished lines stay, and a torn last line
is passed over.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from autograder.grading.result import CheckResult

FINISHED = ("passed", "failed", "blocked")
"""What is inconclusive is asked again, and what the grader did wrong is done again."""


class Journal:
    """The journal of one submission, locked against other graders while it is open."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._checks: dict[str, CheckResult] = {}
        for line in file.read().splitlines():
            try:
                check = msgspec.json.decode(line, type=CheckResult)
            except msgspec.MsgspecError:  # torn, or of an older version
                continue
            self._checks[check.key] = check
        self._ends_torn = file.tell() > 0 and not _ends_with_newline(file)

    def latest(self, keys: Mapping[str, str]) -> dict[str, CheckResult]:
        """Return by name what became last of the checks that have these keys."""
        return {name: self._checks[key] for name, key in keys.items() if key in self._checks}

    def unfinished(self, keys: Mapping[str, str]) -> list[str]:
        """Return the names of the checks that have yet to be run, or run again."""
        latest = self.latest(keys)
        return [n for n in keys if n not in latest or latest[n].outcome not in FINISHED]

    def write(self, check: CheckResult) -> None:
        """Write one check down; when this returns it is on the disk."""
        line = (b"\n" if self._ends_torn else b"") + msgspec.json.encode(check) + b"\n"
        self._ends_torn = False
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._checks[check.key] = check


def _ends_with_newline(file: BinaryIO) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


@contextmanager
def open_journal(path: Path) -> Iterator[Journal]:
    """Open a journal, and wait for a grader that still writes to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        yield Journal(file)
