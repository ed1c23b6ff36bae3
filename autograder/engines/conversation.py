"""The trusted side of the conversation with one engine; every deadline is kept from out here."""

import contextlib
import secrets
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import msgspec

from autograder.engines.held_searches import HeldSearches
from autograder.engines.isolation.backend import RunningProgram
from autograder.engines.outcomes import Ended, Outcome, Reply, TimedOut
from autograder.engines.processor_time import ThreadTimes, family_seconds
from autograder.engines.protocol import (
    LONGEST_LINE,
    Answer,
    Hello,
    Nonsense,
    Question,
    decode_answer,
    encode,
)
from autograder.engines.standing import peer_process, standing_file, where_it_stands

LONGEST_OUTPUT = 4 * 1024 * 1024
"""Bytes that an engine may print before it is ended for flooding."""

MOST_WAITING = 32 * 1024 * 1024
"""Bytes of answers that may wait for other ranks'; one that says more is heard no longer."""

OUTPUT_KEPT = 4_096
LOOK_SECONDS = 0.005
"""How often the processor time of the threads is read, where it is."""

OVERRUN_SECONDS = 0.25
"""How often it is asked whether the engine has overrun its allowance."""

GRACE_SECONDS = 1.0
"""How long the other ranks may take after one rank has raised or ended: then they are waiting."""


class EngineNotStartedError(Exception):
    """The ranks did not all dial; the message is a clause such as "exited with status 3"."""


