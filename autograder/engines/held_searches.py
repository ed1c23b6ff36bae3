"""Hold the searches of a call and let them end one by one, by a clock that stands still meanwhile.

Every subtree has a cost on that clock. A search that begins dials the grader and waits; when all
workers that can be busy are, the clock moves on to the first end, and that search is let go. So the
schedule that comes out is the one that a machine with as many cores as workers would show, on one
core as well and however busy the machine is: real time only decides how long an idle worker is
waited for.
"""

import selectors
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from autograder.engines.outcomes import HeldSearch
from autograder.engines.protocol import Held

PATIENCE_SECONDS = 2.0
"""How long a free worker may take to begin its next search; a right one takes a millisecond."""

IMPATIENCE_SECONDS = 0.25
"""The same, once a worker has been missed: then it is only about naming the mistake."""

SETTLE_SECONDS = 0.015
"""How long to look out for one worker too many."""

LINE_SECONDS = 0.5
LONGEST_LINE = 1024
MOST_HELD = 256


@dataclass
class _Running:
    line: socket.socket
    claim: Held
    start: float
    end: float
    running: int


class HeldSearches:
    """The searches of one call, held and let go.

    Attributes:
        finished: the searches that have ended, in the order of their ends.
        missed: whether a worker that could have been busy was waited for in vain.
    """

    def __init__(
        self,
        listener: socket.socket,
        costs: Mapping[int, float],
        workers: int,
        patience_seconds: float,
    ) -> None:
        self.listener = listener
        self._costs = costs
        self._workers = workers
        self._not_begun = set(costs)
        self._running: list[_Running] = []
        self._patience = patience_seconds
        self.missed = False
        self._now = 0.0
        self._last_news = time.monotonic()
        self.finished: list[HeldSearch] = []

    def accept(self) -> None:
        """Take the call of a search that begins."""
        line, _ = self.listener.accept()
        line.settimeout(LINE_SECONDS)
        try:
            claim = msgspec.json.decode(_first_line(line), type=Held, strict=True)
        except (OSError, msgspec.MsgspecError):
            line.close()
            return
        if len(self._running) >= MOST_HELD:
            line.close()
            return
        self._not_begun.discard(claim.square)
        end = self._now + self._costs.get(claim.square, 0.0)
        self._running.append(_Running(line, claim, self._now, end, len(self._running) + 1))
        self._last_news = time.monotonic()

    def advance(self) -> float:
        """Let a search end if its time has come; return for how many seconds to wait for news."""
        if not self._running:
            return float("inf")
        could_be_busy = min(self._workers, len(self._running) + len(self._not_begun))
        everybody = len(self._running) >= could_be_busy
        wait = SETTLE_SECONDS if everybody else self._patience
        left = wait - (time.monotonic() - self._last_news)
        if left > 0:
            return left
        if not everybody:
            self.missed = True
            self._patience = min(self._patience, IMPATIENCE_SECONDS)
        # Of those that end together the highest rank goes first: rank 0 may be the one that hands
        # out squares, and finds its workers' questions waiting then.
        first = min(self._running, key=lambda s: (s.end, -s.claim.rank, s.claim.square))
        self._let_go(first)
        return 0.0

    def _let_go(self, search: _Running) -> None:
        self._running.remove(search)
        self._now = search.end
        search.line.close()
        self.finished.append(HeldSearch(search.claim, search.start, search.end, search.running))
        self._last_news = time.monotonic()

    def close(self) -> None:
        """Let go whatever is still held."""
        for search in self._running:
            search.line.close()
        self._running.clear()

    def watch(self, selector: selectors.BaseSelector) -> None:
        """Have the selector report searches that begin, with this object as data."""
        selector.register(self.listener, selectors.EVENT_READ, self)


def _first_line(line: socket.socket) -> bytes:
    """Return what came at once: a claim is sent in one piece, and nobody is waited for longer."""
    return line.recv(LONGEST_LINE)
