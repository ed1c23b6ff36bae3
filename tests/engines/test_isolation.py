"""Each level keeps its engines within their limits and ends all that they started."""

import os
import shutil
import subprocess
import sys
import sysconfig
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from conftest import BUBBLEWRAP, require

from autograder.engines.engine import Engine, EngineKind, Limits
from autograder.engines.isolation import bubblewrap, choice
from autograder.engines.isolation.allowance import Allowance
from autograder.engines.isolation.choice import LEVELS, Level, choose_isolation
from autograder.engines.isolation.control_groups import make_group, why_no_control_groups
from autograder.engines.isolation.plain import PlainProcess
from autograder.engines.isolation.processes import SHARED_MEMORY
from autograder.engines.isolation.usage import UsageWatch
from autograder.engines.outcomes import Ended, Outcome, TimedOut
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import fresh_workspace
from autograder.errors import UsageError

ROOT = Path(__file__).parents[2]
MIB = 1024**2
WIN = Question(module="serial", function="win", calls=(Call(board=(0,) * 9),))
HEAD = """
import os, subprocess, sys, tempfile, threading, time
def minimax(board, player, depth): ...
def win(board):
"""
SMALL = Limits(
    start_seconds=30,
    processor_seconds=4,
    file_bytes=32 * MIB,
    allowance=Allowance(processes=60, memory_bytes=900 * MIB, disk_bytes=40 * MIB, files=300),
)
CONTROL_GROUPS = require(why_no_control_groups() is None, "control groups that may be changed")


def answer_of(folder: Path, isolation: str, seconds: float = 60.0) -> Outcome:
    """Ask an engine with a small allowance for `win` once."""
    with (
        fresh_workspace(folder) as workspace,
        Engine(
            EngineKind("serial"), workspace, choose_isolation(isolation), limits=SMALL
        ) as engine,
    ):
        return engine.ask(WIN, seconds)[0].outcomes[0]


GREEDY = {
    "processes": "[subprocess.Popen(['sleep', '90']) for _ in range(80)]; time.sleep(90)",
    "threads": "[threading.Thread(target=time.sleep, args=[90]).start() for _ in range(80)]; "
    "time.sleep(90)",
    "memory": "parts = [os.fork() for _ in range(2)]; hold = bytearray(os.urandom(1)) * (400 * "
    "1024**2); time.sleep(90)",
    "shared memory": "held = [os.memfd_create('greedy') for _ in range(50)]; "
    "[os.write(one, bytes(2**25)) for one in held]; time.sleep(90)",
    "disk": "[open(os.path.join(tempfile.gettempdir(), str(n)), 'wb').write(bytes(2**24)) "
    "for n in range(9)]; time.sleep(90)",
    "files": "caches = os.environ['NUMBA_CACHE_DIR']; "
    "[open(os.path.join(caches, str(n)), 'w') for n in range(400)]; time.sleep(90)",
    "processor": "\n    while True: pass",
}
# Without control groups shared memory that nobody has mapped is nobody's, seen from outside.
UNSEEN = {("plain", "shared memory")}


@pytest.mark.parametrize("what", GREEDY)
def test_no_engine_gets_more_than_its_allowance(
    edited_solution: Callable[..., Path], isolation: str, what: str
):
    folder = edited_solution(serial=f"{HEAD}    {GREEDY[what]}\n")
    if (isolation, what) in UNSEEN and why_no_control_groups() is not None:
        pytest.skip("this machine keeps no account of it")
    started = time.monotonic()
    outcome = answer_of(folder, isolation)
    if not isinstance(outcome, Ended):  # the limit was an error for it, which it did not catch
        assert outcome.raised is not None
    assert time.monotonic() - started < 50