class Conversation:
    """Questions to the ranks of one running engine, and their answers.

    It reads whatever the ranks print as well, so that they never block on a full pipe.
    """

    def __init__(
        self,
        program: RunningProgram,
        listener: socket.socket,
        *,
        ranks: int,
        folder: Path,
        package: Path,
    ) -> None:
        self._program = program
        self._process = program.process
        self._ranks = ranks
        self._folder = folder
        self._package = package
        self._peers: dict[int, int] = {}
        self._overrun: str | None = None
        self._selector = selectors.DefaultSelector()
        self._channels: dict[int, socket.socket] = {}
        self._received: dict[int, bytearray] = {}
        self._hung_up: set[int] = set()
        self._printed = 0
        self._printed_last = bytearray()
        self._listener = listener
        assert self._process.stdout is not None
        self._selector.register(self._process.stdout, selectors.EVENT_READ, "output")

    def wait_for_ranks(self, seconds: float) -> None:
        """Accept every rank's call and its first line.

        Raises:
            EngineNotStartedError: they did not all dial in time.
        """
        deadline = time.monotonic() + seconds
        self._listener.settimeout(0.05)
        while len(self._channels) < self._ranks:
            self._read_output()
            try:
                channel, _ = self._listener.accept()
            except TimeoutError:
                if self._process.poll() is not None:
                    raise EngineNotStartedError(self._how_it_ended()) from None
                if time.monotonic() > deadline:
                    raise EngineNotStartedError(f"did not start within {seconds:g} s") from None
                continue
            channel.settimeout(max(deadline - time.monotonic(), 0.1))
            self._welcome(channel)

    def _welcome(self, channel: socket.socket) -> None:
        line = bytearray()
        try:
            while not line.endswith(b"\n") and len(line) < LONGEST_LINE:
                piece = channel.recv(1)
                if not piece:
                    break
                line += piece
            hello = msgspec.json.decode(line, type=Hello)
        except (OSError, ValueError) as error:  # msgspec's own errors are ValueErrors
            raise EngineNotStartedError(f"did not say which rank it is ({error})") from error
        if hello.ranks != self._ranks or hello.rank in self._channels:
            raise EngineNotStartedError(
                f"started {hello.ranks} ranks instead of {self._ranks}: the MPI launcher and the "
                "MPI library do not belong together"
            )
        channel.settimeout(None)
        peer = peer_process(channel)
        if peer is not None:
            self._peers[hello.rank] = peer
        self._channels[hello.rank] = channel
        self._received[hello.rank] = bytearray()
        self._selector.register(channel, selectors.EVENT_READ, hello.rank)

    @property
    def printed(self) -> str:
        """The last part of what the engine printed."""
        self._read_output()
        return self._printed_last.decode("utf-8", "replace")

    @property
    def processor_seconds(self) -> float:
        """The processor time that all processes of the engine have used so far."""
        return family_seconds(self._process.pid)

    def ask(
        self, question: Question, seconds: float, held: HeldSearches | None = None
    ) -> Iterator[Reply]:
        """Ask every rank, and yield the reply to one call after another.

        The last reply is the first one that some rank did not answer: the engine is lost then.

        Args:
            question: an import counts as one call.
            seconds: for each call, without what the grader itself waits.
            held: where the searches of held calls wait to be let go.
        """
        members = self._members(question)
        # An answer that was prepared before its question was put cannot hold this.
        key = secrets.token_hex(8)
        line = encode(question, key)
        started = time.monotonic()
        deaf = [rank for rank in members if not self._send(rank, line, started + seconds)]
        if deaf:
            yield Reply(
                tuple(self._missing(rank, seconds) for rank in members), seconds, started=started
            )
            return
        if held is not None:
            held.watch(self._selector)
        for call in range(max(1, len(question.calls))):
            if held is not None:
                held.begin_call(call)
            times = None
            if any(one.traced or one.watched for one in question.calls[call : call + 1]):
                times = ThreadTimes(self._peers[rank] for rank in members)
            outcomes = self._outcomes(
                members, call, key, started + seconds, seconds, held=held, times=times
            )
            finished = time.monotonic()
            searches = () if held is None else tuple(held.finished_of(call))
            used = tuple(map(tuple, times.used())) if times is not None else ()
            missed = held is not None and held.missed
            together = None if times is None else times.together
            reply = Reply(outcomes, finished - started, searches, missed, used, started, together)
            yield reply
            if reply.engine_lost:
                return
            started = finished

    def _send(self, rank: int, line: bytes, deadline: float) -> bool:
        """Send a question; return False if the rank does not read it in time."""
        channel = self._channels[rank]
        try:
            channel.settimeout(max(deadline - time.monotonic(), 0.01))
            channel.sendall(line)
        except TimeoutError:
            return False
        except OSError:
            self._hung_up.add(rank)
        finally:
            channel.settimeout(None)
        return True

    def stop_watching(self, held: HeldSearches) -> None:
        """Take no more searches."""
        with contextlib.suppress(KeyError):  # it was never watched: nobody read the question
            self._selector.unregister(held.listener)

    def _members(self, question: Question) -> list[int]:
        if question.communicator == "others":
            return sorted(self._channels, reverse=True)[:-1]
        return sorted(self._channels)

    def _outcomes(
        self,
        members: list[int],
        call: int,
        key: str,
        deadline: float,
        seconds: float,
        *,
        held: HeldSearches | None,
        times: ThreadTimes | None,
    ) -> tuple[Outcome, ...]:
        """Collect one outcome from every member, in that order."""
        outcomes: dict[int, Outcome] = {}
        others_end = inf
        while True:
            for rank in members:
                if rank not in outcomes and (outcome := self._outcome_of(rank, call, key)):
                    outcomes[rank] = outcome
                    if not isinstance(outcome, Answer) or outcome.raised is not None:
                        others_end = min(others_end, time.monotonic() + GRACE_SECONDS)
            waited = held.waited_seconds if held is not None else 0.0
            remaining = min(deadline + waited, others_end) - time.monotonic()
            if len(outcomes) == len(members):
                break
            self._overrun = self._overrun or self._too_much()
            if remaining <= 0 or self._overrun is not None:
                break
            remaining = min(remaining, OVERRUN_SECONDS)
            if times is not None:
                times.look()
                remaining = min(remaining, LOOK_SECONDS)
            self._receive(min(remaining, held.advance()) if held is not None else remaining)
        return tuple(
            outcomes[rank] if rank in outcomes else self._missing(rank, seconds) for rank in members
        )

    def _missing(self, rank: int, seconds: float) -> Outcome:
        if self._overrun is not None:
            return Ended(self._overrun)
        if rank not in self._peers:
            return TimedOut(seconds)
        file = standing_file(self._folder, rank)
        return TimedOut(seconds, where_it_stands(self._peers[rank], file, self._package))

    def _too_much(self) -> str | None:
        """Return what the engine has used too much of, as a clause, or None."""
        if self._printed > LONGEST_OUTPUT:
            return f"printed more than {LONGEST_OUTPUT // 1024**2} MiB and was ended"
        return self._program.overrun()

    def _outcome_of(self, rank: int, call: int, key: str) -> Outcome | None:
        """Return what a rank has said by now, or None while it has said nothing whole."""
        received = self._received[rank]
        end = received.find(b"\n")
        if 0 <= end < LONGEST_LINE:
            line = bytes(received[:end])
            del received[: end + 1]
            return decode_answer(line, call, key)
        if end >= LONGEST_LINE or len(received) > LONGEST_LINE:
            return Nonsense(f"a line of more than {LONGEST_LINE} bytes")
        if rank in self._hung_up:
            # The kernel may have ended it for a limit that it has overrun.
            return Ended(self._program.overrun() or self._how_it_ended())
        return None

    def _receive(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            if key.data == "output":
                self._read_output()
            elif isinstance(key.data, HeldSearches):
                key.data.accept({process: rank for rank, process in self._peers.items()})
            elif key.data in self._hung_up or not self._read_channel(key.data):
                self._hung_up.add(key.data)
                self._selector.unregister(key.fileobj)

    def _read_channel(self, rank: int) -> bool:
        """Take what a rank has sent; return whether it may send more."""
        try:
            piece = self._channels[rank].recv(1 << 20)
        except OSError:
            return False
        self._received[rank] += piece
        return bool(piece) and len(self._received[rank]) < MOST_WAITING

    def _read_output(self) -> None:
        for key, _ in self._selector.select(0):
            if key.data != "output":
                continue
            assert self._process.stdout is not None
            piece = self._process.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            if not piece:
                self._selector.unregister(key.fileobj)
            self._printed += len(piece)
            self._printed_last = (self._printed_last + piece)[-OUTPUT_KEPT:]

    def _how_it_ended(self) -> str:
        try:
            status = self._process.wait(timeout=GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return "closed its connection to the grader"
        if status < 0 or status > 128:
            number = -status if status < 0 else status - 128
            try:
                return f"was killed by {signal.Signals(number).name}"
            except ValueError:
                return f"exited with status {status}"
        return f"exited with status {status}"

    def close(self) -> None:
        """End every process of the engine."""
        self._program.end()
        self._selector.close()
        for channel in self._channels.values():
            channel.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
