"""What an isolation backend does: run an untrusted program, and end it with all that it started."""

import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psutil

from autograder.engines.isolation.allowance import Allowance
from autograder.engines.isolation.control_groups import ControlGroup, make_group
from autograder.engines.isolation.usage import UsageWatch


@dataclass(frozen=True)
class Program:
    """An untrusted program to start.

    Attributes:
        command: the command line, with absolute paths.
        environment: all of its environment; nothing is inherited.
        readable: files and folders it may read, besides the system's libraries.
        writable: files and folders it may change.
        temporary: an empty folder for its temporary files, thrown away with it.
        allowance: what all its processes together may use.
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    readable: Sequence[Path]
    writable: Sequence[Path]
    temporary: Path
    allowance: Allowance = field(default_factory=Allowance)


class Backend(Protocol):
    """A way to run untrusted programs.

    Attributes:
        reaches_home: whether its programs can be let into a folder below the grader's home.
        reaches_slurm: whether its programs can ask Slurm for something, as the one who grades.
    """

    reaches_home: bool
    reaches_slurm: bool

    def start(self, program: Program) -> "RunningProgram":
        """Start `program`; its stdout and stderr are one pipe, its stdin is empty."""
        ...


class RunningProgram:
    """A program that was started, with everything that it has started itself.

    Attributes:
        process: the first process.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        program: Program,
        group: ControlGroup | None,
        *,
        members: Callable[[], Iterable[psutil.Process]],
        end: Callable[[], None],
    ) -> None:
        self.process = process
        self._allowance = program.allowance
        self._group = group
        self._end = end
        folders = [*program.writable, program.temporary]
        self._watch = UsageWatch(program.allowance, members, folders)
        self._watch.start()

    def overrun(self) -> str | None:
        """Return which part of its allowance the program has overrun, as a clause, or None."""
        found = self._group.overrun(self._allowance) if self._group is not None else None
        return found or self._watch.found

    def end(self) -> None:
        """End every process at once."""
        self._watch.stop()
        self._end()
        if self._group is not None:
            self._group.remove()


def spawn(
    command: Sequence[str],
    program: Program,
    *,
    in_group: bool,
    environment: Mapping[str, str] | None = None,
    umask: int = -1,
) -> tuple[subprocess.Popen[bytes], ControlGroup | None]:
    """Start a process in a session of its own: Ctrl-C then reaches the kit and not the engine.

    Args:
        command: the program's, with whatever a backend puts before it.
        program: whose allowance the control group gets.
        in_group: put it into a control group of its own.
        environment: if it is not the program's.
        umask: rights that its new files do not have; as the grader's if negative.
    """
    group = make_group(program.allowance) if in_group else None
    process = subprocess.Popen(
        group.entering(command) if group is not None else list(command),
        env=dict(program.environment if environment is None else environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        cwd="/",
        umask=umask,
    )
    return process, group
