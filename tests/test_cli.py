"""Bad input gets one clear sentence and a non-zero exit, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def ttt(*arguments: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess:
    """Run ttt as its users do, in a terminal of 80 columns."""
    return subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


BAD_INPUT = {
    "no command": [],
    "unknown command": ["guess"],
    "missing path": ["grade", "nowhere"],
    "empty folder": ["grade", "{tmp}/empty"],
    "a file": ["grade", "{tmp}/notes.txt"],
    "unknown part": ["check", "wim"],
    "unknown check": ["check", "win.lime"],
    "hidden check": ["check", "win.double_lines"],
    "unknown case": ["check", "win.lines", "--case", "XXX"],
    "case without check": ["check", "--case", "XXX......"],
    "unknown rubric": ["grade", "solution", "--rubric", "{tmp}/none.toml"],
    "rubric typo": ["grade", "solution", "--rubric", "{tmp}/typo.toml"],
    "unknown engine": ["play", "--engine", "nobody"],
    "threads and ranks": ["play", "--threads", "2", "--ranks", "2"],
    "a tree that is shared and searched": ["tree", "--shares", "2", "--search", "alpha_beta"],
    "threads of an engine that needs none": ["play", "--search", "deepening", "--threads", "2"],
    "no ranks": ["play", "--ranks", "0"],
    "too small": ["play", "--size", "2"],
    "no number": ["play", "--size", "big"],
    "negative opening": ["play", "--opening", "-3"],
    "no time": ["play", "--seconds", "0"],
    "endless": ["grade", "solution", "--fail-under", "nan"],
    "two of a kind": ["play", "--run-as", "mpi", "--threads", "2"],
    "no such launcher": ["check", "mpi", "--mpi", "no-such-launcher"],
    "same name twice": ["grade", "{tmp}/a/one", "{tmp}/b/one"],
    "release of nothing": ["release", "--solution", "{tmp}/empty"],
    "zip of something": ["release", "--student", "{tmp}/s.zip", "--solution", "{tmp}/a"],
    "no such board": ["tree", "XOX.X"],
    "picture into nowhere": ["tree", "--svg", "{tmp}/nowhere/tree.svg"],
    "no workers": ["scaling", "--threads", "0"],
    "times into nowhere": ["scaling", "solution", "--json", "{tmp}/nowhere/times.json"],
    "scaling of nobody": ["scaling", "nobody"],
    "course of something": ["release", "--nbgrader", "{tmp}/c", "--solution", "{tmp}/a"],
    "course in a file": ["release", "--nbgrader", "{tmp}/notes.txt"],
    "zip into nowhere": ["release", "--student", "{tmp}/nowhere/s.zip"],
}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Return a folder with the things that bad input is about."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("hello")
    rubric = (ROOT / "autograder" / "rubric.toml").read_text()
    (tmp_path / "typo.toml").write_text(rubric.replace("call_seconds", "call_secs"))
    for name in ("a", "b"):
        (tmp_path / name / "one").mkdir(parents=True)
        (tmp_path / name / "one" / "serial.py").write_text("")
    return tmp_path


@pytest.mark.parametrize("arguments", BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_one_sentence_and_a_status(arguments: list[str], desk: Path):
    done = ttt(*(argument.format(tmp=desk) for argument in arguments))
    assert done.returncode == 2
    said = done.stderr.strip().splitlines()
    assert said[-1].startswith("ttt")
    assert "Traceback" not in done.stderr + done.stdout


def test_a_file_that_is_not_python_is_a_failure_of_the_student(tmp_path: Path):
    (tmp_path / "serial.py").write_text("PK\x03\x04 this is a zip\n")
    done = ttt("grade", str(tmp_path), "--only", "win", "--results", str(tmp_path / "results"))
    assert done.returncode == 0
    assert "SyntaxError" in done.stdout
    assert "0/15" in done.stdout


def test_the_public_checks_run_alone_and_say_what_is_next():
    done = ttt("check", "win")
    assert done.returncode == 1
    assert "Next: fill in win in serial.py, then run: ttt check win" in done.stdout
    assert "hidden checks were not run" in done.stdout


def test_a_failure_shows_board_call_answer_and_the_command_that_repeats_it(
    edited_solution, tmp_path: Path
):
    text = (ROOT / "solution" / "serial.py").read_text()
    folder = edited_solution(serial=text.replace("antidiagonal == side", "antidiagonal == 99"))
    done = ttt("check", "win.lines", "--submission", str(folder))
    assert done.returncode == 1
    for shown in (" 0 | 1 | X", "win(board)", "returned", "right", "owns every square", "--case"):
        assert shown in done.stdout
    again = next(line.split() for line in done.stdout.splitlines() if "--case" in line)
    case = again[again.index("--case") + 1]
    repeated = ttt("check", "win.lines", "--submission", str(folder), "--case", case)
    assert repeated.returncode == 1
    assert case in repeated.stdout
    mended = ttt("check", "win.lines", "--submission", "solution", "--case", case)
    assert mended.returncode == 0


def test_release_writes_the_starter(tmp_path: Path):
    done = ttt("release", "--starter", str(tmp_path / "starter"))
    assert done.returncode == 0
    assert (tmp_path / "starter" / "mpi.py").read_text() == (ROOT / "starter/mpi.py").read_text()


COMMANDS = [
    [],
    ["play"],
    ["check"],
    ["tree"],
    ["trace"],
    ["scaling"],
    ["grade"],
    ["release"],
    ["audit"],
    ["doctor"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_fits_a_terminal_of_80_columns(command: list[str]):
    done = ttt(*command, "--help")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
