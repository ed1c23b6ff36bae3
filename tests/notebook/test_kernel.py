"""In a real kernel: answers are remembered, run and checked, the newest text of each."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from autograder.assignment.composition import function_text

ROOT = Path(__file__).parents[2]
SERIAL = (ROOT / "solution" / "serial.py").read_text()
WIN = f"%%answer serial.win\n{function_text('serial', SERIAL, 'win')}"
MINIMAX = f"%%answer serial.minimax\n{function_text('serial', SERIAL, 'minimax')}"
THREADS = function_text("threads", (ROOT / "solution" / "threads.py").read_text(), "computer_move")
NOBODY_WINS = "%%answer serial.win\n@njit(nogil=True, cache=True)\ndef win(board):\n    return 0"
LOAD = "%load_ext autograder.notebook\nfrom autograder.notebook import *"
WON = "numpy.array([1, 1, 1, -1, -1, 0, 0, 0, 0], dtype=numpy.int8)"
OPEN = "numpy.array([1, 1, 0, -1, -1, 0, 0, 0, 0], dtype=numpy.int8)"
SCORE = f"import numpy; minimax({WON}, -1, 0)"


@pytest.fixture(scope="module", autouse=True)
def this_kit() -> Iterator[None]:
    """Let kernels find this kit, wherever they are started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        yield


def shown(folder: Path, cells: dict[str, str]) -> dict[str, str]:
    """Run cells in one kernel, and return what each shows."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in cells.values()])
    NotebookClient(
        notebook, timeout=120, allow_errors=True, resources={"metadata": {"path": str(folder)}}
    ).execute()
    return {
        name: "\n".join(map(_text, cell.outputs))
        for name, cell in zip(cells, notebook.cells, strict=True)
    }


def _text(output: Any) -> str:
    if output.output_type == "error":
        return "error: " + "\n".join(output.traceback)
    if output.output_type == "stream":
        return f"{output.name}: {output.text}"
    return f"value: {output.data['text/plain']}"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what one session shows, from a first attempt to an answer that is right."""
    folder = tmp_path_factory.mktemp("work")
    return shown(
        folder,
        {
            "load": LOAD,
            "first attempt": NOBODY_WINS,
            "first check": "check('win')",
            "minimax": MINIMAX,
            "score without win": SCORE,
            "second attempt": WIN,
            "minimax again": MINIMAX,
            "score": SCORE,
            "check": "check('win')",
            "tried out": f"{WIN}\nprint(win({WON}))",
            "check again": "check('win')",
            "unknown answer": "%%answer serial.wim\nx = 1",
            "unknown part": "check('wim')",
            "starter": "import starter.board; starter.__file__",
            "file": "show_file('serial.py')",
            "threads": f"%%answer threads.computer_move\n{THREADS}",
            "move": f"computer_move({OPEN}, 1, 2, minimax)",
            "square": "check_square('XOX.X.OO.', 'X', 3, points=2)",
        },
    )


def test_an_answer_runs_in_the_kernel_with_the_names_of_its_file(session):
    assert session["load"] == session["first attempt"] == session["second attempt"] == ""
    assert session["tried out"] == "stdout: 1\n"
    assert session["threads"] == ""
    assert session["move"] == "value: 2"


def test_a_check_reports_on_stdout_and_its_value_is_the_points(session):
    report, _, points = session["first check"].rpartition("\n")
    assert points == "value: 5.0"
    assert report.startswith("stdout: win\n  ✗ Every row, column and diagonal")
    assert "value" not in report
    assert session["check"].endswith("value: 9.0")


def test_the_newest_text_of_an_answer_counts(session):
    assert session["score without win"] == "value: 0"
    assert session["score"] == "value: -10"  # numba has kept no code that calls the older win


def test_trying_out_in_the_answers_cell_is_left_out_of_the_submission(session):
    assert session["check again"].startswith("stdout: Not taken: serial.win: line ")
    assert session["check again"].endswith("value: 9.0")


@pytest.mark.parametrize("cell", ["unknown answer", "unknown part"])
def test_a_mistake_is_one_sentence_without_a_traceback(cell: str, session):
    error = session[cell].splitlines()[-1]
    assert session[cell].count("error: ") == 1
    assert error.startswith("error: UsageError: there is no ")


def test_the_starter_that_is_imported_is_not_the_one_that_students_edit(session):
    assert str(ROOT) not in session["starter"]


def test_the_file_that_the_answers_make_can_be_looked_at(session):
    assert session["file"].startswith('stdout:    1  """Part 1')
    assert "    if diagonal == side or antidiagonal == side:" in session["file"]


def test_a_wrong_square_earns_nothing_and_a_hint(session):
    assert session["square"].endswith("value: 0.0")
    assert session["square"].startswith("stdout: Not 3: ")


def test_answers_of_the_notebooks_beside_it_are_used(tmp_path: Path):
    saved = new_notebook(cells=[new_code_cell(WIN), new_code_cell(MINIMAX)])
    nbformat.write(saved, tmp_path / "1_game.ipynb")
    (tmp_path / "json.py").write_text("raise SystemExit('forged')")
    session = shown(
        tmp_path,
        {
            "load": LOAD,
            "imported": f"import numpy\nfrom starter.serial import minimax\nminimax({WON}, -1, 0)",
            "check": "check('minimax')",
            "hidden": "check('win', hidden=True)",
        },
    )
    assert session["imported"] == "value: -10"
    assert session["check"].endswith("value: 15.0")
    assert session["hidden"] == "stdout: Hidden checks of win: 6 of 6 points\n\nvalue: 6.0"
