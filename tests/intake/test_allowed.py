"""Only plain Python files with names of their own are taken, and the rest is reported."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.engines.workspace import fresh_workspace
from autograder.errors import SubmissionError
from autograder.intake.allowed import LARGEST_FILE, MOST_FILES, sort_files
from autograder.intake.submission import submission_folder, submission_name, take_in


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Return a folder with one answer in it."""
    folder = tmp_path / "alice"
    folder.mkdir()
    (folder / "serial.py").write_text("")
    return folder


def test_the_references_own_folder_is_not_worth_a_word(
    solution_folder: Path, edited_solution: Callable[..., Path]
):
    handed_in = edited_solution()
    (handed_in / "fast").mkdir()
    with take_in(solution_folder) as reference, take_in(handed_in) as submission:
        assert "fast: it is a folder" not in reference.left_out
        assert "fast: it is a folder" in submission.left_out


def test_answers_and_helpers_are_taken(handed_in: Path):
    (handed_in / "my_search.py").write_text("")
    found = sort_files(handed_in)
    assert [path.name for path in found.taken] == ["my_search.py", "serial.py"]
    assert found.left_out == ()


@pytest.mark.parametrize(
    "name",
    [
        *(
            "conftest.py",
            "sitecustomize.py",
            "usercustomize.py",
            "numpy.py",
            "json.py",
            "mpi4py.py",
        ),
        *("starter.py", "autograder.py", "serial.cpython-311.pyc", "notes.txt", "a-b.py", "x.nbi"),
        *("=1+1.py", "<b>x.py", "\x1b[2J.py", "a\nb.py"),
    ],
)
def test_what_could_stand_in_for_something_else_is_left_out_and_reported(handed_in, name):
    (handed_in / name).write_text("raise SystemExit")
    found = sort_files(handed_in)
    assert [path.name for path in found.taken] == ["serial.py"]
    assert len(found.left_out) == 1
    assert found.left_out[0].isprintable()


def test_links_pipes_and_folders_are_left_out_and_reported(handed_in: Path):
    (handed_in / "threads.py").symlink_to("/etc/passwd")
    os.mkfifo(handed_in / "mpi.py")
    (handed_in / "older").mkdir()
    found = sort_files(handed_in)
    assert found.left_out == (
        "mpi.py: it is not a plain file",
        "older: it is a folder",
        "threads.py: it is a link",
    )


def test_what_python_and_systems_leave_behind_is_not_worth_a_word(handed_in: Path):
    (handed_in / "__pycache__").mkdir()
    (handed_in / ".DS_Store").touch()
    assert sort_files(handed_in).left_out == ()


def test_too_large_and_too_many_files_are_left_out(handed_in: Path):
    (handed_in / "large.py").write_text("#" * (LARGEST_FILE + 1))
    for number in range(MOST_FILES):
        (handed_in / f"z{number}.py").write_text("")
    found = sort_files(handed_in)
    assert len(found.taken) == MOST_FILES
    assert [line.partition(":")[0] for line in found.left_out] == ["large.py", "z9.py"]


def test_the_given_files_are_the_kits_own(handed_in: Path):
    (handed_in / "board.py").write_text("raise SystemExit")
    with fresh_workspace(handed_in) as workspace:
        assert "raise SystemExit" not in (workspace.package / "starter" / "board.py").read_text()


def test_a_folder_that_is_a_link_is_nobodys_submission(handed_in: Path, tmp_path: Path):
    mallory = tmp_path / "mallory"
    mallory.mkdir()
    (mallory / "starter").symlink_to(handed_in)
    with pytest.raises(SubmissionError, match="holds none of"):
        submission_folder(mallory)


def test_a_name_is_harmless_to_print(tmp_path: Path):
    assert submission_name(tmp_path / "\x1b[31mred") == "\\x1b[31mred"
    assert submission_name(tmp_path / "alice.tar.gz") == "alice"
    assert submission_name(tmp_path / "v1.2") == "v1.2"


def test_what_was_left_out_and_what_to_look_at_go_with_the_submission(handed_in: Path):
    (handed_in / "numpy.py").write_text("")
    (handed_in / "mpi.py").write_text("import gc\n")
    with take_in(handed_in) as submission:
        assert submission.left_out == ("numpy.py: it has the name of a library's module",)
        assert [str(t) for t in submission.tripwires] == ["mpi.py, line 1: import gc"]
