"""Another user: for containers where bubblewrap is refused and the grader is root."""

import contextlib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil

from autograder.engines.isolation.backend import Program, RunningProgram, spawn
from autograder.engines.isolation.control_groups import why_no_control_groups
from autograder.engines.isolation.processes import ask_to_end, end_rounds, family_of
from autograder.intake.temporary import PREFIX, SHARED_FOLDERS, remove_folder

KIT = Path(__file__).resolve().parents[2]
# systemd.exec(5), DynamicUser=: users of this range own nothing.
FIRST_USER, LAST_USER = 61_184, 65_519
ROUNDS_OF_KILLING = 3
GROUP_OWNS = 0o2070  # whatever is made in the folder belongs to its group
GROUP_MAY_WRITE = 0o007  # as a umask: the others may not even read


def why_not() -> str | None:
    """Return why no other user can run student code here, or None if one can."""
    if os.name != "posix" or os.geteuid() != 0:
        return "the grader does not run as root"
    if shutil.which("setpriv") is None:
        return "setpriv is not installed (Debian: apt install util-linux)"
    user = free_user()
    if _try_as(user, [sys.executable, "-c", ""]) != 0:
        return (
            f"other users cannot run {sys.executable}: install Python and the kit's packages where "
            "everybody may read them"
        )
    for folder in (KIT, KIT.parent / "solution", KIT.parent / "tests"):
        if folder.exists() and _try_as(user, ["test", "-r", str(folder)]) == 0:
            return f"every user may read {folder}: take the right away (chmod o-rwx {folder})"
    return None


def free_user() -> int:
    """Return the number of a user who owns no process.

    Raises:
        OSError: they are all in use.
    """
    taken = set()
    for process in psutil.process_iter():
        try:
            taken.add(process.uids().real)
        except psutil.Error:  # it has just ended
            continue
    free = [user for user in range(FIRST_USER, LAST_USER + 1) if user not in taken]
    if not free:
        raise OSError("no user number is free")
    return random.SystemRandom().choice(free)  # two graders must not agree on the same one


class UnprivilegedUser:
    """Start workers as a user who can read neither the kit nor anybody's processes."""

    reaches_home = False
    reaches_slurm = False

    def __init__(self) -> None:
        self._in_groups = why_no_control_groups() is None
        self._user_group = free_user()  # shared by a submission's engines, and by nobody else

    def start(self, program: Program) -> RunningProgram:
        """Start `program` as a user of its own."""
        user = free_user()
        for path in (*program.writable, program.temporary):
            _give_away(path, user, self._user_group)
        for path in program.readable:
            _let_read(path, self._user_group)
        command = [*_as(user, self._user_group), *program.command]
        process, group = spawn(command, program, in_group=self._in_groups, umask=GROUP_MAY_WRITE)

        def members() -> list[psutil.Process]:
            return [p for p in psutil.process_iter() if _belongs_to(p, user)]

        def end() -> None:
            ask_to_end(process)
            # One signal to everybody at once: nobody is left to start somebody new meanwhile.
            for _ in range(ROUNDS_OF_KILLING):
                _try_as(user, ["/bin/sh", "-c", "kill -KILL -1"])
            end_rounds(family_of(process), members)
            _remove_leftovers(user)
            _remove_shared_segments(user)

        return RunningProgram(process, program, group, members=members, end=end)


def _as(user: int, group: int) -> list[str]:
    who = [f"--reuid={user}", f"--regid={group}", "--clear-groups", "--no-new-privs"]
    return [shutil.which("setpriv") or "setpriv", *who, "--"]


def _try_as(user: int, command: Sequence[str]) -> int:
    tried = subprocess.run([*_as(user, user), *command], capture_output=True, check=False, cwd="/")
    return tried.returncode


def _belongs_to(process: psutil.Process, user: int) -> bool:
    try:
        return process.uids().real == user
    except psutil.Error:  # it has just ended
        return False


def _give_away(path: Path, user: int, group: int) -> None:
    """Make a file or a folder that user's; what is in the folder already is that group's.

    Nothing below it is touched: another engine may swap a folder there for a link meanwhile.
    """
    os.chown(path, user, group, follow_symlinks=False)
    path.chmod(path.stat().st_mode | (GROUP_OWNS if path.is_dir() else 0o060))
    _let_pass(path.parent)


def _let_read(path: Path, group: int) -> None:
    """Let that group, and no other submission's, read what lies in one of the grader's folders."""
    if not any(part.startswith(PREFIX) for part in path.parts):
        return  # the system's own, which everybody may read anyway
    for inside in (path, *path.rglob("*")):
        _add_rights(inside, group)
    _let_pass(path.parent)


def _add_rights(path: Path, group: int) -> None:
    if path.is_symlink():
        return
    os.chown(path, -1, group, follow_symlinks=False)
    mode = path.stat().st_mode & ~0o007
    path.chmod(mode | (0o550 if path.is_dir() else 0o440))


def _let_pass(folder: Path) -> None:
    """Let everybody pass through the grader's temporary folders, though not list them."""
    while any(part.startswith(PREFIX) for part in folder.parts):
        folder.chmod(folder.stat().st_mode | 0o111)
        folder = folder.parent


def _remove_shared_segments(user: int) -> None:
    """Remove that user's System V shared memory, semaphores and queues (proc(5), sysvipc)."""
    for kind, name, option in (
        ("shm", "shmid", "-m"),
        ("sem", "semid", "-s"),
        ("msg", "msqid", "-q"),
    ):
        table = Path("/proc/sysvipc", kind)
        lines = table.read_text().splitlines() if table.exists() else [""]
        columns = lines[0].split()
        for line in lines[1:]:
            entry = dict(zip(columns, line.split(), strict=False))
            if entry["uid"] == str(user):
                subprocess.run(["ipcrm", option, entry[name]], capture_output=True, check=False)


def _remove_leftovers(user: int) -> None:
    """Remove what that user has left in the folders that everybody may write to."""
    for folder in SHARED_FOLDERS:
        for path in folder.iterdir() if folder.is_dir() else ():
            with contextlib.suppress(OSError):  # it has just been removed
                if path.lstat().st_uid != user:
                    continue
                if path.is_dir() and not path.is_symlink():
                    remove_folder(path)
                else:
                    path.unlink()
