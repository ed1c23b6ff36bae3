"""The grader's clock: who searches when is seen from outside, however slow the machine is."""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.engines import held_searches
from autograder.engines.held_searches import HeldSearches, Schedule
from autograder.engines.protocol import Call

Begin = Callable[[int, int], socket.socket]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., tuple[HeldSearches, Begin]]]:
    """Return a function that opens a clock, and one that begins a search on it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(tmp_path / "searches"))
        listener.listen(32)
        lines: list[socket.socket] = []
        clocks: list[HeldSearches] = []

        def open_clock(costs: dict[int, float], workers: int) -> tuple[HeldSearches, Begin]:
            call = Call(board=(0,) * 9, scores=tuple((s, 100 + s) for s in costs), held=True)
            held = HeldSearches(listener, (call,), Schedule(costs, workers, 0.1))
            clocks.append(held)

            def begin_search(square: int, thread: int, rank: int = 0) -> socket.socket:
                line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                lines.append(line)
                line.connect(str(tmp_path / "searches"))
                claim = {"call": 0, "square": square, "rank": rank, "thread": thread}
                claim |= {"in_main_thread": False, "threads": 3}
                line.sendall(json.dumps(claim).encode() + b"\n")
                held.accept({os.getpid(): 0})
                return line

            return held, begin_search

        yield open_clock
        for open_one in (*lines, *clocks):
            open_one.close()


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
    assert short.recv(100) == b'{"score":101}\n'
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


def test_what_the_grader_waits_is_told_and_has_an_end(begin, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(held_searches, "MOST_WAITED_SECONDS", 0.15)
    held, begin_search = begin({0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0}, workers=2)
    waited = [held.waited_seconds]
    for square in range(3):
        begin_search(square, thread=1)
        finish(held)
        waited.append(held.waited_seconds)
    assert waited == [0.0, 0.1, 0.15, 0.15]


def test_the_number_of_searches_at_once_is_seen(begin):
    held, begin_search = begin({0: 1.0, 1: 1.0, 2: 1.0}, workers=2)
    for square in range(3):
        begin_search(square, thread=square)
    while len(held.finished) < 3:
        finish(held)
    assert max(search.running for search in held.finished) == 3


@pytest.mark.parametrize(
    "line", [b"", b"\n", b"nonsense\n", b'{"\xff": 1}\n', b'{"square": "x"}\n', b"[" * 900]
)
def test_nonsense_is_not_a_search(begin, tmp_path: Path, line: bytes):
    held, _ = begin({0: 1.0}, workers=1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.connect(str(tmp_path / "searches"))
        caller.sendall(line)
        caller.shutdown(socket.SHUT_WR)
        held.accept({os.getpid(): 0})
        assert caller.recv(1) == b""
    assert held.advance() == float("inf")


def test_nobody_is_told_a_score_before_the_search_is_over(begin):
    held, begin_search = begin({0: 1.0, 1: 2.0}, workers=2)
    first, second = begin_search(0, thread=1), begin_search(1, thread=2)
    finish(held)
    second.setblocking(False)
    assert first.recv(100) == b'{"score":100}\n'
    with pytest.raises(BlockingIOError):
        second.recv(100)


def test_a_score_of_the_next_call_is_not_told_during_this_one(tmp_path: Path):
    calls = tuple(Call(board=(0,) * 9, scores=((0, score),), held=True) for score in (5, 6))
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line,
    ):
        listener.bind(str(tmp_path / "searches"))
        listener.listen(1)
        held = HeldSearches(listener, calls)
        line.connect(str(tmp_path / "searches"))
        claim = {"call": 1, "square": 0, "rank": 0, "thread": 1}
        line.sendall(json.dumps({**claim, "in_main_thread": True, "threads": 1}).encode() + b"\n")
        held.accept({os.getpid(): 0})
        assert held.advance() == float("inf")
        held.begin_call(1)
        held.advance()
        assert line.recv(100) == b'{"score":6}\n'


def test_a_rank_cannot_search_in_the_name_of_another(begin):
    held, begin_search = begin({0: 1.0, 1: 1.0}, workers=2)
    line = begin_search(0, thread=1, rank=1)
    assert b"refused" in line.recv(200)
    assert held.advance() == float("inf")


def test_without_a_clock_a_search_takes_its_pause(tmp_path: Path):
    call = Call(board=(0,) * 9, scores=((0, 5),), pauses=((0, 0.05),), held=True)
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line,
    ):
        listener.bind(str(tmp_path / "searches"))
        listener.listen(1)
        held = HeldSearches(listener, (call,))
        line.connect(str(tmp_path / "searches"))
        claim = {"call": 0, "square": 0, "rank": 0, "thread": 1}
        line.sendall(json.dumps({**claim, "in_main_thread": True, "threads": 1}).encode() + b"\n")
        held.accept({os.getpid(): 0})
        assert 0.0 < held.advance() <= 0.05
        time.sleep(0.06)
        assert held.advance() == float("inf")
        assert line.recv(100) == b'{"score":5}\n'
