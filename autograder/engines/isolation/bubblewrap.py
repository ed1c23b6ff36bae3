"""bubblewrap: a namespace without network, home, kit or other submissions (see bwrap(1))."""

import shutil
import site
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from autograder.engines.isolation.backend import Program, RunningProgram, spawn
from autograder.engines.isolation.control_groups import why_no_control_groups
from autograder.engines.isolation.processes import family_of, wait_until_gone

SYSTEM_FOLDERS = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/sys")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/alternatives")
TRIAL_FOLDER = Path("/tmp/trial")
KIT = Path(__file__).resolve().parents[2]


def why_not() -> str | None:
    """Return why bubblewrap does not work here, or None if it does."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return "bwrap is not installed (Debian: apt install bubblewrap)"
    nothing = Program(["true"], {}, readable=(), writable=(), temporary=TRIAL_FOLDER)
    trial = [*_walls(nothing), *nothing.command]
    tried = subprocess.run(trial, capture_output=True, text=True, check=False)
    if tried.returncode == 0:
        return None
    said = tried.stderr.strip().splitlines() or [f"exit status {tried.returncode}"]
    return f"bwrap cannot make its namespaces ({said[-1]})"


class Bubblewrap:
    """Start workers in namespaces of their own; they all go when the first of them goes."""

    reaches_home = True
    reaches_slurm = False

    def __init__(self) -> None:
        self._in_groups = why_no_control_groups() is None

    def start(self, program: Program) -> RunningProgram:
        """Start `program` inside a sandbox."""
        command = [*_walls(program), *program.command]
        process, group = spawn(command, program, in_group=self._in_groups)
        return RunningProgram(
            process,
            program,
            group,
            members=lambda: family_of(process),
            end=lambda: _end(process),
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill bubblewrap, and by that the process namespace and everybody in it."""
    inside = family_of(process)
    process.kill()
    process.wait()
    # The kernel ends the namespace a moment after its parent has gone.
    wait_until_gone(inside)


def _walls(program: Program) -> list[str]:
    size = ("--size", str(program.allowance.disk_bytes))
    walls = [
        shutil.which("bwrap") or "bwrap",
        *("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--proc", "/proc", "--dev", "/dev"),
        *(*size, "--tmpfs", "/tmp", *size, "--tmpfs", "/dev/shm"),
    ]
    for folder in (*SYSTEM_FOLDERS, *SYSTEM_FILES):
        walls += _bound_system_path(Path(folder))
    # Shallow paths first, so that what lies deeper is mounted over them and not under.
    mounts = [(path, ["--ro-bind", str(path)]) for path in _interpreter_folders()]
    mounts += [(path, ["--ro-bind", str(path)]) for path in program.readable]
    mounts += [(path, ["--bind", str(path)]) for path in program.writable]
    mounts += [(path, ["--tmpfs"]) for path in _hidden_folders(path for path, _ in mounts)]
    mounts += [(program.temporary, [*size, "--tmpfs"])]
    for path, how in sorted(mounts, key=lambda mount: len(mount[0].parts)):
        walls += [*how, str(path)]
    # Both are file systems in memory, of a size that nobody limits.
    return [*walls, "--remount-ro", "/dev", "--remount-ro", "/"]


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
