"""The game, played with real engines by scripted hands."""

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pexpect
import psutil
import pytest
from made_notebooks import solved_notebook
from rich.console import Console

from autograder.console.options import PlayOptions
from autograder.console.play import play
from autograder.engines.isolation.plain import MARK
from autograder.truth.rules import O

ROOT = Path(__file__).parents[2]


def session(entries: str, **options) -> tuple[int, str]:
    """Play with these entries, one a word, until they run out; return status and screen."""
    words: Iterator[str] = iter(entries.split())

    def read_line(prompt: str) -> str:
        console.print(prompt, end="")
        try:
            word = next(words)
        except StopIteration:
            raise EOFError from None
        console.print(word)
        return word

    console = Console(file=StringIO(), width=80, highlight=False)
    options = {"engine": ROOT / "solution", **options}
    status = play(PlayOptions(**options), console, read_line)
    return status, console.file.getvalue()


@pytest.mark.parametrize("run_as", ["serial", "threads", "mpi"])
def test_the_engine_answers_and_says_how_long_it_took(run_as: str):
    status, screen = session("4", run_as=run_as)
    assert status == 0
    assert "takes 0 after" in screen
    assert "[O]" in screen


def test_an_engine_in_notebooks_plays(tmp_path: Path):
    notebooks = tmp_path / "notebooks"
    notebooks.mkdir()
    (notebooks / "all.ipynb").write_bytes(solved_notebook())
    status, screen = session("4", engine=notebooks, run_as="threads")
    assert status == 0
    assert "notebooks (2 threads) takes 0 after" in " ".join(screen.split())


def test_one_loses_to_the_engine_and_sees_the_winning_line():
    _, screen = session("1 2", human=O)
    assert "wins." in screen
    assert screen.count("*X*") == 3


def test_two_engines_draw():
    status, screen = session("", opponent=ROOT / "solution")
    assert status == 0
    assert screen.rstrip().endswith("A draw.")


def test_a_hint_shows_what_every_move_is_worth():
    _, screen = session("0 8 hint")
    assert "loses in" in screen or "wins in" in screen
    assert "plies" in screen


def test_a_hint_on_the_empty_board_is_nine_draws():
    _, screen = session("hint")
    assert screen.count("draw") == 9


def test_undo_takes_back_both_moves():
    _, screen = session("0 undo")
    assert "[" not in screen.rsplit("┌", 1)[1]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("9", "There is no square 9"),
        ("0 0", "Square 0 is taken"),
        ("fish", "neither a square"),
        ("-1", "neither a square"),
        ("undo", "no move to take back"),
        ("help", "what every move is worth"),
    ],
)
def test_a_wrong_entry_is_answered_in_plain_words(entry: str, says: str):
    status, screen = session(entry)
    assert status == 0
    assert says in " ".join(screen.split())


def test_a_stub_is_reported_with_file_and_line_and_the_game_goes_on():
    status, screen = session("4 undo 0 quit", engine=ROOT / "starter", run_as="threads")
    assert status == 0
    assert screen.count("threads.computer_move is not filled in yet") == 2
    assert "threads.py:" in screen
    assert "retry" in screen


def test_watching_a_broken_engine_ends_with_a_status():
    status, screen = session("", engine=ROOT / "starter", opponent=ROOT / "solution")
    assert status == 1
    assert "not filled in yet" in screen


