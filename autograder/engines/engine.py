"""An engine: a submission run as serial, threads or mpi, started on demand, replaced when lost."""

import os
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from autograder.engines.conversation import Conversation, EngineNotStartedError
from autograder.engines.isolation.backend import Backend, Program
from autograder.engines.mpi_runtime import MpiRuntime
from autograder.engines.protocol import Answer, Ended, ModuleName, Question, Reply, TimedOut
from autograder.engines.workspace import Workspace, win_table
from autograder.errors import GraderError

INSIDE_SANDBOX = Path(__file__).resolve().parent / "inside_sandbox"
STAND_IN_SIDES = (3, 4)


@dataclass(frozen=True)
class Limits:
    """What an engine may use.

    Attributes:
        start_seconds: for the processes to start and dial, and again for importing the submission.
        memory_bytes: address space of each process.
        file_bytes: the largest file that it may write.
    """

    start_seconds: float = 60.0
    memory_bytes: int = 8 * 1024**3
    file_bytes: int = 64 * 1024**2


@dataclass(frozen=True)
class EngineKind:
    """How an engine is run.

    Attributes:
        module: which of the three `computer_move`s.
        workers: threads or ranks; 1 for serial.
        stand_in_win_side: put a correct `win` for boards of this side in place of the student's.
    """

    module: ModuleName
    workers: int = 1
    stand_in_win_side: int | None = None


class Engine:
    """Ask one engine questions; whatever happens to its processes is part of the reply."""

    def __init__(
        self,
        kind: EngineKind,
        workspace: Workspace,
        isolation: Backend,
        *,
        limits: Limits | None = None,
        mpi: MpiRuntime | None = None,
    ) -> None:
        self.kind = kind
        self._workspace = workspace
        self._isolation = isolation
        self._limits = limits or Limits()
        self._mpi = mpi
        self._ranks = kind.workers if kind.module == "mpi" else 1
        self._conversation: Conversation | None = None
        self._scratch: TemporaryDirectory[str] | None = None
        self._import_reply: Reply | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def printed(self) -> str:
        """The last part of what the engine printed."""
        return self._conversation.printed if self._conversation else ""

    def import_submission(self) -> Reply:
        """Start the processes and import the submission's module, if that is not done yet."""
        if self._conversation is None or self._import_reply is None:
            self._import_reply = self._start_and_import()
            if self._import_reply.engine_lost:
                self.close()
        return self._import_reply

    def ask(
        self, question: Question, seconds: float, *, total_seconds: float = float("inf")
    ) -> list[Reply]:
        """Return the replies to the calls, up to and including the first that lost the engine.

        If the submission cannot be imported, that is the one reply.

        Args:
            question: what to call.
            seconds: the time limit of each call.
            total_seconds: the time limit of all calls together; overrunning it counts as not having
                answered the last.
        """
        imported = self.import_submission()
        if self._conversation is None or _raised(imported):
            return [imported]
        replies: list[Reply] = []
        started = time.monotonic()
        for reply in self._conversation.ask(question, seconds):
            replies.append(reply)
            if time.monotonic() - started > total_seconds:
                replies[-1] = Reply((TimedOut(total_seconds),), reply.wall_seconds)
                break
        last = replies[-1]
        if last.engine_lost or (self._ranks > 1 and _raised(last)):
            # After an exception on one rank, messages to it may still be on their way.
            self.close()
        return replies

    def _start_and_import(self) -> Reply:
        try:
            self._conversation = self._start()
        except EngineNotStartedError as error:
            return Reply((Ended(str(error)),), 0.0)
        question = Question(module=self.kind.module, function="import")
        return next(self._conversation.ask(question, self._limits.start_seconds))

    def _start(self) -> Conversation:
        self._scratch = TemporaryDirectory(prefix="ttt-")
        scratch = Path(self._scratch.name)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(scratch / "channel"))
            listener.listen(self._ranks)
            process = self._isolation.start(self._program(scratch))
            conversation = Conversation(
                process, listener, self._ranks, lambda: self._isolation.end(process)
            )
            try:
                conversation.wait_for_ranks(self._limits.start_seconds)
            except BaseException:
                conversation.close()
                raise
        return conversation

    def _program(self, scratch: Path) -> Program:
        caches = self._workspace.caches
        worker = [sys.executable, str(INSIDE_SANDBOX / "worker.py")]
        worker += ["--socket", str(scratch / "channel")]
        worker += ["--workspace", str(self._workspace.package)]
        worker += ["--memory-bytes", str(self._limits.memory_bytes)]
        worker += ["--file-bytes", str(self._limits.file_bytes)]
        if self.kind.stand_in_win_side is not None:
            table = scratch / "win_table"
            table.write_bytes(win_table(self.kind.stand_in_win_side))
            worker += ["--stand-in-win", str(table)]
            # Code compiled with one `win` must not be found by a worker that uses the other.
            caches = scratch / "numba"
            caches.mkdir()
        environment = _environment(scratch, caches)
        if self.kind.module == "mpi":
            if self._mpi is None:
                raise GraderError("an MPI engine was started without an MPI runtime")
            worker = self._mpi.command(self._ranks, [*worker, "--mpi"])
            environment |= self._mpi.environment
        return Program(
            command=worker,
            environment=environment,
            readable=[INSIDE_SANDBOX],
            writable=[scratch, self._workspace.package, self._workspace.caches],
        )

    def close(self) -> None:
        """End the engine's processes; the next question starts new ones."""
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None
        self._import_reply = None
        if self._scratch is not None:
            self._scratch.cleanup()
            self._scratch = None


def _raised(reply: Reply) -> bool:
    return any(isinstance(outcome, Answer) and outcome.raised for outcome in reply.outcomes)


def _environment(scratch: Path, caches: Path) -> dict[str, str]:
    folders: Sequence[str] = (str(Path(sys.prefix) / "bin"), "/usr/local/bin", "/usr/bin", "/bin")
    return {
        "PATH": os.pathsep.join(folders),
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "LANG": "C.UTF-8",
        "NUMBA_CACHE_DIR": str(caches),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",  # the same submission gets the same grade tomorrow
        "PYTHONUNBUFFERED": "1",
    }
