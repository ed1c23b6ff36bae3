"""ttt doctor: what works on this machine, and why the rest does not."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import platformdirs
import psutil
from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.assignment.files import is_students
from autograder.engines.isolation.choice import LEVELS
from autograder.engines.isolation.control_groups import why_no_control_groups
from autograder.engines.mpi_runtime import EMBEDDED, SYSTEM, MpiRuntime, find_mpi
from autograder.errors import UsageError

HEALTHY, NOT_HEALTHY = 0, 1
WALLED_IN = ("bubblewrap", "unprivileged")
START_SECONDS = 30.0


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        area: what it belongs to.
        name: what it is called.
        why_not: why it does not work, or None if it does.
        words: what it is good for, or how much of it there is.
    """

    area: str
    name: str
    why_not: str | None
    words: str

    @property
    def works(self) -> bool:
        """Whether it does."""
        return self.why_not is None


def examine_machine() -> list[Finding]:
    """Look at everything the kit can use; takes some seconds, since MPI is started."""
    return [*_isolation(), *_mpi(), *_machine()]


def doctor(console: Console) -> int:
    """Print what works; return 0 if what one needs does.

    Everybody needs some MPI; who has the hidden checks, and so grades others, needs walls too.
    """
    findings = examine_machine()
    table = Table(box=None, show_header=False, pad_edge=False)
    for _ in range(3):
        table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    area = ""
    for finding in findings:
        mark = Text("works", "green") if finding.works else Text("no", "yellow")
        shown = finding.area if finding.area != area else ""
        area = finding.area
        table.add_row(shown, finding.name, mark, Text(finding.why_not or finding.words))
    console.print(table)
    walled_in = is_students() or any(f.works for f in findings if f.name in WALLED_IN)
    runs = any(f.works for f in findings if f.area == "MPI")
    if not walled_in:
        console.print("Submissions of others should not be graded here: nothing walls them in.")
    if not runs:
        console.print(f"The MPI part cannot be {'checked' if is_students() else 'graded'} here.")
    return HEALTHY if walled_in and runs else NOT_HEALTHY


def _isolation() -> Iterator[Finding]:
    for level in LEVELS:
        yield Finding("isolation", level.name, level.why_not(), level.keeps_out)
    words = "the kernel limits memory and processes of an engine together"
    missing = why_no_control_groups()
    if missing is not None:
        missing = f"{missing}; memory and processes are watched from outside instead"
    yield Finding("isolation", "control groups", missing, words)


def _mpi() -> Iterator[Finding]:
    for name in (EMBEDDED, SYSTEM):
        try:
            runtime = find_mpi(name)
        except UsageError as error:
            yield Finding("MPI", name, str(error), "")
            continue
        said, why_not = _library(runtime)
        yield Finding("MPI", name, why_not, f"{said} ({runtime.launcher[0]})")


def _library(runtime: MpiRuntime) -> tuple[str, str | None]:
    """Start one rank; return what library it loads, or why it does not run."""
    program = "from mpi4py import MPI; print(MPI.Get_library_version().splitlines()[0][:60])"
    command = runtime.command(1, [sys.executable, "-c", program])
    environment = {**os.environ, **runtime.environment}
    try:
        tried = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env=environment,
            timeout=START_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    if tried.returncode != 0:
        said = tried.stderr.strip().splitlines() or [f"exit status {tried.returncode}"]
        return "", f"{runtime.launcher[0]} fails: {said[-1]}"
    return tried.stdout.strip(), None


def _machine() -> Iterator[Finding]:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    too_few = None if (usable or 1) > 1 else "one core only: parallel speed is not judged here"
    yield Finding("machine", "cores", too_few, f"{usable} to use, {os.cpu_count()} in all")
    memory = psutil.virtual_memory()
    words = f"{memory.available / 1024**3:.1f} GiB free of {memory.total / 1024**3:.1f} GiB"
    yield Finding("machine", "memory", None, words)
    yield Finding("machine", "Python", None, f"{platform.python_version()} ({sys.executable})")
    caches = platformdirs.user_cache_path("perfect-play")
    parent = next(folder for folder in (caches, *caches.parents) if folder.exists())
    locked = None if os.access(parent, os.W_OK) else f"{caches} cannot be written"
    yield Finding("machine", "caches", locked, str(caches))
