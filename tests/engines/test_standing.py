"""When ranks or threads do not come back, it is said where each of them is, and nothing is left."""

import os
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from conftest import OPEN_MPI_WHEEL, SYSTEM_MPI, open_mpi_wheel
from hypothesis import given
from hypothesis import strategies as st

from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.mpi_runtime import find_mpi
from autograder.engines.outcomes import Ended, StandingThread, TimedOut
from autograder.engines.protocol import Answer, Call, Question
from autograder.engines.standing import parse_dump, waiting_call
from autograder.engines.workspace import fresh_workspace

EMPTY = Call(board=(0,) * 9, player=1)
RANKS_APART = """
def computer_move(board, player, comm, search=None):
    if comm.rank == 0:
        return comm.recv(source=1)
    if comm.rank == 1:
        return 4
    scores = comm.gather(
        comm.rank,
        root=2,
    )
    return max(scores)
"""
THREADS_APART = """
import threading


def computer_move(board, player, n_threads, search=None):
    first, second = threading.Lock(), threading.Lock()
    first.acquire()
    second.acquire()

    def work(lock):
        with lock:
            pass

    thread = threading.Thread(target=work, args=(second,))
    thread.start()
    first.acquire()
"""
ENDLESS = """
def minimax(board, player, depth):
    while True:
        depth += 1


def win(board):
    return 0
"""
RUNTIMES = [
    pytest.param("embedded"),
    pytest.param("system", marks=SYSTEM_MPI),
    pytest.param(open_mpi_wheel(), marks=OPEN_MPI_WHEEL, id="open-mpi-wheel"),
]


def hang(folder: Path, kind: EngineKind, question: Question, isolation: str, mpi: str | None):
    """Return the outcomes of a call that hangs, and the processes that there were meanwhile."""
    runtime = find_mpi(mpi) if kind.module == "mpi" else None
    with (
        fresh_workspace(folder) as workspace,
        Engine(kind, workspace, choose_isolation(isolation), mpi=runtime) as engine,
    ):
        before = descendants()  # of other tests
        engine.import_submission()
        alive = [process for process in descendants() if process not in before]
        outcomes = engine.ask(question, 1.0)[-1].outcomes
    return outcomes, alive


def descendants() -> list[psutil.Process]:
    return psutil.Process(os.getpid()).children(recursive=True)


def is_alive(process: psutil.Process) -> bool:
    """Return whether it runs; one that waits for its parent to read its status does not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("mpi", RUNTIMES)
def test_it_is_said_where_every_rank_is_and_none_is_left(
    edited_solution: Callable[..., Path], isolation: str, mpi: str
):
    question = Question(module="mpi", function="computer_move", calls=(EMPTY,))
    folder = edited_solution(mpi=RANKS_APART)
    outcomes, alive = hang(folder, EngineKind("mpi", 3), question, isolation, mpi)
    first, second, third = outcomes
    assert isinstance(first, TimedOut)
    assert isinstance(second, Answer)
    assert isinstance(third, TimedOut)
    assert (first.standing[-1].waits_in, first.standing[-1].line) == ("comm.recv(source=1)", 4)
    assert third.standing[-1].waits_in == "comm.gather(comm.rank, root=2)"
    assert len(alive) >= 3
    assert not [process for process in alive if is_alive(process)]


def test_it_is_said_where_every_thread_waits(edited_solution: Callable[..., Path], isolation: str):
    question = Question(module="threads", function="computer_move", calls=(EMPTY,))
    folder = edited_solution(threads=THREADS_APART)
    outcomes, _ = hang(folder, EngineKind("threads"), question, isolation, None)
    assert isinstance(outcomes[0], TimedOut)
    told = {(place.is_main, place.waits_in) for place in outcomes[0].standing}
    assert told == {(True, "first.acquire()"), (False, "with lock")}


def test_who_computes_does_not_wait(edited_solution: Callable[..., Path]):
    question = Question(module="serial", function="minimax", calls=(EMPTY,))
    folder = edited_solution(serial=ENDLESS)
    outcomes, _ = hang(folder, EngineKind("serial"), question, "plain", None)
    assert isinstance(outcomes[0], TimedOut)
    (place,) = outcomes[0].standing
    assert (place.file, place.function, place.waits_in) == ("serial.py", "minimax", "")


def test_a_rank_that_was_killed_is_told_from_those_that_wait(
    edited_solution: Callable[..., Path],
):
    killed = "import os, signal\n" + RANKS_APART.replace(
        "return 4", "os.kill(os.getpid(), signal.SIGKILL)"
    )
    question = Question(module="mpi", function="computer_move", calls=(EMPTY,))
    folder = edited_solution(mpi=killed)
    outcomes, _ = hang(folder, EngineKind("mpi", 3), question, "plain", "embedded")
    assert any(isinstance(outcome, Ended) for outcome in outcomes)


DUMP = """Thread 0x00007f01 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 327 in wait
  File "/scratch/starter/threads.py", line 2 in work

Current thread 0x00007f02 (most recent call first):
  File "/kit/worker.py", line 9 in main
"""


def test_only_lines_of_the_student_are_told(tmp_path: Path):
    package = tmp_path / "starter"
    package.mkdir()
    (package / "threads.py").write_text("def work():\n    lock.acquire()\n")
    place = StandingThread("threads.py", 2, "work", "lock.acquire()", "lock.acquire()", False)
    assert parse_dump(DUMP, package) == (place,)


def test_no_file_outside_the_package_is_looked_into(tmp_path: Path):
    secret = tmp_path / "other" / "starter" / "secret.py"
    secret.parent.mkdir(parents=True)
    secret.write_text("the answer\n")
    (tmp_path / "starter").mkdir()
    (tmp_path / "starter" / "secret.py").symlink_to(secret)
    dump = DUMP.replace("/scratch/starter/threads.py", str(secret)).replace("line 2", "line 1")
    assert [place.source for place in parse_dump(dump, tmp_path / "starter")] == [""]


@given(st.text() | st.text(alphabet='Thread 0x1():\n  File "a/starter/b.py", line 9 in'))
def test_whatever_is_written_is_read_without_a_crash(text: str):
    parse_dump("Thread 0x1 (most recent call first):\n" + text, Path("/nowhere/starter"))


@given(st.text(), st.integers(-5, 50))
def test_source_that_does_not_parse_waits_nowhere(source: str, line: int):
    assert isinstance(waiting_call(source, line), str)
