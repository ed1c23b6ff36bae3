"""Answers are found in notebooks, whatever else the files hold or pretend to be."""

import json
import shutil
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_notebooks import notebook

from autograder.assignment import files
from autograder.assignment.composition import function_text
from autograder.assignment.files import ANSWER_FILES, PUT_ASIDE
from autograder.classroom.exports.recognise import read_export
from autograder.errors import SubmissionError, UsageError
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


STUB = function_text("serial", (ROOT / "starter" / "serial.py").read_text(), "win")
HANDED_OUT = notebook(f"%%answer serial.win\n{STUB}")
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


@pytest.mark.parametrize("output", ["NaN", "-Infinity", '"\\ud800"', '"\\udfff \\ud800"'])
def test_an_output_that_is_no_strict_json_costs_no_answer(output: str):
    loose = SOLVED.replace(b'"outputs": []', b'"outputs": [' + output.encode() + b"]", 1)
    assert loose != SOLVED
    assert answers_in(loose) == answers_in(SOLVED)
    bad = [3, None, {"cell_type": 1}, {"cell_type": "code", "source": ["x", 3]}]
    cells = [*bad, float("nan"), {"cell_type": "code", "source": "%%answer serial.win\nx"}]
    assert answers_in(json.dumps({"cells": cells}).encode()) == {"serial.win": "x"}


def test_half_a_character_in_an_answer_costs_no_other_answer():
    composed = files_from({"1.ipynb": notebook("%%answer serial.win\n'\ud800'"), "2.ipynb": SOLVED})
    assert b"def minimax" in composed.files["serial.py"]


