"""The grader's clock: who searches when is seen from outside, however slow the machine is."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.engines.held_searches import HeldSearches

Begin = Callable[[int, int], socket.socket]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., tuple[HeldSearches, Begin]]]:
    """Return a function that opens a clock, and one that begins a search on it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(tmp_path / "searches"))
        listener.listen(32)
        lines: list[socket.socket] = []

        def open_clock(costs: dict[int, float], workers: int) -> tuple[HeldSearches, Begin]:
            held = HeldSearches(listener, costs, workers, patience_seconds=0.1)

            def begin_search(square: int, thread: int) -> socket.socket:
                line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                lines.append(line)
                line.connect(str(tmp_path / "searches"))
                claim = {"square": square, "rank": 0, "thread": thread}
                claim |= {"in_main_thread": False, "threads": 3}
                line.sendall(json.dumps(claim).encode() + b"\n")
                held.accept()
                return line

            return held, begin_search

        yield open_clock
        for line in lines:
            line.close()


def finish(held: HeldSearches) -> None:
    """Move the clock on until one search more has ended."""
    before = len(held.finished)
    while len(held.finished) == before:
        pause = held.advance()
        if pause == float("inf"):
            raise AssertionError("nothing is held")
        threading.Event().wait(pause)


def test_the_search_that_ends_first_is_let_go_first(begin):
    held, begin_search = begin({0: 5.0, 1: 1.0, 2: 1.0}, workers=2)
    begin_search(0, thread=1)
    short = begin_search(1, thread=2)
    finish(held)
    assert short.recv(1) == b""
    begin_search(2, thread=2)
    finish(held)
    finish(held)
    times = [(s.claim.square, s.start, s.end) for s in held.finished]
    assert times == [(1, 0.0, 1.0), (2, 1.0, 2.0), (0, 0.0, 5.0)]
    assert not held.missed


def test_a_worker_that_does_not_come_is_missed(begin):
    held, begin_search = begin({0: 1.0, 1: 1.0}, workers=2)
    begin_search(0, thread=1)
    finish(held)
    assert held.missed


def test_the_number_of_searches_at_once_is_seen(begin):
    held, begin_search = begin({0: 1.0, 1: 1.0, 2: 1.0}, workers=2)
    for square in range(3):
        begin_search(square, thread=square)
    while len(held.finished) < 3:
        finish(held)
    assert max(search.running for search in held.finished) == 3


@pytest.mark.parametrize("line", [b"", b"\n", b"nonsense\n", b'{"square": "x"}\n', b"[" * 900])
def test_nonsense_is_not_a_search(begin, tmp_path: Path, line: bytes):
    held, _ = begin({0: 1.0}, workers=1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.connect(str(tmp_path / "searches"))
        caller.sendall(line)
        caller.shutdown(socket.SHUT_WR)
        held.accept()
        assert caller.recv(1) == b""
    assert held.advance() == float("inf")
