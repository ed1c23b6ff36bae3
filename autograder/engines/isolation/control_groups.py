"""Control groups: limits that the kernel keeps on all processes of an engine together.

See cgroups(7) for the two versions of the interface; `memory` counts shared memory as well.
"""

import contextlib
import subprocess
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from autograder.engines.isolation.allowance import Allowance

ROOT = Path("/sys/fs/cgroup")
CONTROLLERS = ("memory", "pids")
MEMORY_FILES = {1: "memory.limit_in_bytes", 2: "memory.max"}
KILLED_FILES = {1: "memory.oom_control", 2: "memory.events"}
REMOVE_SECONDS = 1.0


@dataclass(frozen=True)
class ControlGroup:
    """One group: a folder for each controller, or one for both.

    Attributes:
        version: of the interface.
        folders: by controller.
    """

    version: int
    folders: Mapping[str, Path]

    def entering(self, command: Sequence[str]) -> list[str]:
        """Return a command line that joins the group and then becomes `command`."""
        joins = [f"echo 0 > {folder}/cgroup.procs" for folder in set(self.folders.values())]
        return ["/bin/sh", "-c", " && ".join([*joins, 'exec "$@"']), "sh", *command]

    def overrun(self, allowance: Allowance) -> str | None:
        """Return which limit the kernel has ended a process for, as a clause, or None."""
        events = self.folders["memory"] / KILLED_FILES[self.version]
        with contextlib.suppress(OSError):
            killed = dict(line.split() for line in events.read_text().splitlines())
            if int(killed.get("oom_kill", 0)):
                return allowance.too_much_memory
        return None

    def members(self) -> list[psutil.Process]:
        """Return the processes that are in the group now."""
        found = []
        with contextlib.suppress(OSError):
            for line in (self.folders["pids"] / "cgroup.procs").read_text().split():
                with contextlib.suppress(psutil.NoSuchProcess):
                    found.append(psutil.Process(int(line)))
        return found

    def remove(self) -> None:
        """Take the group away once its last process has gone."""
        deadline = time.monotonic() + REMOVE_SECONDS
        for folder in set(self.folders.values()):
            while folder.exists() and time.monotonic() < deadline:
                try:
                    folder.rmdir()
                except OSError:  # a process that was killed has not been taken away yet
                    time.sleep(0.005)


def make_group(allowance: Allowance) -> ControlGroup:
    """Make a group with these limits.

    Raises:
        OSError: the machine does not let us.
    """
    version = 2 if (ROOT / "cgroup.controllers").exists() else 1
    name = f"ttt-{uuid.uuid4().hex[:12]}"
    folders = {c: (ROOT if version == 2 else ROOT / c) / name for c in CONTROLLERS}
    group = ControlGroup(version, folders)
    try:
        for folder in sorted(set(folders.values())):
            folder.mkdir()
        (folders["pids"] / "pids.max").write_text(str(allowance.processes))
        (folders["memory"] / MEMORY_FILES[version]).write_text(str(allowance.memory_bytes))
    except OSError:
        group.remove()
        raise
    return group


def why_no_control_groups() -> str | None:
    """Return why no group can be made and entered here, or None if it can."""
    if not ROOT.is_dir():
        return "there is no /sys/fs/cgroup"
    try:
        group = make_group(Allowance())
    except OSError as error:
        return f"{error.filename or ROOT} cannot be changed ({error.strerror})"
    try:
        trial = subprocess.run(group.entering(["true"]), capture_output=True, check=False)
    finally:
        group.remove()
    return None if trial.returncode == 0 else "a process cannot join a group of its own"
