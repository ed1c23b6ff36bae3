"""A plain child process: limits, but no walls. For one's own code on one's own laptop."""

import subprocess
import uuid

import psutil

from autograder.engines.isolation.backend import Program, spawn

MARK = "TTT_ENGINE"


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
        if process.poll() is None:
            for child in psutil.Process(process.pid).children(recursive=True):
                _kill(child)
            process.kill()
        for stranger in psutil.process_iter():
            if _has_mark(stranger, mark):
                _kill(stranger)
        process.wait()


def _kill(process: psutil.Process) -> None:
    try:
        process.kill()
    except psutil.NoSuchProcess:
        return


def _has_mark(process: psutil.Process, mark: str) -> bool:
    try:
        return process.environ().get(MARK) == mark
    except (psutil.Error, OSError):  # another user's process, or one that has just ended
        return False
