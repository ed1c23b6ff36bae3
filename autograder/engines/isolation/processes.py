"""End processes that are not our children, and wait until they are gone."""

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import psutil

WAIT_SECONDS = 2.0
POLL_SECONDS = 0.002
TERMINATE_SECONDS = 0.5
MOST_ROUNDS = 10
SHARED_MEMORY = Path("/dev/shm")
RANKS_FILES = ("mpich_shm_", "sm_segment", "vader_segment")
"""How MPICH and Open MPI begin the names of the memory that ranks share, 2 MB for each run."""


def family_of(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return a process and its descendants; none of them if it has ended."""
    if process.poll() is not None:
        return []
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(process.pid)
        return [parent, *parent.children(recursive=True)]
    return []


def memory_of_ranks(processes: Iterable[psutil.Process]) -> set[Path]:
    """Return the files that ranks share memory through, and take away only if they end well.

    Where these files cannot be seen, as on macOS, there are none.
    """
    mapped: set[Path] = set()
    for process in processes:
        with contextlib.suppress(psutil.Error, AttributeError):  # it has ended; or macOS
            mapped |= {Path(mapping.path) for mapping in process.memory_maps()}
    return {
        path
        for path in mapped
        if path.parent == SHARED_MEMORY and path.name.startswith(RANKS_FILES)
    }


def ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Let mpiexec take its files in /tmp away before it is killed."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=TERMINATE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()


def end_rounds(
    family: list[psutil.Process], members: Callable[[], Iterable[psutil.Process]]
) -> None:
    """Kill a family and whoever else belongs to it, until nobody does.

    A process that was forking while it was killed shows up in the next round.

    Args:
        family: who is known to belong to it.
        members: finds everybody who does.
    """
    for _ in range(MOST_ROUNDS):
        kill_all(family)
        wait_until_gone(family)
        family = list(members())
        if not family:
            return


def kill_all(processes: Iterable[psutil.Process]) -> None:
    """Kill every process that is still there."""
    for process in processes:
        # It may have ended by itself, or its number may be another user's by now.
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            process.kill()


def wait_until_gone(processes: Iterable[psutil.Process]) -> None:
    """Wait until every process has ended; a zombie that its parent has not read counts as ended."""
    deadline = time.monotonic() + WAIT_SECONDS
    for process in processes:
        while _is_running(process) and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)


def _is_running(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
