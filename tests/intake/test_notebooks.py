"""Answers are found in notebooks, whatever else the files hold or pretend to be."""

import json
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.composition import function_text
from autograder.assignment.files import ANSWER_FILES
from autograder.classroom.exports.recognise import read_export
from autograder.errors import SubmissionError
from autograder.grading.batch import find_submissions
from autograder.intake.members import LARGEST_NOTEBOOK
from autograder.intake.notebooks import (
    LARGEST_ANSWER,
    NotANotebookError,
    answers_in,
    files_from,
    with_answers_of_notebooks,
)
from autograder.intake.submission import is_submission, take_in

ROOT = Path(__file__).parents[2]
WIN = function_text("serial", (ROOT / "solution" / "serial.py").read_text(), "win")


def notebook(*sources: object, **more: object) -> bytes:
    """Return a notebook of code cells."""
    cells = [{"cell_type": "code", "source": s, "metadata": {}, "outputs": []} for s in sources]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, **more}).encode()


SOLVED = notebook("import numpy", f"%%answer serial.win\n{WIN}")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("%%answer serial.win\nx\ny", {"serial.win": "x\ny"}),
        (["%%answer serial.win\n", "x\n", "y"], {"serial.win": "x\ny"}),
        ("\n\n%%answer  serial.win \nx", {"serial.win": "x"}),
        ("%%answer serial.win", {"serial.win": ""}),
        ("%%answer", {}),
        ("%%answer serial.computer_move\nx", {}),
        ("%%answers serial.win\nx", {}),
        ("# %%answer serial.win\nx", {}),
    ],
)
def test_an_answer_is_a_cell_that_begins_with_the_magic(source, found):
    assert answers_in(notebook(source)) == found


def test_the_last_of_two_cells_counts_as_it_does_when_they_are_run():
    two = notebook("%%answer serial.win\nold", "%%answer serial.win\nnew")
    assert answers_in(two) == {"serial.win": "new"}


def test_a_markdown_cell_is_no_answer():
    cells = [{"cell_type": "markdown", "source": "%%answer serial.win\nx"}]
    assert answers_in(json.dumps({"cells": cells}).encode()) == {}


def test_a_cell_of_wrong_types_costs_no_other():
    cells = [3, None, [], {"cell_type": 1}, {"cell_type": "code", "source": {"a": 1}}]
    cells += [{"cell_type": "code", "source": ["%%answer serial.win\n", 3]}]
    cells += [{"cell_type": "code", "source": "%%answer serial.win\nx"}]
    assert answers_in(json.dumps({"cells": cells}).encode()) == {"serial.win": "x"}


HOSTILE = {
    "nothing": b"",
    "half": SOLVED[:-20],
    "no object": b"[1]",
    "no cells": b"{}",
    "cells of one": b'{"cells": {"0": 1}}',
    "another encoding": SOLVED.decode().encode("utf-16"),
    "binary": b"\x89PNG\r\n",
    "lists in lists": b'{"cells": [' + b"[" * 100_000,
    "objects in objects": b'{"cells": ' * 100_000,
    "deep beside": b'{"metadata": ' + b"[" * 500_000 + b"]" * 500_000 + b', "cells": []}',
    "deep in a cell": b'{"cells": [{"outputs": ' + b"[" * 200_000 + b"]" * 200_000 + b"}]}",
    "too large": SOLVED + b" " * LARGEST_NOTEBOOK,
    "too many cells": notebook(*["x"] * 2_001),
    "half a character": b'{"cells": [{"cell_type": "code", "source": "\\ud800"}]}',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_notebook_is_one_sentence_and_costs_no_other(content: bytes):
    with pytest.raises(NotANotebookError, match=r"^it [a-z]"):
        answers_in(content)
    composed = files_from({"bad.ipynb": content, "good.ipynb": SOLVED})
    assert set(composed.files) == {"serial.py"}
    assert [note[:11] for note in composed.notes] == ["bad.ipynb: "]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)
CELLS = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown"]) | JSON, "source": JSON},
    optional={"metadata": JSON},
)


@given(
    st.binary(max_size=200)
    | st.lists(CELLS | JSON).map(lambda cells: json.dumps({"cells": cells}).encode())
)
def test_any_bytes_are_files_or_sentences(content: bytes):
    composed = files_from({"1.ipynb": content})
    assert all(note.isprintable() for note in composed.notes)
    assert composed.files or composed.notes


def test_an_answer_that_is_endless_is_not_taken():
    content = notebook("%%answer serial.win\n" + "#" * (LARGEST_ANSWER + 1))
    composed = files_from({"1.ipynb": content})
    assert (composed.files, len(composed.notes)) == ({}, 1)


def test_a_copy_that_jupyter_made_does_not_count():
    copy = notebook("%%answer serial.win\ndef win(board): return 7")
    composed = files_from({"1_game-Copy1.ipynb": copy, "1_game.ipynb": SOLVED})
    assert WIN.encode() in composed.files["serial.py"]
    [note] = composed.notes
    assert note == "1_game-Copy1.ipynb: another notebook holds serial.win too, and counts"


def test_a_folder_of_notebooks_is_a_submission(tmp_path: Path):
    (tmp_path / "1_game.ipynb").write_bytes(SOLVED)
    (tmp_path / "notes.txt").write_text("")
    assert is_submission(tmp_path)
    with take_in(tmp_path) as submission:
        assert WIN in (submission.folder / "serial.py").read_text()
        assert sorted(path.name for path in submission.folder.iterdir()) == ["serial.py"]
        assert submission.left_out == ("notes.txt: it is not a Python file",)
    assert not submission.folder.exists()


