"""An engine: a submission run as serial, threads or mpi, started on demand, replaced when lost."""

import os
import secrets
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import msgspec

from autograder.assignment.files import PACKAGE
from autograder.engines.conversation import Conversation, EngineNotStartedError
from autograder.engines.held_searches import MOST_HELD, HeldSearches, Schedule
from autograder.engines.isolation.allowance import Allowance
from autograder.engines.isolation.backend import Backend, Program
from autograder.engines.mpi_runtime import MpiRuntime
from autograder.engines.outcomes import Reply, TimedOut
from autograder.engines.processor_time import available_cores
from autograder.engines.protocol import Answer, ModuleName, Question
from autograder.engines.standing import standing_file
from autograder.engines.workspace import Workspace, win_table
from autograder.errors import GraderError
from autograder.intake.temporary import PREFIX, remove_folder

INSIDE_SANDBOX = Path(__file__).resolve().parent / "inside_sandbox"
ANYBODY = 0o777
"""Who may dial: the engine may be another user, and nobody else can reach the folder."""

_COMPILED = shutil.ignore_patterns("__pycache__")


@dataclass(frozen=True)
class Limits:
    """What an engine may use.

    Attributes:
        start_seconds: for the processes to start and dial, and again for importing the submission.
        processor_seconds: of each process.
        memory_bytes: address space of each process.
        file_bytes: the largest file that it may write.
        allowance: of all its processes together.
    """

    start_seconds: float = 60.0
    processor_seconds: int = 600
    memory_bytes: int = 8 * 1024**3
    file_bytes: int = 64 * 1024**2
    allowance: Allowance = field(default_factory=Allowance)