@pytest.mark.skipif(not SHARED_MEMORY.is_dir(), reason="shared memory cannot be seen as files here")
def test_memory_that_killed_ranks_shared_is_given_back(
    edited_solution: Callable[..., Path], isolation: str
):
    shared = SHARED_MEMORY / f"mpich_shm_{uuid.uuid4().hex}"
    share = f"file = open('{shared}', 'w+b'); file.truncate(4096)"
    share += "; held = mmap.mmap(file.fileno(), 4096); time.sleep(90)"
    folder = edited_solution(serial=f"import mmap{HEAD}    {share}\n")
    assert isinstance(answer_of(folder, isolation, 2.0), TimedOut)
    assert not shared.exists()


def test_a_limit_that_was_overrun_is_named(edited_solution: Callable[..., Path]):
    folder = edited_solution(serial=f"{HEAD}    {GREEDY['files']}\n")
    assert answer_of(folder, "plain") == Ended("wrote more than 300 files and was ended")


DAEMON = """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve(sys.executable, [sys.executable, '-c', 'import time; time.sleep(654)'], {})
        os._exit(0)
    time.sleep(0.3)
    return 0
"""


@pytest.mark.alone
def test_a_daemon_ends_with_its_engine(edited_solution: Callable[..., Path], isolation: str):
    if isolation == "plain" and why_no_control_groups() is not None:
        pytest.skip("without control groups a plain daemon with an empty environment is lost")
    folder = edited_solution(serial=HEAD + DAEMON)
    assert answer_of(folder, isolation).returned.value == 0
    assert not [p for p in psutil.process_iter(["cmdline"]) if "654" in str(p.info["cmdline"])]


def test_nothing_is_left_in_the_folder_for_temporary_files(
    edited_solution: Callable[..., Path], isolation: str, tmp_path: Path, monkeypatch
):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    deep = (
        "top = os.getcwd(); os.chdir(os.environ['NUMBA_CACHE_DIR'])\n"
        "    for level in range(1500):\n        os.mkdir('d'); os.chdir('d')\n"
        "    os.symlink('/', 'link'); os.mkdir('locked'); os.chmod('locked', 0)\n"
        "    os.chdir(top); return 0"
    )
    folder = edited_solution(serial=f"{HEAD}    {deep}\n")
    before = set(tmp_path.iterdir())
    answer_of(folder, isolation)
    assert set(tmp_path.iterdir()) == before


# --- levels ------------------------------------------------------------------------------------


def test_a_level_that_is_demanded_is_never_replaced_by_a_weaker_one(monkeypatch):
    broken = Level("bubblewrap", "", lambda: "bwrap is not installed", PlainProcess)
    monkeypatch.setattr(choice, "LEVELS", (broken, *LEVELS[1:]))
    with pytest.raises(UsageError, match="bubblewrap does not work here: bwrap is not installed"):
        choose_isolation("bubblewrap")
    assert choice.choose_level("strongest").name != "bubblewrap"


@pytest.mark.parametrize("name", ["", "docker"])
def test_an_unknown_level_is_an_error(name: str):
    with pytest.raises(UsageError, match="there is no isolation called"):
        choose_isolation(name)


def test_a_machine_without_bubblewrap_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert bubblewrap.why_not() == "bwrap is not installed (Debian: apt install bubblewrap)"


@BUBBLEWRAP
def test_bubblewrap_has_no_network_no_home_and_an_environment_of_its_own(edited_solution):
    spy = (
        "found = [os.path.exists(os.path.expanduser('~root')), len(os.listdir('/home')) if "
        "os.path.isdir('/home') else 0, 'SECRET' in os.environ, len(os.listdir('/proc')) > 80]\n"
        "    import socket\n    try:\n        socket.create_connection(('127.0.0.1', 9), 1)\n"
        "    except ConnectionRefusedError: found.append(False)\n"
        "    except OSError: found.append(False)\n"
        "    names = [name for _, name in socket.if_nameindex()]\n"
        "    found.append(names != ['lo'])\n"
        "    return sum(bool(one) << bit for bit, one in enumerate(found[1:]))"
    )
    folder = edited_solution(serial=f"{HEAD}    {spy}\n")
    assert answer_of(folder, "bubblewrap").returned.value == 0


# --- control groups ----------------------------------------------------------------------------