BROKEN = {
    "crash": ("raise ValueError('out of ideas')", "out of ideas"),
    "hang": ("import time; time.sleep(60)", "did not return within 5 s"),
    "exit": ("import os; os._exit(7)", "exited with status 7"),
    "taken square": ("return 4", "plays square 4, which is taken"),
    "off the board": ("return 99", "which is not on the board"),
    "no int": ("return None", "not an int"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_engine_is_reported_and_retry_reads_it_again(
    name: str, edited_solution: Callable[..., Path]
):
    body, says = BROKEN[name]
    good = (ROOT / "solution" / "threads.py").read_text()
    head = (
        "from .serial import minimax\ndef computer_move(board, player, n_threads, search=minimax):"
    )
    folder = edited_solution(threads=f"{head}\n    {body}\n")
    entries = iter(["4", "retry"])

    def read_line(_: str) -> str:
        entry = next(entries, "quit")
        if entry == "retry":
            (folder / "threads.py").write_text(good)
        return entry

    console = Console(file=StringIO(), width=80)
    options = PlayOptions(engine=folder, run_as="threads", seconds_per_move=5)
    assert play(options, console, read_line) == 0
    screen = " ".join(console.file.getvalue().split())
    assert says in screen
    assert "takes 0 after" in screen


def test_retry_on_a_half_saved_engine_keeps_the_game(tmp_path: Path):
    notebook = tmp_path / "all.ipynb"
    whole = solved_notebook()
    notebook.write_bytes(whole)
    saved = {"retry": whole[:100], "retry ": whole}
    entries = iter([*saved, "4"])

    def read_line(_: str) -> str:
        entry = next(entries, "quit")
        notebook.write_bytes(saved.get(entry, whole))
        return entry

    console = Console(file=StringIO(), width=80)
    assert play(PlayOptions(engine=tmp_path), console, read_line) == 0
    screen = " ".join(console.file.getvalue().split())
    assert "is not a submission" in screen
    assert "takes 0 after" in screen


def test_ranks_that_disagree_are_reported(edited_solution: Callable[..., Path]):
    text = "from .serial import minimax\ndef computer_move(board, player, comm, search=minimax):\n"
    folder = edited_solution(mpi=text + "    return comm.rank\n")
    _, screen = session("8", engine=folder, run_as="mpi", workers=2)
    assert "The ranks do not agree" in screen


def test_a_large_board_starts_where_it_can_be_searched():
    _, screen = session("hint", side=4)
    assert "about 13 days" in " ".join(screen.split())
    assert "seed 0" in " ".join(screen.split())
    assert "X" in screen.split("┌")[1]


def test_the_wish_for_an_empty_large_board_is_warned_about_first():
    _, screen = session("hint", side=4, opening=0)
    warning, _, board = screen.partition("┌")
    assert "Too big for a plain search" in warning
    assert "no hint here" in board


def test_an_exact_rung_shows_what_it_leaves_out():
    _, screen = session("4", rung="alpha_beta")
    assert "alpha_beta visits 2,174 positions from here, minimax 55,505" in screen
    _, screen = session("", side=4, rung="transposition", human=O)
    assert re.search(r"transposition visits \d[\d,]* positions from here\n", screen)


def test_the_book_says_what_it_knows():
    _, screen = session("4 8 5", rung="book")
    assert screen.count("in the table, solved beforehand") == 2
    assert screen.count("searched: not in the table") == 1
    _, screen = session("5", side=4, opening=0, rung="book")
    assert screen.count("in the table, solved beforehand") == 1


def test_other_searches_show_no_visits():
    for rung in (None, "depth_limited"):
        assert "from here" not in session("4", rung=rung)[1]


@pytest.mark.parametrize("rung", ["depth_limited", "deepening", "monte_carlo"])
def test_a_search_with_a_limit_begins_at_the_empty_board(rung: str):
    _, screen = session("12", side=5, rung=rung, seconds_per_move=20.0)
    assert f"solution (serial, {rung})" in screen
    first, second = (part.partition("└")[0] for part in screen.split("┌")[1:3])
    assert first.count("X") == first.count("O") == 0
    assert second.count("X") == second.count("O") == 1


@pytest.mark.parametrize("run_as", ["threads", "mpi"])
def test_a_rung_of_random_games_plays_with_threads_and_ranks(run_as: str):
    _, screen = session("0", run_as=run_as, workers=2, rung="monte_carlo")
    workers = {"threads": "2 threads", "mpi": "2 ranks"}[run_as]
    assert f"solution ({workers}, monte_carlo) takes 4 after" in " ".join(screen.split())


def test_the_same_seed_gives_the_same_opening():
    screens = [session("", side=5, seed=seed)[1] for seed in (3, 3, 4)]
    boards = [screen.partition("┌")[2].partition("└")[0] for screen in screens]
    assert boards[0] == boards[1]
    assert boards[0] != boards[2]


def marked_processes() -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if MARK in process.environ():
                found.append(process)
        except psutil.Error:  # another user's, or just ended
            continue
    return found


@pytest.mark.alone
@pytest.mark.parametrize("how", ["Ctrl-C at the prompt", "Ctrl-C in thought", "SIGTERM", "EOF"])
def test_no_way_to_leave_leaves_a_process(how: str, tmp_path: Path):
    shutil.copytree(ROOT / "solution", tmp_path / "slow")
    mpi = (tmp_path / "slow" / "mpi.py").read_text()
    slow = mpi.replace("board, player = comm.bcast", "import time; time.sleep(30)\n    comm.bcast")
    if how == "Ctrl-C in thought":
        (tmp_path / "slow" / "mpi.py").write_text(slow)
    command = ["-m", "autograder", "play", "--engine", str(tmp_path / "slow"), "--ranks", "2"]
    terminal = pexpect.spawn(
        sys.executable,
        command,
        cwd=str(ROOT),
        timeout=60,
        encoding="utf-8",
        # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    terminal.expect("your move")
    terminal.sendline("4")
    if how == "Ctrl-C in thought":
        terminal.expect("is thinking")
        time.sleep(2)
    else:
        terminal.expect("takes 0")
        terminal.expect("your move")
    assert marked_processes()
    if how == "SIGTERM":
        os.kill(terminal.pid, signal.SIGTERM)
    elif how == "EOF":
        terminal.sendeof()
    else:
        terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert "Traceback" not in (terminal.before or "")
    assert marked_processes() == []
