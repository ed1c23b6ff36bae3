"""What no answer needs is pointed out; what answers need is not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.audit.corpus import corpus_folder, read_corpus, write_submission
from autograder.intake.tripwires import MOST_FINDINGS, find_tripwires


def tripwires(tmp_path: Path, source: str) -> list[tuple[str, bool]]:
    """Return (what, whether it reaches in) of everything in a file."""
    (tmp_path / "threads.py").write_text(source)
    return [(t.what, t.reaches_in) for t in find_tripwires([tmp_path / "threads.py"])]


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nframe = sys._getframe()",
        "from sys import _getframe as f",
        "import gc",
        "import ctypes.util",
        "import __main__",
        "import sys\nsys.modules['__main__']",
        "import sys\nsys.settrace(None)",
        "import threading\nthreading.Thread.start = print",
        "import numpy as np\nnp.array = list",
        "from time import sleep as s\ns.x = 1",
        "import json\ndel json.dumps",
        "import builtins\nbuiltins.enumerate = list",
        "exec('x = 1')",
        "__import__('gc')",
        "def f(search):\n    return search._wait",
        "def f(x, name):\n    return getattr(x, name)",
        "def f(x):\n    return getattr(x, '__globals__')",
        "def f(x):\n    return x.__code__",
        "def f(search):\n    type(search).__call__ = print",
        "from multiprocessing.connection import Client",
        "import asyncio\nasyncio.open_unix_connection",
        "import threading\nr = threading._sys.modules['reporting']\nr.changed_board = print",
        "from traceback import sys\nsys.x",
        "import operator\noperator.attrgetter('__class__')",
        "import reporting",
        "def f(x):\n    vars(x)['y'] = 1",
        "import threading\nt = threading.Thread\nt.start = print",
    ],
)
def test_what_reaches_into_the_grader_is_found(tmp_path: Path, source: str):
    assert any(reaches_in for _, reaches_in in tripwires(tmp_path, source))


@pytest.mark.parametrize(
    "source", ["import subprocess", "from pathlib import Path", "import os\nos.fork()"]
)
def test_what_is_only_unusual_is_found_but_reaches_nowhere(tmp_path: Path, source: str):
    assert [reaches_in for _, reaches_in in tripwires(tmp_path, source)] == [False]


@pytest.mark.parametrize(
    "source",
    [
        "import os, threading\nn = os.cpu_count()\nlock = threading.Lock()",
        "import sys\nprint(1, file=sys.stderr)",
        "class Best:\n    def __init__(self):\n        self.score = 0",
        "slots = [0]\nslots[0] = 1",
        "from .serial import minimax\nimport helper",
        "from concurrent.futures import ThreadPoolExecutor\nimport queue, itertools",
        "def f(search, board):\n    return search(board, 1, 1)",
    ],
)
def test_what_answers_are_made_of_is_not(tmp_path: Path, source: str):
    (tmp_path / "helper.py").write_text("")
    (tmp_path / "threads.py").write_text(source)
    assert find_tripwires(tmp_path.glob("*.py")) == ()


@pytest.mark.parametrize(
    "specimen", read_corpus(corpus_folder(), ("right",)), ids=lambda specimen: specimen.name
)
def test_no_right_submission_of_the_corpus_reaches_in(specimen, tmp_path: Path):
    folder = write_submission(specimen, tmp_path)
    assert [str(t) for t in find_tripwires(folder.glob("*.py")) if t.reaches_in] == []


@pytest.mark.parametrize(
    "source",
    [
        "(" * 5000 + ")" * 5000,
        "-" * 100_000 + "1",
        "x" + ".a" * 100_000,
        "+".join(["1"] * 100_000),
        "if 1:\n" * 90,
        "lambda: " * 20_000 + "1",
        "import numpy as np\nnp" + ".a" * 600 + " = 1",
    ],
    ids=["parentheses", "minus", "attributes", "sum", "blocks", "lambdas", "target"],
)
def test_source_that_is_nested_too_deeply_does_not_hurt(tmp_path: Path, source: str):
    tripwires(tmp_path, source)


def test_there_is_no_end_of_findings_but_of_lines(tmp_path: Path):
    found = tripwires(tmp_path, "exec\n" * 5000)
    assert len(found) == MOST_FINDINGS + 1
    assert found[-1] == ("and more", True)


def test_a_table_computed_beforehand_is_worth_a_look(tmp_path: Path):
    assert tripwires(tmp_path, f"TABLE = {'1' * 70_000!r}") == [("it is 68 KiB long", False)]


@given(st.binary(max_size=500))
def test_any_bytes_can_be_looked_at(tmp_path_factory, content: bytes):
    path = tmp_path_factory.mktemp("any") / "threads.py"
    path.write_bytes(content)
    assert all(str(tripwire).isprintable() for tripwire in find_tripwires([path]))
