"""Answers come into the starter's files as they are, and nothing a student types breaks a file."""

import ast
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.composition import (
    NotAnAnswerError,
    compose,
    definitions,
    function_text,
    holds_stub,
    is_unanswered,
)
from autograder.assignment.files import ANSWER_FILES, ANSWERS

ROOT = Path(__file__).parents[2]
MODULES = [PurePosixPath(name).stem for name in ANSWER_FILES]
STARTER = {module: (ROOT / "starter" / f"{module}.py").read_text() for module in MODULES}
SOLUTION = {module: (ROOT / "solution" / f"{module}.py").read_text() for module in MODULES}


def functions(text: str) -> list[str]:
    return [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("module", MODULES)
def test_the_solutions_functions_in_the_starter_are_the_solution(module: str):
    names = [name for name in ANSWERS if name.startswith(f"{module}.")]
    answers = {
        name: function_text(module, SOLUTION[module], name.partition(".")[2]) for name in names
    }
    composed = compose(module, STARTER[module], answers)
    assert (composed.text, composed.notes) == (SOLUTION[module], ())


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("filled_in", [STARTER, SOLUTION], ids=["starter", "solution"])
def test_without_answers_a_file_is_the_starters_whatever_was_filled_in(filled_in, module: str):
    assert compose(module, filled_in[module], {}).text == STARTER[module]


def test_helpers_and_imports_of_an_answer_come_along():
    answer = "import math\nLIMIT = 3\ndef own(x):\n    return x\ndef win(board):\n    return 0\n"
    text = compose("serial", STARTER["serial"], {"serial.win": answer}).text
    assert functions(text) == ["own", "win", "minimax", "computer_move"]
    assert "import math\nLIMIT = 3" in text


def test_a_call_that_tries_the_answer_out_is_left_out_and_told():
    answer = "def win(board):\n    return 0\n\nprint(win(None))\n[\n    win(2)\n]\n"
    composed = compose("serial", STARTER["serial"], {"serial.win": answer})
    assert "win(None)" not in composed.text
    assert [note.partition(",")[0] for note in composed.notes] == [
        "serial.win: line 5 only tries something out",  # of the cell, where line 1 is %%answer
        "serial.win: line 6 only tries something out",
    ]


def run(text: str) -> dict:
    """Return what an answer's text defines, when it is run as a file is."""
    names: dict = {}
    exec(compile(text, "serial.py", "exec"), names)
    return names


@pytest.mark.parametrize(
    "answer",
    [
        "LINES = []\nfor i in range(3):\n    LINES.append(i)\ndef win(board): return len(LINES)",
        "i = 0\nwhile i < 3:\n    i += 1\ndef win(board): return i",
        "from contextlib import *\nwith suppress(): i = 3\ndef win(board): return i",
        "i = 1\ndel i\ni = 3\nassert i\ndef win(board): return i",
        "def _w(board): return 3\nwin = staticmethod(_w)",
        "win = lambda board: 3",
        "win: object = lambda board: 3",
        "%matplotlib inline\n%%time\n!ls 'it\ndef win(board):\n    return 3\n%timeit win(1)",
        "def win(board):\n    return (43\n        % 4)\n%timeit win(1)",
        'def win(board):\n    """\n% 3\n    """\n    return 3\n!ls',
    ],
)
def test_all_that_an_answer_needs_comes_along(answer: str):
    taken, _ = definitions(answer, "win")
    assert run(taken)["win"](None) == 3


def test_a_line_that_only_ipython_knows_is_left_out_and_told():
    answer = "def win(board):\n    return 0\n%timeit win(1)\n"
    composed = compose("serial", STARTER["serial"], {"serial.win": answer})
    assert "%timeit" not in composed.text
    assert composed.notes == ("serial.win: line 4 is not Python but IPython's, and is left out",)


def test_more_lines_of_ipythons_than_anybody_writes_are_not_looked_for():
    with pytest.raises(NotAnAnswerError, match="not Python"):
        definitions("%x\n" * 20_000 + "def win(board): return 0", "win")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("def win(board:\n", "line 2"),
        ("def won(board):\n    return 0\n", "no line begins with def win"),
        ("if True:\n    def win(board): return 0\n", "no line begins with def win"),
        ("from __future__ import annotations\ndef win(board): return 0", "from __future__"),
        ("def win(board):\n    x = 1\nreturn x", "outside function, line 4"),
        ("def win(board):\n    return '\x00'\n", "not Python|cannot read"),
        ("def win(board):\n    return " + "(" * 5000 + ")" * 5000, "not Python|cannot read"),
        ("def win(board):\n    return " + "-" * 200_000 + "1\n", "cannot read"),
    ],
)
def test_what_is_no_answer_leaves_the_stub_and_says_why(answer: str, why: str):
    with pytest.raises(NotAnAnswerError, match=why):
        definitions(answer, "win")
    composed = compose("serial", STARTER["serial"], {"serial.win": answer})
    assert composed.text == STARTER["serial"]
    assert len(composed.notes) == 1


@pytest.mark.parametrize("module", MODULES)
def test_what_was_handed_out_is_told_from_an_answer(module: str):
    for name in (name for name in ANSWERS if name.startswith(f"{module}.")):
        function = name.partition(".")[2]
        handed_out = function_text(module, STARTER[module], function)
        assert holds_stub(handed_out, function)
        assert holds_stub(f"{handed_out}\n%time {function}", function)
        assert not holds_stub(function_text(module, SOLUTION[module], function), function)


def test_a_file_with_one_answer_and_one_stub_is_not_as_it_was_handed_out():
    win = function_text("serial", STARTER["serial"], "win")
    assert is_unanswered("serial", STARTER["serial"])
    assert not is_unanswered("serial", STARTER["serial"].replace(win, "win = len"))


def test_a_broken_answer_does_not_spoil_the_other_one_in_its_file():
    good = function_text("serial", SOLUTION["serial"], "minimax")
    answers = {"serial.win": "def win(board", "serial.minimax": good}
    assert good in compose("serial", STARTER["serial"], answers).text


PIECES = st.sampled_from(
    [
        *("def win(board):", "    return 0", "win(1)", "x = 1; win(2)", "@njit", "class win: pass"),
        *("'''", '"""', "(", "\\", "\r", "\f", "\x1c", "\u2028", "# é", "async def win(): ..."),
        *("if True:", "    def win(board): return 1", "return", "import os", "\ud800", "\t", ""),
    ]
)


@given(st.lists(PIECES, max_size=12).map("\n".join) | st.text(max_size=80))
def test_whatever_is_typed_the_file_stays_python_with_all_its_functions(answer: str):
    composed = compose("serial", STARTER["serial"], {"serial.win": answer})
    names = functions(composed.text.encode("utf-8", "replace").decode())
    assert set(names) >= {"win", "minimax", "computer_move"}
    assert all(note.isprintable() for note in composed.notes)


@given(st.lists(PIECES, max_size=12).map("\n".join))
def test_taking_what_an_answer_defines_twice_changes_nothing_more(answer: str):
    try:
        taken, _ = definitions(answer, "win")
    except NotAnAnswerError:
        return
    again, left_out = definitions(taken, "win")
    assert (again, left_out) == (taken, [])
