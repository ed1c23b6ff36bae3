"""Hold the searches of a call, let them end one by one, and only then say what they found.

A search that begins dials the grader and waits; when the grader lets it go it is told its score. So
nobody in the student's process can know a score before that subtree's search is over.

By default a search ends when its pause is over. With a `Schedule` every subtree has a cost on a
clock that stands still meanwhile: when all workers that can be busy are, the clock moves on to the
first end, and that search is let go. So the schedule that comes out is the one that a machine with
as many cores as workers would show, on one core as well and however busy the machine is: real time
only decides how long an idle worker is waited for.
"""

import contextlib
import selectors
import socket
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf

import msgspec

from autograder.engines.outcomes import HeldSearch
from autograder.engines.protocol import Call, Held
from autograder.engines.standing import peer_process

PATIENCE_SECONDS = 2.0
"""How long a free worker may take to begin its next search; a right one takes a millisecond."""

IMPATIENCE_SECONDS = 0.25
"""The same, once a worker has been missed: then it is only about naming the mistake."""

SETTLE_SECONDS = 0.015
"""How long to look out for one worker too many."""

MOST_WAITED_SECONDS = 10.0
"""How long a call may be waited for at the grader's own expense: who searches for ever ends."""

LINE_SECONDS = 0.5
LONGEST_LINE = 1024
MOST_HELD = 256
STRANGER = "search was called in a process of your own making: call it in the threads or ranks"
TOO_MANY = f"more than {MOST_HELD} searches at the same time"


@dataclass(frozen=True)
class Schedule:
    """What the grader's clock goes by.

    Attributes:
        costs: of each legal square's subtree, in seconds of that clock.
        workers: how many searches should run at the same time.
        patience_seconds: how long to wait for one that does not begin.
    """

    costs: Mapping[int, float]
    workers: int
    patience_seconds: float = PATIENCE_SECONDS


@dataclass
class _Running:
    line: socket.socket
    claim: Held
    score: int
    start: float
    end: float
    running: int


class HeldSearches:
    """The searches of one question's calls, held and let go.

    Attributes:
        finished: the searches that have ended, in the order of their ends.
        missed: whether a worker that could have been busy was waited for in vain.
        waited_seconds: which the grader let pass by its schedule; the student's code has not used
            them, so they are not of its time limit.
    """

    def __init__(
        self, listener: socket.socket, calls: tuple[Call, ...], schedule: Schedule | None = None
    ) -> None:
        """Hold the searches of those calls whose `held` is set.

        Args:
            listener: which the searches dial.
            calls: with their scores and pauses.
            schedule: for a single call.
        """
        self.listener = listener
        self._scores = [dict(call.scores or ()) for call in calls]
        self._pauses = [dict(call.pauses) for call in calls]
        self._schedule = schedule
        self._not_begun = set(schedule.costs) if schedule else set()
        self._running: list[_Running] = []
        self._early: list[tuple[socket.socket, Held]] = []
        self._call = 0
        self._patience = schedule.patience_seconds if schedule else 0.0
        self.missed = False
        self.waited_seconds = 0.0
        self._now = 0.0
        self._last_news = time.monotonic()
        self.finished: list[HeldSearch] = []

    def accept(self, ranks: Mapping[int, int]) -> None:
        """Take the call of a search that begins.

        Args:
            ranks: of each process that may search.
        """
        line, _ = self.listener.accept()
        line.settimeout(LINE_SECONDS)
        process = peer_process(line)
        try:
            claim = msgspec.json.decode(_first_line(line), type=Held, strict=True)
        except (OSError, ValueError):  # msgspec's own errors are ValueErrors
            line.close()
            return
        # The kernel knows who calls; without it, only that somebody does.
        if process is not None and ranks.get(process) != claim.rank:
            _answer(line, {"refused": STRANGER})
        elif len(self._running) + len(self._early) >= MOST_HELD:
            _answer(line, {"refused": TOO_MANY})
        else:
            self._early.append((line, claim))
            self._begin_those_of_this_call()

    def begin_call(self, call: int) -> None:
        """Let the searches of this call begin; those of later ones wait until it is their turn.

        An engine goes on to its next call before the grader has read its answer to the last.
        """
        self._call = call
        self._begin_those_of_this_call()

    def _begin_those_of_this_call(self) -> None:
        now = [(line, claim) for line, claim in self._early if claim.call <= self._call]
        self._early = [(line, claim) for line, claim in self._early if claim.call > self._call]
        for line, claim in now:
            score = self._scores[claim.call].get(claim.square)
            if claim.call < self._call or score is None:
                line.close()
            else:
                self._begin(line, claim, score)

    def _begin(self, line: socket.socket, claim: Held, score: int) -> None:
        if self._schedule is not None:
            start, cost = self._now, self._schedule.costs.get(claim.square, 0.0)
        else:
            start, cost = time.monotonic(), self._pauses[claim.call].get(claim.square, 0.0)
        count = len(self._running) + 1
        self._running.append(_Running(line, claim, score, start, start + cost, count))
        self._not_begun.discard(claim.square)
        self._last_news = time.monotonic()

    def advance(self) -> float:
        """Let searches end whose time has come; return for how many seconds to wait for news."""
        if self._schedule is None:
            for search in [s for s in self._running if s.end <= time.monotonic()]:
                self._let_go(search)
            ends = (search.end - time.monotonic() for search in self._running)
            return max(0.0, min(ends, default=inf))
        return self._advance_clock(self._schedule)

    def _advance_clock(self, schedule: Schedule) -> float:
        if not self._running:
            return inf
        could_be_busy = min(schedule.workers, len(self._running) + len(self._not_begun))
        everybody = len(self._running) >= could_be_busy
        wait = SETTLE_SECONDS if everybody else self._patience
        left = wait - (time.monotonic() - self._last_news)
        if left > 0:
            return left
        if not everybody:
            self.missed = True
            self._patience = min(self._patience, IMPATIENCE_SECONDS)
        self.waited_seconds = min(self.waited_seconds + wait, MOST_WAITED_SECONDS)
        # Of those that end together the highest rank goes first: rank 0 may be the one that hands
        # out squares, and finds its workers' questions waiting then.
        first = min(self._running, key=lambda s: (s.end, -s.claim.rank, s.claim.square))
        self._now = first.end
        self._let_go(first)
        return 0.0

    def _let_go(self, search: _Running) -> None:
        self._running.remove(search)
        _answer(search.line, {"score": search.score})
        self.finished.append(HeldSearch(search.claim, search.start, search.end, search.running))
        self._last_news = time.monotonic()

    def finished_of(self, call: int) -> Iterator[HeldSearch]:
        """Yield the searches of one call that have ended."""
        return (search for search in self.finished if search.claim.call == call)

    def close(self) -> None:
        """Let go whatever is still held, without an answer."""
        for line in (
            *(search.line for search in self._running),
            *(line for line, _ in self._early),
        ):
            line.close()
        self._running.clear()
        self._early.clear()

    def watch(self, selector: selectors.BaseSelector) -> None:
        """Have the selector report searches that begin, with this object as data."""
        selector.register(self.listener, selectors.EVENT_READ, self)


def _answer(line: socket.socket, message: Mapping[str, int | str]) -> None:
    with line, contextlib.suppress(OSError):  # it may have ended meanwhile
        line.sendall(msgspec.json.encode(message) + b"\n")


def _first_line(line: socket.socket) -> bytes:
    """Return what came at once: a claim is sent in one piece, and nobody is waited for longer."""
    return line.recv(LONGEST_LINE)
