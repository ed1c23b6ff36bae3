"""bubblewrap: a namespace without network, home, kit or other submissions (see bwrap(1))."""

import shutil
import site
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import psutil

from autograder.engines.isolation.backend import Program, spawn
from autograder.engines.isolation.processes import wait_until_gone

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/sys")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives")
KIT = Path(__file__).resolve().parents[2]


def bubblewrap_works() -> bool:
    """Return whether `bwrap` is here and allowed to make its namespaces."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return False
    trial = [bwrap, "--unshare-all", "--ro-bind", "/", "/", "true"]
    return subprocess.run(trial, capture_output=True, check=False).returncode == 0


class Bubblewrap:
    """Start workers in namespaces of their own; they all go when the first of them goes."""

    name = "bubblewrap"

    def start(self, program: Program) -> subprocess.Popen[bytes]:
        """Start `program` inside a sandbox."""
        return spawn([*_walls(program), *program.command], program.environment)

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Kill bubblewrap, and by that the process namespace and everybody in it."""
        inside = []
        if process.poll() is None:
            inside = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        process.wait()
        # The kernel ends the namespace a moment after its parent has gone.
        wait_until_gone(inside)


def _walls(program: Program) -> list[str]:
    walls = [
        shutil.which("bwrap") or "bwrap",
        *("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/dev/shm"),
    ]
    for folder in (*SYSTEM_FOLDERS, *SYSTEM_FILES):
        walls += _bound_system_path(Path(folder))
    # Shallow paths first, so that what lies deeper is mounted over them and not under.
    mounts = [(path, "--ro-bind") for path in _interpreter_folders()]
    mounts += [(path, "--ro-bind") for path in program.readable]
    mounts += [(path, "--bind") for path in program.writable]
    mounts += [(path, "--tmpfs") for path in _hidden_folders(path for path, _ in mounts)]
    for path, how in sorted(mounts, key=lambda mount: len(mount[0].parts)):
        walls += [how, str(path)] if how == "--tmpfs" else [how, str(path), str(path)]
    return walls


def _bound_system_path(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.exists() else []


def _interpreter_folders() -> set[Path]:
    """Return where Python and its packages are, unless /usr is bound anyway."""
    folders = {Path(sys.prefix), Path(sys.base_prefix), *map(Path, site.getsitepackages())}
    user_site = Path(site.getusersitepackages())
    if site.ENABLE_USER_SITE and user_site.is_dir():
        folders.add(user_site)
    return {
        folder.resolve()
        for folder in folders
        if folder.is_dir() and not folder.resolve().is_relative_to("/usr")
    }


def _hidden_folders(bound: Iterable[Path]) -> list[Path]:
    """Return the kit's own folders if they lie inside something that the worker can read."""
    inside = [folder for folder in (*bound, Path("/usr")) if KIT.is_relative_to(folder)]
    if not inside:
        return []
    neighbours = [KIT.parent / name for name in ("solution", "starter", "tests")]
    return [KIT, *(folder for folder in neighbours if folder.is_dir())]
