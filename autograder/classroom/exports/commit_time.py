"""When the newest commit of a student's clone was made, without trusting the clone.

Git runs what a repository's own configuration names: core.fsmonitor, gpg.program where
log.showSignature is set, core.sshCommand or an `ext::` address where an object of a partial clone
is missing, and more with each version. Naming all of them to switch them off would fail open. So
the clone's configuration is never read: git runs in an empty repository of our own and is only
lent the clone's objects (GIT_OBJECT_DIRECTORY, see git(1)). There are no hooks, remotes, filters or
programs in it that could be run, and the user's and the system's configuration are left out too.
Which commit it is, is read from HEAD and the refs as text.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from autograder.intake.temporary import temporary_folder

COMMIT = re.compile(r"[0-9a-f]{40}")
REFERENCE = re.compile(r"ref: (refs/[\w./-]+)", re.ASCII)
LARGEST_REFERENCES = 4 * 1024**2
"""Bytes that are read of packed-refs."""
MOST_SECONDS = 10.0


@contextmanager
def commit_clock() -> Iterator[Callable[[Path], datetime | None]]:
    """Give a function that says when the newest commit of a clone was made.

    It says None if there is no commit, or no git on this machine.
    """
    with temporary_folder() as ours:
        # What git needs to take a folder for a repository (gitrepository-layout(5)).
        (ours / "HEAD").write_text("ref: refs/heads/none\n")
        (ours / "objects").mkdir()
        (ours / "refs").mkdir()
        yield lambda clone: _commit_time(ours, clone / ".git")


def _commit_time(ours: Path, git_folder: Path) -> datetime | None:
    commit = _newest_commit(git_folder)
    if commit is None:
        return None
    command = ["git", "--no-pager", "log", "-1", "--no-show-signature", "--format=%cI", commit]
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(ours),
        "GIT_DIR": str(ours),
        "GIT_OBJECT_DIRECTORY": str(git_folder.resolve() / "objects"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
    try:
        done = subprocess.run(
            command,
            cwd=ours,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=MOST_SECONDS,
            check=True,
        )
        return datetime.fromisoformat(done.stdout.decode("ascii").strip())
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _newest_commit(git_folder: Path) -> str | None:
    head = _start_of(git_folder / "HEAD")
    reference = REFERENCE.fullmatch(head)
    if reference is not None:
        name = reference[1]
        if ".." in name:
            return None
        head = _start_of(git_folder / name) or _packed(git_folder, name)
    return head if COMMIT.fullmatch(head) else None


def _packed(git_folder: Path, reference: str) -> str:
    lines = _start_of(git_folder / "packed-refs", LARGEST_REFERENCES).splitlines()
    return next((line[:40] for line in lines if line[40:] == f" {reference}"), "")


def _start_of(path: Path, most: int = 1024) -> str:
    if path.is_symlink() or not path.is_file():  # a pipe would never end
        return ""
    try:
        with path.open("rb") as file:
            return file.read(most).decode("utf-8", "replace").strip()
    except OSError:
        return ""