def test_tripwires_see_what_stands_in_notebooks(tmp_path: Path):
    hostile = notebook("%%answer serial.win\nimport ctypes\ndef win(board): return 0")
    (tmp_path / "1.ipynb").write_bytes(hostile)
    with take_in(tmp_path) as submission:
        assert [tripwire.what for tripwire in submission.tripwires] == ["import ctypes"]


def test_python_files_win_over_notebooks_and_the_notebook_is_reported(tmp_path: Path):
    (tmp_path / "1_game.ipynb").write_bytes(SOLVED)
    (tmp_path / "serial.py").write_text("def win(board): return 7\n")
    with take_in(tmp_path) as submission:
        assert "return 7" in (submission.folder / "serial.py").read_text()
        assert submission.left_out == ("1_game.ipynb: it is not a Python file",)


def test_starter_files_that_nobody_touched_are_no_answers(tmp_path: Path):
    (tmp_path / "starter").mkdir()
    (tmp_path / "notebooks").mkdir()
    for name in ANSWER_FILES:
        (tmp_path / "starter" / name).write_bytes((ROOT / "starter" / name).read_bytes())
    (tmp_path / "notebooks" / "1_game.ipynb").write_bytes(SOLVED)
    with take_in(tmp_path) as submission:
        assert WIN in (submission.folder / "serial.py").read_text()


def test_a_starter_file_that_somebody_filled_in_counts_wherever_the_kit_is(tmp_path: Path):
    (tmp_path / "starter").mkdir()
    (tmp_path / "notebooks").mkdir()
    solved = (ROOT / "solution" / "serial.py").read_text().replace("### BEGIN SOLUTION", "# mine")
    (tmp_path / "starter" / "serial.py").write_text(solved)
    (tmp_path / "notebooks" / "1_game.ipynb").write_bytes(SOLVED)
    with take_in(tmp_path) as submission:
        assert submission.folder == tmp_path / "starter"


def test_a_link_to_a_notebook_is_not_followed(tmp_path: Path):
    (tmp_path / "theirs.ipynb").write_bytes(SOLVED)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "1.ipynb").symlink_to(tmp_path / "theirs.ipynb")
    with pytest.raises(SubmissionError), take_in(tmp_path / "mine"):
        pass


def test_a_zip_of_notebooks_is_a_submission(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "ada.zip", "w") as archive:
        archive.writestr("work/1_game.ipynb", SOLVED)
        archive.writestr("work/.ipynb_checkpoints/1_game-checkpoint.ipynb", SOLVED)
        archive.writestr("work/broken.ipynb", b"{")
    with take_in(tmp_path / "ada.zip") as submission:
        assert WIN in (submission.folder / "serial.py").read_text()
        assert [line.partition(": it")[0] for line in submission.left_out] == ["work/broken.ipynb"]


def test_in_an_archive_too_python_files_win():
    mixed = {PurePosixPath("a/serial.py"): b"x = 1", PurePosixPath("b/1.ipynb"): SOLVED}
    kept, notes = with_answers_of_notebooks(mixed)
    assert (list(kept), len(notes)) == ([PurePosixPath("a/serial.py")], 1)
    stub = (ROOT / "starter" / "serial.py").read_bytes()
    kept, notes = with_answers_of_notebooks({**mixed, PurePosixPath("a/serial.py"): stub})
    assert list(kept) == [PurePosixPath("b/serial.py")]
    assert notes == ["a/serial.py: it is as it was handed out"]


def test_more_notebooks_than_anybody_needs_are_refused(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(21):
            archive.writestr(f"{number}.ipynb", b"{}")
    refused = pytest.raises(SubmissionError, match="more than 20 notebooks")
    with refused, take_in(tmp_path / "many.zip"):
        pass


def test_a_class_of_notebooks_is_found_and_a_stray_notebook_is_no_submission(tmp_path: Path):
    for student in ("ada", "emmy"):
        (tmp_path / student).mkdir()
        (tmp_path / student / "1_game.ipynb").write_bytes(SOLVED)
    (tmp_path / "statistics.ipynb").write_bytes(notebook("1 + 1"))
    found = find_submissions([tmp_path])
    assert [path.name for path in found.submissions] == ["ada", "emmy"]
    assert [path.name for path in found.others] == ["statistics.ipynb"]


@pytest.mark.parametrize("place", ["{student}/1_game.ipynb", "submitted/{student}/ps/1_game.ipynb"])
def test_an_export_of_notebooks_is_read(place: str, tmp_path: Path):
    for student in ("ada", "emmy"):
        path = tmp_path / place.format(student=student)
        path.parent.mkdir(parents=True)
        path.write_bytes(SOLVED)
        other = tmp_path / "submitted" / student / "another" / "p1.ipynb"
        if "submitted" in place:  # a course has other assignments, all of notebooks
            other.parent.mkdir()
            other.write_bytes(notebook("1 + 1"))
    export = read_export(tmp_path)
    assert [attempt.student for attempt in export.attempts] == ["ada", "emmy"]
    assert [list(map(str, attempt.files)) for attempt in export.attempts] == [["serial.py"]] * 2