@CONTROL_GROUPS
def test_a_control_group_holds_its_processes_and_can_be_removed():
    group = make_group(Allowance(processes=20))
    process = subprocess.Popen(group.entering(["sleep", "20"]))
    try:
        time.sleep(0.2)
        assert [member.pid for member in group.members()] == [process.pid]
    finally:
        process.kill()
        process.wait()
    group.remove()
    assert not any(folder.exists() for folder in group.folders.values())


def test_an_overrun_is_named(tmp_path: Path):
    (tmp_path / "large").write_bytes(bytes(2 * MIB))
    watch = UsageWatch(Allowance(disk_bytes=MIB), list, [tmp_path])
    assert watch.look() == "wrote more than 1 MiB and was ended"


def test_an_engine_that_nobody_asks_is_watched_too(edited_solution: Callable[..., Path]):
    later = (
        "def fill():\n        time.sleep(0.5)\n"
        "        for n in range(90): open(os.environ['NUMBA_CACHE_DIR'] + f'/{n}', 'wb').write("
        "bytes(2**20))\n        time.sleep(60)\n"
        "    threading.Thread(target=fill, daemon=True).start()\n    return 0"
    )
    folder = edited_solution(serial=f"{HEAD}    {later}\n")
    with (
        fresh_workspace(folder) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation("plain"), limits=SMALL) as engine,
    ):
        assert engine.ask(WIN, 20.0)[0].outcomes[0].returned.value == 0
        time.sleep(3)
        outcome = engine.ask(WIN, 20.0)[0].outcomes[0]
    assert outcome == Ended("wrote more than 40 MiB and was ended")


# --- another user ------------------------------------------------------------------------------


PACKAGES = sysconfig.get_paths()["purelib"]


def everybodys_python() -> str:
    """Return a Python of this version that every user may run with the kit's packages, or ""."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return ""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        program = f"import os, sys; sys.exit(not os.access({PACKAGES!r}, os.R_OK))"
        command = ["setpriv", "--reuid=65000", "--clear-groups", python, "-c", program]
        if subprocess.run(command, capture_output=True, check=False, cwd="/").returncode == 0:
            return python
    return ""


UNPRIVILEGED = require(bool(everybodys_python()), "a Python that root and everybody else may run")


@pytest.fixture
def kit_of_root() -> Iterator[tuple[Path, Path]]:
    """Return a kit that only root may read, and a Python that everybody may run."""
    public = Path("/var/tmp") / f"perfect-play-kit-{os.getpid()}"
    public.mkdir(mode=0o755)
    try:
        kit = public / "kit"
        kit.mkdir(mode=0o700)
        for name in ("autograder", "solution", "starter"):
            shutil.copytree(ROOT / name, kit / name)
        python = [everybodys_python(), "-m", "venv", "--without-pip", str(public / "venv")]
        subprocess.run(python, check=True)
        packages = next((public / "venv" / "lib").glob("python*/site-packages"))
        (packages / "kit.pth").write_text(PACKAGES)
        yield kit, public / "venv" / "bin" / "python"
    finally:
        shutil.rmtree(public)


@UNPRIVILEGED
def test_another_user_runs_the_engine_and_cannot_read_the_kit_nor_other_submissions(
    kit_of_root, edited_solution
):
    kit, python = kit_of_root
    spy = (
        f"found = [os.access(path, os.R_OK) for path in ({str(kit / 'solution')!r}, '/root')]\n"
        "    found += [os.getuid() == 0]\n"
        "    found += [os.stat(__file__).st_mode & 0o007 != 0]\n"
        "    if any(found): raise RuntimeError(f'ESCAPED {found}')\n"
        "    return 0"
    )
    folder = edited_solution(serial=f"{HEAD}    {spy}\n")
    command = [str(python), "-m", "autograder", "grade", str(folder), "--only", "win.no_line"]
    command += ["--isolation", "unprivileged", "--results", str(kit / "results"), "--verbose"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=kit)
    assert "3/3" in done.stdout, done.stdout + done.stderr
    assert " unprivileged, MPI" in done.stdout