@dataclass(frozen=True)
class EngineKind:
    """How an engine is run.

    Attributes:
        module: which of the three `computer_move`s.
        workers: threads or ranks; 1 for serial.
        stand_in_win_side: put a correct `win` for boards of this side in place of the student's.
        controlled_threads: run one thread at a time, in an order that each call prescribes.
    """

    module: ModuleName
    workers: int = 1
    stand_in_win_side: int | None = None
    controlled_threads: bool = False


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
        self._scratch: Path | None = None
        self._import_reply: Reply | None = None
        self._lost_import: Reply | None = None

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
        if self._lost_import is not None:
            return self._lost_import
        if self._conversation is None or self._import_reply is None:
            reply = self._import_reply = self._start_and_import()
            if reply.engine_lost:
                self._lost_import = reply  # it would only be waited for again
                self.close()
            return reply
        return self._import_reply

    def ask(
        self,
        question: Question,
        seconds: float,
        *,
        total_seconds: float = float("inf"),
        schedule: Schedule | None = None,
    ) -> list[Reply]:
        """Return the replies to the calls, up to and including the first that lost the engine.

        If the submission cannot be imported, that is the one reply.

        Args:
            question: what to call.
            seconds: the time limit of each call.
            total_seconds: the time limit of all calls together; overrunning it counts as not having
                answered the last.
            schedule: the clock by which the searches of a single, held call are let go.
        """
        imported = self.import_submission()
        if self._conversation is None or _raised(imported):
            return [imported]
        replies: list[Reply] = []
        started, used_before = time.monotonic(), self.processor_seconds
        with self._held_searches(question, schedule) as (addressed, held):
            for reply in self._conversation.ask(addressed, seconds, held):
                replies.append(reply)
                if time.monotonic() - started > total_seconds:
                    share = self._share(self.processor_seconds - used_before, started)
                    outcome = TimedOut(total_seconds, processor_share=share)
                    replies[-1] = Reply((outcome,), reply.wall_seconds)
                    break
        self._close_if_lost(replies[-1])
        return replies

    def _share(self, processor_seconds: float, since: float) -> float:
        """Return the part of the processor time to be had since then that was used."""
        cores = min(self._ranks, available_cores())
        return processor_seconds / (cores * (time.monotonic() - since))

    @contextmanager
    def _held_searches(
        self, question: Question, schedule: Schedule | None
    ) -> Iterator[tuple[Question, HeldSearches | None]]:
        """Listen for held searches, if there can be any; return the question that says where."""
        conversation = self._conversation
        if not any(call.held for call in question.calls) or not (self._scratch and conversation):
            yield question, None
            return
        # A new address each time: a search left over from an earlier question finds nobody there.
        address = self._scratch / f"searches-{secrets.token_hex(4)}"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(address))
            address.chmod(ANYBODY)
            listener.listen(MOST_HELD)
            held = HeldSearches(listener, question.calls, schedule)
            try:
                yield msgspec.structs.replace(question, searches=str(address)), held
            finally:
                held.close()
                conversation.stop_watching(held)
                address.unlink(missing_ok=True)

    @property
    def processor_seconds(self) -> float:
        """The processor time that the engine's processes have used so far, read from outside."""
        return self._conversation.processor_seconds if self._conversation else 0.0

    def _close_if_lost(self, reply: Reply) -> None:
        if reply.engine_lost or (self._ranks > 1 and _raised(reply)):
            # After an exception on one rank, messages to it may still be on their way.
            self.close()

    def _start_and_import(self) -> Reply:
        try:
            self._conversation = self._start()
        except EngineNotStartedError as error:
            self.close()
            # The ranks dial before they import anything of the student's: it is not the student.
            how = self._mpi.name if self._mpi and self.kind.module == "mpi" else sys.executable
            raise GraderError(
                f"no engine could be started with {how}: it {error}; see whether it works by itself"
            ) from error
        question = Question(module=self.kind.module, function="import")
        return next(self._conversation.ask(question, self._limits.start_seconds))

    def _start(self) -> Conversation:
        scratch = self._scratch = Path(tempfile.mkdtemp(prefix=PREFIX))
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(scratch / "channel"))
            (scratch / "channel").chmod(ANYBODY)
            listener.listen(self._ranks)
            conversation = Conversation(
                self._isolation.start(self._program(scratch)),
                listener,
                ranks=self._ranks,
                folder=scratch,
                package=self._workspace.package / PACKAGE,
            )
            try:
                conversation.wait_for_ranks(self._limits.start_seconds)
            except BaseException:
                conversation.close()
                raise
        return conversation

    def _program(self, scratch: Path) -> Program:
        """Lay the engine's own files out in `scratch`, and return what is to be started.

        Only the folders for temporary files and compiled code, and the files that say where each
        rank stands, can be changed from inside.
        """
        caches, temporary = self._workspace.caches, scratch / "temporary"
        temporary.mkdir()
        scripts = Path(shutil.copytree(INSIDE_SANDBOX, scratch / "worker", ignore=_COMPILED))
        standing = [standing_file(scratch, rank) for rank in range(self._ranks)]
        for file in standing:
            file.touch()
        worker = [sys.executable, str(scripts / "worker.py")]
        worker += ["--socket", str(scratch / "channel")]
        worker += ["--standing", str(scratch)]
        worker += ["--workspace", str(self._workspace.package)]
        worker += ["--processor-seconds", str(self._limits.processor_seconds)]
        worker += ["--memory-bytes", str(self._limits.memory_bytes)]
        worker += ["--file-bytes", str(self._limits.file_bytes)]
        if self.kind.stand_in_win_side is not None:
            table = scratch / "win_table"
            table.write_bytes(win_table(self.kind.stand_in_win_side))
            worker += ["--stand-in-win", str(table)]
            # Code compiled with one `win` must not be found by a worker that uses the other.
            caches = scratch / "numba"
            caches.mkdir()
        if self.kind.controlled_threads:
            worker += ["--controlled-threads"]
        environment = _environment(temporary, caches)
        if self.kind.module == "mpi":
            if self._mpi is None:
                raise GraderError("an MPI engine was started without an MPI runtime")
            worker = self._mpi.command(self._ranks, [*worker, "--mpi"])
            environment |= self._mpi.variables(reaches_slurm=self._isolation.reaches_slurm)
        return Program(
            command=worker,
            environment=environment,
            readable=[scratch, self._workspace.package, *(self._mpi.folders if self._mpi else ())],
            writable=[*standing, caches],
            temporary=temporary,
            allowance=self._limits.allowance,
        )

    def close(self) -> None:
        """End the engine's processes; the next question starts new ones."""
        if self._conversation is not None:
            self._conversation.close()
            self._conversation = None
        self._import_reply = None
        if self._scratch is not None:
            remove_folder(self._scratch)
            self._scratch = None


def _raised(reply: Reply) -> bool:
    return any(isinstance(outcome, Answer) and outcome.raised for outcome in reply.outcomes)


def _environment(temporary: Path, caches: Path) -> dict[str, str]:
    folders: Sequence[str] = (str(Path(sys.prefix) / "bin"), "/usr/local/bin", "/usr/bin", "/bin")
    return {
        "PATH": os.pathsep.join(folders),
        "HOME": str(temporary),
        "TMPDIR": str(temporary),
        "LANG": "C.UTF-8",
        "NUMBA_CACHE_DIR": str(caches),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",  # the same submission gets the same grade tomorrow
        "PYTHONUNBUFFERED": "1",
    }
