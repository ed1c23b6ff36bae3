"""An engine answers, and whatever goes wrong in it is a named outcome."""

import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from conftest import BUBBLEWRAP

from autograder.engines.engine import Engine, EngineKind, Limits
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.isolation.plain import MARK
from autograder.engines.mpi_runtime import find_mpi
from autograder.engines.outcomes import Ended, TimedOut
from autograder.engines.protocol import Answer, Call, Nonsense, Question
from autograder.engines.workspace import fresh_workspace

EMPTY = Call(board=(0,) * 9, player=1)
X_WINS_ON_2 = Call(board=(1, 1, 0, -1, -1, 0, 0, 0, 0), player=1)
WIN = Question(module="serial", function="win", calls=(EMPTY,))
HEAD = "import os, sys, time, signal\nimport numpy as np\ndef minimax(board, player, depth): ...\n"


def ask(folder: Path, isolation: str, question: Question, seconds: float = 20.0, ranks: int = 1):
    """Return the outcomes of each call, rank by rank."""
    kind = EngineKind(question.module, ranks)
    limits = Limits(start_seconds=30)
    with (
        fresh_workspace(folder) as workspace,
        Engine(
            kind, workspace, choose_isolation(isolation), limits=limits, mpi=find_mpi()
        ) as engine,
    ):
        return [reply.outcomes for reply in engine.ask(question, seconds)]


def win_that(body: str) -> str:
    """Return a serial.py whose `win` does what `body` says."""
    return f"{HEAD}def win(board):\n    {body}\n"


@pytest.mark.parametrize(
    ("question", "right"),
    [
        (Question(module="serial", function="win", calls=(EMPTY,)), 0),
        (Question(module="serial", function="minimax", calls=(X_WINS_ON_2,)), 9),
        (Question(module="serial", function="computer_move", calls=(X_WINS_ON_2,)), 2),
        (
            Question(module="threads", function="computer_move", n_threads=3, calls=(EMPTY,)),
            0,
        ),
    ],
    ids=["win", "minimax", "serial", "threads"],
)
def test_the_solution_answers(solution_folder: Path, isolation: str, question, right):
    [[answer]] = ask(solution_folder, isolation, question)
    assert answer.returned.value == right
    assert answer.board is None


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_every_rank_of_an_mpi_engine_answers(solution_folder: Path, isolation: str, ranks: int):
    question = Question(
        module="mpi", function="computer_move", calls=(X_WINS_ON_2, EMPTY), board_on_root_only=True
    )
    replies = ask(solution_folder, isolation, question, ranks=ranks)
    values = [[answer.returned.value for answer in outcomes] for outcomes in replies]
    assert values == [[2] * ranks, [0] * ranks]


def test_a_sub_communicator_leaves_rank_0_out(solution_folder: Path, isolation: str):
    question = Question(
        module="mpi", function="computer_move", calls=(X_WINS_ON_2,), communicator="others"
    )
    [outcomes] = ask(solution_folder, isolation, question, ranks=3)
    assert [answer.returned.value for answer in outcomes] == [2, 2]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("time.sleep(60)", TimedOut),
        ("\n    while True: pass", TimedOut),
        ("os._exit(3)", Ended),
        ("os.kill(os.getpid(), signal.SIGSEGV)", Ended),
        ("os.kill(os.getpid(), signal.SIGSTOP)", TimedOut),
        ("\n    while True: print('x' * 100000)", Ended),
        ("sys.exit(0)", Answer),
        ("return 10 ** 5000", Answer),
        ("return board", Answer),
    ],
    ids=["sleeps", "spins", "exits", "crashes", "stops", "floods", "sys.exit", "huge", "array"],
)
def test_misbehaviour_is_a_named_outcome(
    edited_solution: Callable[..., Path], isolation: str, body: str, expected: type
):
    folder = edited_solution(serial=win_that(body))
    [[outcome]] = ask(folder, isolation, WIN, seconds=2)
    assert isinstance(outcome, expected)


def test_forged_lines_are_nonsense(edited_solution: Callable[..., Path], isolation: str):
    forge = (
        "\n    for fd in range(3, 20):\n        try: os.write(fd, b'{\"points\": 100}\\n')"
        "\n        except OSError: pass\n    return 0"
    )
    [[outcome]] = ask(edited_solution(serial=win_that(forge)), isolation, WIN, seconds=5)
    assert isinstance(outcome, Nonsense)