HOSTILE = {
    "nothing": b"",
    "half": SOLVED[:-20],
    "no object": b"[1]",
    "no cells": b"{}",
    "cells of one": b'{"cells": {"0": 1}}',
    "another encoding": SOLVED.decode().encode("utf-16"),
    "binary": b"\x89PNG\r\n",
    "loose and endless": b'{"cells": [NaN, ' + b"[" * 100_000,
    "loose and no object": b"[NaN]",
    "loose and too many cells": notebook(*["x"] * 2_001, metadata=float("nan")),
    "lists in lists": b'{"cells": [' + b"[" * 100_000,
    "objects in objects": b'{"cells": ' * 100_000,
    "deep beside": b'{"metadata": ' + b"[" * 500_000 + b"]" * 500_000 + b', "cells": []}',
    "deep in a cell": b'{"cells": [{"outputs": ' + b"[" * 200_000 + b"]" * 200_000 + b"}]}",
    "too large": SOLVED + b" " * LARGEST_NOTEBOOK,
    "too many cells": notebook(*["x"] * 2_001),
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
    assert note == "1_game-Copy1.ipynb: 1_game.ipynb holds serial.win too, and counts"


def test_a_copy_that_was_filled_in_counts_if_the_first_notebook_was_not():
    composed = files_from({"1_game-Copy1.ipynb": SOLVED, "1_game.ipynb": HANDED_OUT})
    assert WIN.encode() in composed.files["serial.py"]
    assert composed.notes == ("1_game.ipynb: serial.win is as it was handed out",)
    composed = files_from({"1_game-Copy1.ipynb": HANDED_OUT, "1_game.ipynb": SOLVED})
    assert WIN.encode() in composed.files["serial.py"]


def test_a_copy_in_another_folder_counts_if_the_first_notebook_was_not_filled_in():
    both = {PurePosixPath("1.ipynb"): HANDED_OUT, PurePosixPath("mine/1.ipynb"): SOLVED}
    kept, notes = with_answers_of_notebooks(both)
    assert list(kept) == [PurePosixPath("mine/serial.py")]
    assert notes == ["serial.py: it is as it was handed out"]


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


def test_a_byte_order_mark_is_no_answer(tmp_path: Path):
    stub = (ROOT / "starter" / "serial.py").read_bytes()
    (tmp_path / "serial.py").write_bytes(b"\xef\xbb\xbf" + stub.replace(b"\n", b"\r\n"))
    (tmp_path / "1_game.ipynb").write_bytes(SOLVED)
    with take_in(tmp_path) as submission:
        assert WIN in (submission.folder / "serial.py").read_text()


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a student's kit of its answer files alone, and work in it."""
    kit = tmp_path / "kit"
    shutil.copytree(ROOT / "starter", kit / "starter")
    (kit / PUT_ASIDE).mkdir(parents=True)
    for name in ANSWER_FILES:
        shutil.copy(ROOT / "starter" / name, kit / PUT_ASIDE / f"{name}.txt")
    monkeypatch.setattr(files, "kit_root", lambda: kit)
    return kit


@pytest.mark.parametrize("written", ["import math\n", "def broken(", "\0"])
def test_what_a_student_writes_into_starter_does_not_get_into_notebook_answers(
    written: str, kit: Path
):
    as_handed_out = files_from({"1.ipynb": SOLVED})
    serial = kit / "starter" / "serial.py"
    serial.write_text(f"{written}{serial.read_text()}")
    assert files_from({"1.ipynb": SOLVED}) == as_handed_out
    assert WIN.encode() in as_handed_out.files["serial.py"]


def test_what_a_grader_writes_into_starter_does_not_either(tmp_path: Path, monkeypatch):
    as_handed_out = files_from({"1.ipynb": SOLVED})
    shutil.copytree(ROOT / "solution", tmp_path / "solution")
    (tmp_path / "starter").mkdir()
    for name in ANSWER_FILES:
        (tmp_path / "starter" / name).write_text("def broken(")
    monkeypatch.setattr(files, "kit_root", lambda: tmp_path)
    assert files_from({"1.ipynb": SOLVED}) == as_handed_out


@pytest.mark.parametrize("broken", [None, "def broken(", "\0"])
def test_a_kit_that_is_broken_is_one_sentence_that_names_the_file(broken: str | None, kit: Path):
    pristine = kit / PUT_ASIDE / "serial.py.txt"
    pristine.unlink() if broken is None else pristine.write_text(broken)
    with pytest.raises(UsageError, match=r"serial\.py\.txt cannot be read as Python: get the kit"):
        files_from({"1.ipynb": SOLVED})


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


def test_more_notebooks_than_anybody_needs_are_left_out_and_told(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(22):
            archive.writestr(f"{number}.ipynb", b"{}")
        archive.writestr("serial.py", "def win(board): return 7\n")
    with take_in(tmp_path / "many.zip") as submission:
        assert "return 7" in (submission.folder / "serial.py").read_text()
    why = "the submission holds more than 20 notebooks"
    assert [f"2{n}.ipynb: {why}" for n in (0, 1)] == list(submission.left_out[:2])


def test_more_bytes_of_notebooks_than_anybody_needs_are_left_out_and_told(tmp_path: Path):
    large = b"{" + b" " * (LARGEST_NOTEBOOK - 1)
    with zipfile.ZipFile(tmp_path / "large.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(5):
            archive.writestr(f"{number}.ipynb", large)
        archive.writestr("serial.py", "def win(board): return 7\n")
    with take_in(tmp_path / "large.zip") as submission:
        assert "return 7" in (submission.folder / "serial.py").read_text()
    assert submission.left_out[0].startswith("4.ipynb: the submission holds more than 16,777,216")


def test_a_notebook_that_is_too_large_is_told_the_same_wherever_it_lies(tmp_path: Path):
    endless = b" " * (LARGEST_NOTEBOOK + 1)
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "large.ipynb").write_bytes(endless)
    (tmp_path / "ada" / "1_game.ipynb").write_bytes(SOLVED)
    with zipfile.ZipFile(tmp_path / "ada.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("large.ipynb", endless)
        archive.writestr("1_game.ipynb", SOLVED)
    for name in ("ada", "ada.zip"):
        with take_in(tmp_path / name) as submission:
            assert submission.left_out == (
                "large.ipynb: it is larger than 4 MiB: clear its outputs",
            )


def test_older_work_that_lies_farther_does_not_count():
    old = {PurePosixPath("backup.zip/serial.py"): b"x = 1", PurePosixPath("old/mpi.py"): b"x = 1"}
    kept, _ = with_answers_of_notebooks({**old, PurePosixPath("1.ipynb"): SOLVED})
    assert PurePosixPath("serial.py") in kept
    kept, _ = with_answers_of_notebooks({**old, PurePosixPath("1.ipynb"): HANDED_OUT})
    assert kept == old


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
