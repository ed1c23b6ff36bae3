"""What an isolation backend does."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Program:
    """An untrusted program to start.

    Attributes:
        command: the command line, with absolute paths.
        environment: all of its environment; nothing is inherited.
        readable: folders it may read, besides the system's libraries.
        writable: folders it may change.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    readable: Sequence[Path]
    writable: Sequence[Path]


class Backend(Protocol):
    """Start a program and end it with everything that it started."""

    name: str

    def start(self, program: Program) -> subprocess.Popen[bytes]:
        """Start `program`; its stdout and stderr are one pipe, its stdin is empty."""
        ...

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """End the program and every process that it started, at once."""
        ...


def spawn(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own: Ctrl-C then reaches the kit and not the engine."""
    return subprocess.Popen(
        list(command),
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        cwd="/",
    )
