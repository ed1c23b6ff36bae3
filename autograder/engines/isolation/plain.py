"""A plain child process: limits, but no walls. For one's own code on one's own laptop."""

import subprocess
import uuid

import psutil

from autograder.engines.isolation.backend import Program, spawn
from autograder.engines.isolation.processes import kill_all, wait_until_gone

MARK = "TTT_ENGINE"
MOST_ROUNDS = 10
TERMINATE_SECONDS = 0.5


class PlainProcess:
    """Start workers as child processes; find them again by a mark in their environment."""

    name = "plain process"

    def __init__(self) -> None:
        self._marks: dict[int, str] = {}

    def start(self, program: Program) -> subprocess.Popen[bytes]:
        """Start `program` as a child process."""
        mark = uuid.uuid4().hex
        process = spawn(program.command, {**program.environment, MARK: mark})
        self._marks[process.pid] = mark
        return process

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Kill the process, its descendants, and whoever else carries its mark."""
        mark = self._marks.pop(process.pid)
        family = []
        if process.poll() is None:
            family = psutil.Process(process.pid).children(recursive=True)
            _ask_to_end(process)
        process.wait()
        # A process that was forking while it was killed shows up in the next round.
        for _ in range(MOST_ROUNDS):
            kill_all(family)
            wait_until_gone(family)
            family = [other for other in psutil.process_iter() if _has_mark(other, mark)]
            if not family:
                return


def _ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Let mpiexec take its files in /tmp away before it is killed."""
    process.terminate()
    try:
        process.wait(timeout=TERMINATE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _has_mark(process: psutil.Process, mark: str) -> bool:
    try:
        return process.environ().get(MARK) == mark
    except (psutil.Error, OSError):  # another user's process, or one that has just ended
        return False
