"""Find out where the threads of a process stand that does not answer.

The worker has faulthandler write a traceback of every thread into a file when it is signalled; that
works inside a blocked call as well, since the handler runs in C (Python documentation,
"faulthandler", section "Dumping the traceback on a user signal").
"""

import ast
import contextlib
import os
import re
import signal
import socket
import stat
import struct
import sys
import time
from pathlib import Path

from autograder.engines.outcomes import StandingThread

SIGNAL = signal.SIGUSR1
WAITING_CALLS = frozenset(
    {
        *("recv", "send", "ssend", "bsend", "sendrecv", "probe", "mprobe", "bcast", "gather"),
        *("gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "reduce"),
        *("allreduce", "scan", "exscan", "barrier", "wait", "waitall", "waitany", "lock", "flush"),
        *("fence", "fetch_and_op", "split", "dup", "join", "acquire", "get", "put", "result"),
        *("shutdown", "map", "select"),
    }
)
LONGEST_SOURCE = 200_000
LONGEST_CALL = 80
WAIT_SECONDS = 0.5
LONGEST_DUMP = 65_536
_THREAD = re.compile(r"^(?:Current thread|Thread) 0x[0-9a-f]+.*\(most recent call first\)", re.M)
_FRAME = re.compile(
    r'^  File "(?P<path>[^"\n]*)", line (?P<line>\d+) in (?P<function>[^\n]*)$', re.M
)


def peer_process(channel: socket.socket) -> int | None:
    """Return the number of the process at the other end, as the kernel tells it."""
    if sys.platform == "linux":
        size = struct.calcsize("3i")
        credentials = channel.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        return int(struct.unpack("3i", credentials)[0]) or None
    if sys.platform == "darwin":
        return int(channel.getsockopt(0, 2)) or None  # SOL_LOCAL, LOCAL_PEERPID
    return None


def standing_file(folder: Path, rank: int) -> Path:
    """Return the file into which a rank writes where it stands."""
    return folder / f"standing-{rank}"


def where_it_stands(process: int, file: Path, package: Path) -> tuple[StandingThread, ...]:
    """Signal a process and read where its threads stand; empty if it does not say.

    Args:
        process: its number.
        file: where it writes.
        package: the folder of the student's files.
    """
    with contextlib.suppress(OSError):
        os.kill(process, SIGNAL)
        deadline = time.monotonic() + WAIT_SECONDS
        size = -1
        while time.monotonic() < deadline:
            time.sleep(0.02)
            grown = file.lstat().st_size
            if grown and grown == size:  # it is no longer being written
                break
            size = grown
        return parse_dump(_read_plain_file(file).decode("utf-8", "replace"), package)
    return ()


def _read_plain_file(path: Path) -> bytes:
    """Read what the worker may have replaced by a link, or by a pipe that nobody writes to."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return b""
        return file.read(LONGEST_DUMP)


def parse_dump(text: str, package: Path) -> tuple[StandingThread, ...]:
    """Read what faulthandler wrote: for each thread the innermost line in the folder `package`.

    Threads that are nowhere in the package are left out. The main thread comes last in a dump. What
    is written there is a claim: no other folder is looked into, whatever path it names.
    """
    starts = [match.start() for match in _THREAD.finditer(text)]
    threads = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        for frame in _FRAME.finditer(text, start, end):
            if Path(frame["path"]).parent.name == package.name:
                is_main = number == len(starts) - 1
                threads.append(_standing(package, frame, is_main=is_main))
                break
    return tuple(threads)


def _standing(package: Path, frame: re.Match[str], *, is_main: bool) -> StandingThread:
    name, line = Path(frame["path"]).name, int(frame["line"][:9])
    source = ""
    with contextlib.suppress(OSError, ValueError):
        path = package / name
        if path.is_file() and not path.is_symlink():
            source = path.read_text(encoding="utf-8")[:LONGEST_SOURCE]
    lines = source.splitlines()
    return StandingThread(
        file=name,
        line=line,
        function=frame["function"],
        source=lines[line - 1].strip() if 0 < line <= len(lines) else "",
        waits_in=waiting_call(source, line),
        is_main=is_main,
    )


def waiting_call(source: str, line: int) -> str:
    """Return the call in a line at which a thread can wait for another, or "" if there is none.

    >>> waiting_call("total = comm.reduce(comm.recv(source=1))", 1)
    'comm.recv(source=1)'
    >>> waiting_call("with lock:\\n    pass", 1)
    'with lock'
    """
    try:
        return _waiting_call(ast.parse(source), line)[:LONGEST_CALL]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def _waiting_call(tree: ast.Module, line: int) -> str:
    found = ""
    for node in ast.walk(tree):  # inner calls come after outer ones
        if isinstance(node, ast.With) and node.lineno == line:
            found = "with " + ", ".join(ast.unparse(item.context_expr) for item in node.items)
        if isinstance(node, ast.Call) and node.lineno <= line <= (node.end_lineno or line):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if name.lower() in WAITING_CALLS:
                found = ast.unparse(node)
    return found