def test_prints_do_not_reach_the_answer(edited_solution: Callable[..., Path], isolation: str):
    folder = edited_solution(serial=win_that("print('{\"call\": 0}', flush=True); return 0"))
    [[outcome]] = ask(folder, isolation, WIN)
    assert outcome.returned.value == 0


def test_a_syntax_error_is_reported_with_file_and_line(
    edited_solution: Callable[..., Path], isolation: str
):
    [[outcome]] = ask(edited_solution(serial="def win(board:\n    return 0\n"), isolation, WIN)
    assert (outcome.raised.type, outcome.raised.file) == ("SyntaxError", "serial.py")
    assert outcome.raised.line == 1


def test_an_exception_in_compiled_code_is_reported_with_its_line(
    edited_solution: Callable[..., Path],
):
    text = "from numba import njit\n@njit\ndef win(board):\n    raise ValueError('full of eels')\n"
    [[outcome]] = ask(edited_solution(serial=text + "def minimax(): ...\n"), "plain", WIN)
    assert (outcome.raised.message, outcome.raised.line) == ("full of eels", 4)
    assert outcome.raised.source == "raise ValueError('full of eels')"


def test_an_exception_in_a_thread_is_not_lost(edited_solution: Callable[..., Path]):
    text = (
        "import threading\nfrom .serial import minimax\n"
        "def computer_move(board, player, n_threads, search=minimax):\n"
        "    thread = threading.Thread(target=lambda: [][3])\n"
        "    thread.start()\n    thread.join()\n    return 0\n"
    )
    question = Question(module="threads", function="computer_move", calls=(EMPTY,))
    [[outcome]] = ask(edited_solution(threads=text), "plain", question)
    assert outcome.raised_in_thread.type == "IndexError"
    assert outcome.raised_in_thread.line == 4


def test_a_search_left_over_from_the_question_before_disturbs_nobody(
    edited_solution: Callable[..., Path],
):
    text = (
        "import threading, time\nfrom .serial import minimax\n"
        "from .board import board_after\n"
        "def computer_move(board, player, n_threads, search=minimax):\n"
        "    def search_late():\n"
        "        time.sleep(0.3)\n"
        "        search(board_after(board, 4, player), -player, 1)\n"
        "    threading.Thread(target=search_late).start()\n"
        "    time.sleep(0.5 * (n_threads - 1))\n    return 0\n"
    )
    held = Call(board=(0,) * 9, player=1, scores=tuple((s, 0) for s in range(9)), held=True)
    first, second = (
        Question(module="threads", function="computer_move", n_threads=n, calls=(held,))
        for n in (1, 2)
    )
    with (
        fresh_workspace(edited_solution(threads=text)) as workspace,
        Engine(EngineKind("threads", 1), workspace, choose_isolation("plain")) as engine,
    ):
        engine.ask(first, 20.0)
        [reply] = engine.ask(second, 20.0)
    assert reply.outcomes[0].raised_in_thread is None
    assert [search.claim.square for search in reply.searches] == [4]


@pytest.mark.alone
def test_the_rank_that_raised_is_told_from_the_ranks_that_wait(
    edited_solution: Callable[..., Path],
):
    text = (
        "from .serial import minimax\n"
        "def computer_move(board, player, comm, search=minimax):\n"
        "    if comm.rank == 1:\n        raise ValueError('no square for me')\n"
        "    return comm.allreduce(0)\n"
    )
    question = Question(module="mpi", function="computer_move", calls=(EMPTY,))
    started = time.monotonic()
    [[waits, raised]] = ask(edited_solution(mpi=text), "plain", question, seconds=30, ranks=2)
    assert isinstance(waits, TimedOut)
    assert raised.raised.message == "no square for me"
    assert time.monotonic() - started < 15


def test_a_lost_engine_is_replaced_for_the_next_question(
    edited_solution: Callable[..., Path], isolation: str
):
    body = "\n    if board[0]: os._exit(1)\n    return 0"
    with (
        fresh_workspace(edited_solution(serial=win_that(body))) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation(isolation)) as engine,
    ):
        bad = Question(module="serial", function="win", calls=(X_WINS_ON_2, EMPTY))
        assert engine.ask(bad, 5)[-1].engine_lost
        assert engine.ask(WIN, 5)[0].outcomes[0].returned.value == 0


