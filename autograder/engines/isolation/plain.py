"""A plain child process: limits, but no walls. For one's own code on one's own laptop."""

import uuid

import psutil

from autograder.engines.isolation.backend import Program, RunningProgram, spawn
from autograder.engines.isolation.control_groups import why_no_control_groups
from autograder.engines.isolation.processes import (
    ask_to_end,
    end_rounds,
    family_of,
    memory_of_ranks,
)

MARK = "TTT_ENGINE"


class PlainProcess:
    """Start workers as child processes; find them again by a mark in their environment."""

    reaches_home = True
    reaches_slurm = True

    def __init__(self) -> None:
        self._in_groups = why_no_control_groups() is None

    def start(self, program: Program) -> RunningProgram:
        """Start `program` as a child process."""
        mark = uuid.uuid4().hex
        marked = {**program.environment, MARK: mark}
        process, group = spawn(
            program.command, program, in_group=self._in_groups, environment=marked
        )

        def members() -> list[psutil.Process]:
            in_group = group.members() if group is not None else []
            return in_group or [p for p in psutil.process_iter() if _has_mark(p, mark)]

        def end() -> None:
            family = family_of(process)
            left_behind = memory_of_ranks(family)
            ask_to_end(process)
            end_rounds(family, members)
            for file in left_behind:
                file.unlink(missing_ok=True)

        return RunningProgram(process, program, group, members=lambda: family_of(process), end=end)


def _has_mark(process: psutil.Process, mark: str) -> bool:
    try:
        return process.environ().get(MARK) == mark
    except (psutil.Error, OSError):  # another user's process, or one that has just ended
        return False
