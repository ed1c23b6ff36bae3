"""End processes that are not our children, and wait until they are gone."""

import contextlib
import time
from collections.abc import Iterable

import psutil

WAIT_SECONDS = 2.0
POLL_SECONDS = 0.002


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