@pytest.mark.alone
def test_a_worker_that_does_not_read_its_question_is_given_up(
    edited_solution: Callable[..., Path], isolation: str
):
    deaf = (
        "import threading\n"
        "def stop():\n    time.sleep(0.5)\n    os.kill(os.getpid(), signal.SIGSTOP)\n"
        "threading.Thread(target=stop, daemon=True).start()\n"
    )
    folder = edited_solution(serial=f"{HEAD}{deaf}def win(board): ...\n")
    many = Question(module="serial", function="win", calls=(EMPTY,) * 20_000)
    with (
        fresh_workspace(folder) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation(isolation)) as engine,
    ):
        engine.import_submission()
        time.sleep(1)
        started = time.monotonic()
        assert isinstance(engine.ask(many, 2)[-1].outcomes[0], TimedOut)
    assert time.monotonic() - started < 8


@pytest.mark.alone
def test_a_module_that_ends_its_process_is_not_imported_again_and_again(
    edited_solution: Callable[..., Path],
):
    folder = edited_solution(serial=f"{HEAD}time.sleep(1)\nos._exit(3)\n")
    with (
        fresh_workspace(folder) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation("plain")) as engine,
    ):
        first = engine.ask(WIN, 5)
        started = time.monotonic()
        assert engine.ask(WIN, 5) == first
    assert time.monotonic() - started < 0.5


def test_the_memory_limit_holds(edited_solution: Callable[..., Path]):
    folder = edited_solution(serial=win_that("return len(bytearray(9 * 1024**3)) % 3"))
    [[outcome]] = ask(folder, "plain", WIN)
    assert outcome.raised.type == "MemoryError"


@pytest.mark.alone
@pytest.mark.parametrize("ranks", [1, 3])
def test_no_process_is_left_behind(
    edited_solution: Callable[..., Path], isolation: str, ranks: int
):
    daemon = (
        "import os, subprocess, sys, time\n"
        "from .serial import minimax\n"
        "def computer_move(board, player, comm, search=minimax):\n"
        "    subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(987)'],\n"
        "        start_new_session=True)\n"
        "    time.sleep(60)\n"
    )
    question = Question(module="mpi", function="computer_move", calls=(EMPTY,))
    ask(edited_solution(mpi=daemon), isolation, question, seconds=2, ranks=ranks)
    left = [
        process
        for process in psutil.process_iter(["cmdline"])
        if "import time; time.sleep(987)" in (process.info["cmdline"] or [])
    ]
    assert left == []


@pytest.mark.alone
def test_a_plain_engine_leaves_no_marked_process(solution_folder: Path):
    question = Question(module="mpi", function="computer_move", calls=(EMPTY,))
    ask(solution_folder, "plain", question, ranks=2)
    environments = []
    for process in psutil.process_iter():
        try:
            environments.append(process.environ())
        except psutil.Error:  # another user's, or just ended
            continue
    assert not any(MARK in environment for environment in environments)


@pytest.mark.alone
def test_the_host_adds_at_most_a_few_milliseconds_to_a_question(solution_folder: Path):
    with (
        fresh_workspace(solution_folder) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation("plain")) as engine,
    ):
        engine.ask(WIN, 20)
        seconds = sorted(engine.ask(WIN, 20)[0].wall_seconds for _ in range(101))
    assert seconds[50] < 0.005


SPY = """
import os
from pathlib import Path
def minimax(board, player, depth): ...
def win(board):
    secrets = [{secrets}]
    return sum(Path(secret).exists() << bit for bit, secret in enumerate(secrets))
"""


@BUBBLEWRAP
def test_bubblewrap_hides_the_kit_the_truth_and_the_solution(edited_solution):
    root = Path(__file__).parents[2]
    secrets = [
        root / "solution" / "serial.py",
        root / "autograder" / "truth" / "data" / "three_by_three.csv",
        root / "autograder" / "checks" / "hidden",
        Path("/etc/passwd"),
        root / "README.md",
    ]
    listed = ", ".join(repr(str(secret)) for secret in secrets)
    folder = edited_solution(serial=SPY.format(secrets=listed))
    [[seen]] = ask(folder, "bubblewrap", WIN)
    [[seen_without_walls]] = ask(folder, "plain", WIN)
    assert seen.returned.value == 0
    assert seen_without_walls.returned.value != 0
