"""What threads do is seen from outside: whether they work at the same time or take turns."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from autograder.engines.processor_time import PROC, ThreadTimes

pytestmark = pytest.mark.skipif(not PROC.is_dir(), reason="needs /proc")

WORK = {
    "holding the GIL": "sum(range(3_000_000))",  # as a compiled search does, for long
    "without the GIL": "hashlib.sha256(data).digest()",  # hashlib lets go of it for long data
    "asleep": "time.sleep(100)",
}
PROGRAM = """
import hashlib, threading, time
data = bytes(8_000_000)
def work():
    while True:
        {work}
for _ in range({threads}):
    threading.Thread(target=work).start()
print("ready", flush=True)
"""


@contextmanager
def running(work: str, threads: int) -> Iterator[int]:
    """Run a program with some threads that do the work, and yield its process id."""
    program = PROGRAM.format(work=WORK[work], threads=threads)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process.pid
        finally:
            process.kill()


def together(work: str, threads: int) -> float | None:
    with running(work, threads) as process:
        time.sleep(0.2)  # the threads have been started, and have yet to begin
        times = ThreadTimes([process])
        for _ in range(60):
            times.look()
            time.sleep(0.005)
        return times.together


def test_two_threads_without_the_gil_work_at_the_same_time():
    seen = together("without the GIL", 2)
    assert seen is not None
    assert seen > 0.6


@pytest.mark.parametrize(("work", "threads"), [("holding the GIL", 2), ("without the GIL", 1)])
def test_threads_that_hold_the_gil_take_turns_and_one_works_alone(work: str, threads: int):
    seen = together(work, threads)
    assert seen is not None
    assert seen < 0.25


def test_of_threads_that_sleep_nothing_can_be_said_nor_of_nobody():
    assert (together("asleep", 2) or 0.0) == 0.0
    assert ThreadTimes([]).together is None
