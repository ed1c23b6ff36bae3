"""What is handed out: students get no answer and all that they need, Gradescope gets the grader."""

import ast
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

import pytest
from zips import (
    ALWAYS_HIDDEN,
    HIDDEN,
    PUBLIC,
    ROOT,
    answered_in_notebooks,
    files_of,
    write_as_zip,
    write_files,
)

from autograder.assignment import bundles
from autograder.assignment.bundles import gradescope_bundle, student_bundle
from autograder.assignment.contents import NOBODY, TABLES, is_listed
from autograder.assignment.files import ANSWER_FILES, PUT_ASIDE
from autograder.assignment.nbgrader_course import released_notebooks
from autograder.assignment.public_rubric import public_rubric
from autograder.classroom.exports.recognise import read_export
from autograder.cli.main import main
from autograder.errors import InstructorError, UsageError
from autograder.grading.rubric import DEFAULT_RUBRIC, read_rubric
from autograder.intake.answers import find_answers
from autograder.intake.submission import take_in

# --- the tables ----------------------------------------------------------------------------------


def kit_files() -> Iterator[PurePosixPath]:
    """Yield the files of this kit, but for what .gitignore names."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f != ".git" and not any(fnmatch(f, i) for i in ignored)]
        for name in names:
            if name != ".git" and not any(fnmatch(name, pattern) for pattern in ignored):
                yield PurePosixPath(Path(folder, name).relative_to(ROOT))


def test_every_file_of_the_kit_is_in_exactly_one_table():
    undecided = [str(f) for f in kit_files() if sum(is_listed(f, table) for table in TABLES) != 1]
    assert undecided == [], "decide in autograder/assignment/contents.py who gets these"


def test_a_new_file_is_in_no_table():
    for name in ("autograder/checks/answers.py", "autograder/new/__init__.py", "handouts/key.md"):
        assert not any(is_listed(PurePosixPath(name), table) for table in TABLES)


# --- what is in the zips -------------------------------------------------------------------------


def test_no_answer_is_in_the_students_zip(student_zip: Path):
    answers = set()
    for name in ANSWER_FILES:
        solution = (ROOT / "solution" / name).read_text().splitlines()
        starter = set((ROOT / "starter" / name).read_text().splitlines())
        answers |= {line.strip() for line in solution if line not in starter}
    # Not those that say nothing by themselves, such as `return 0` or the head of a loop.
    telling = {line for line in answers if len(line) > 25 and not line.endswith(("N", ":"))}
    assert len(telling) >= 15
    for name, content in files_of(student_zip).items():
        assert b"BEGIN SOLUTION" not in content, name
        lines = {line.strip() for line in content.decode().splitlines()}
        assert telling & lines == set(), name


def test_no_hidden_check_is_in_the_students_zip(student_zip: Path):
    files = files_of(student_zip)
    assert not [name for name in files if "hidden" in PurePosixPath(name).parts]
    text = "\n".join(content.decode() for content in files.values())
    # As a word of its own: `self.timing.serial` is an attribute.
    assert not [name for name in HIDDEN if re.search(rf"(?<![.\w]){name}(?!\w)", text)]
    hidden = [
        (function.name, (ast.get_docstring(function) or "").partition("\n")[0])
        for path in (ROOT / "autograder" / "checks" / "hidden").glob("*.py")
        for function in ast.parse(path.read_text()).body
        if isinstance(function, ast.FunctionDef)
    ]
    assert len(hidden) == len(HIDDEN)
    names = {name for name, _ in hidden} - {f"check_{name.partition('.')[2]}" for name in PUBLIC}
    assert not [name for name in names if f"def {name}(" in text]
    assert not [title for _, title in hidden if title in text]


def test_students_get_the_notebooks_as_they_are_released(student_zip: Path):
    files = files_of(student_zip)
    notebooks = {name: content for name, content in files.items() if name[:10] == "notebooks/"}
    released = released_notebooks(ROOT)
    assert notebooks == {f"notebooks/{name}": text.encode() for name, text in released.items()}
    assert len(notebooks) == len(list((ROOT / "handouts" / "notebooks").glob("*.md")))


# --- the students' zip, handed in ----------------------------------------------------------------


def assert_is_solution(files: dict[str, bytes]) -> None:
    assert set(files) == set(ANSWER_FILES)
    for name, content in files.items():
        assert content == (ROOT / "solution" / name).read_bytes(), name


@pytest.mark.parametrize("top", ["", "perfect-play/"])
@pytest.mark.parametrize("made", ["ada", "ada.zip"])
def test_a_whole_kit_with_answered_notebooks_is_handed_in(
    made: str, top: str, student_zip: Path, tmp_path: Path
):
    files = {f"{top}{name}": text for name, text in answered_in_notebooks(student_zip).items()}
    if made.endswith(".zip"):
        write_as_zip(files, tmp_path / made)
    else:
        write_files(files, tmp_path / made)
    with take_in(tmp_path / made / (top if made == "ada" else "")) as submission:
        assert_is_solution({path.name: path.read_bytes() for path in submission.folder.iterdir()})


@pytest.mark.parametrize("place", ["{student}", "perfect-play-{student}", "{student}/perfect-play"])
def test_a_class_that_hands_in_whole_kits_with_answered_notebooks(
    place: str, student_zip: Path, tmp_path: Path
):
    for student in ("ada", "emmy"):
        folder = tmp_path / place.format(student=student)
        write_files(answered_in_notebooks(student_zip), folder)
        (folder / ".git").mkdir()
    attempts = read_export(tmp_path).attempts
    assert len(attempts) == 2
    for attempt in attempts:
        assert_is_solution(find_answers(attempt.name or "ada", attempt.files).files)


def test_a_kit_without_an_answer_file_does_not_get_a_check_in_its_place(
    student_zip: Path, tmp_path: Path
):
    files = files_of(student_zip)
    del files["starter/mpi.py"]
    files["starter/serial.py"] = (ROOT / "solution" / "serial.py").read_bytes()
    write_as_zip(files, tmp_path / "ada.zip")
    with take_in(tmp_path / "ada.zip") as submission:
        names = {path.name for path in submission.folder.iterdir()}
        assert names.isdisjoint({"mpi.py"})


def test_students_get_the_answer_files_as_they_are_handed_out_once_more(student_zip: Path):
    files = files_of(student_zip)
    for name in ANSWER_FILES:
        assert files[f"{PUT_ASIDE}/{name}.txt"] == files[f"starter/{name}"]


@pytest.mark.parametrize(
    "kept_back",
    ["solution", "tests", "hidden", "audit", "classroom", "oracle.py", "release.py", ".ci"],
)
def test_students_do_not_get(kept_back: str, student_zip: Path):
    assert not [n for n in files_of(student_zip) if kept_back in PurePosixPath(n).parts]


def test_students_get_the_starter_as_it_is_cut_even_if_somebody_filled_it_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kit = tmp_path / "kit"
    ignored = shutil.ignore_patterns("tests", ".git", "__pycache__")
    shutil.copytree(ROOT, kit, ignore=ignored)
    shutil.copytree(kit / "solution", kit / "starter", dirs_exist_ok=True)
    monkeypatch.setattr(bundles, "kit_root", lambda: kit)
    student_bundle(tmp_path / "student.zip")
    files = files_of(tmp_path / "student.zip")
    for name in ANSWER_FILES:
        assert files[f"starter/{name}"] == (ROOT / "starter" / name).read_bytes()


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (("### BEGIN SOLUTION", "#"), "marks are wrong|nothing (in it|of computer_move) is marked"),
        (("### BEGIN SOLUTION", ""), "nothing of computer_move is marked"),
        (None, "threads.py is missing"),
    ],
    ids=["half a mark", "no marks", "no file"],
)
def test_nothing_is_handed_out_of_a_kit_that_is_not_in_order(
    edit: tuple[str, str] | None, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kit = tmp_path / "kit"
    shutil.copytree(ROOT, kit, ignore=shutil.ignore_patterns("tests", ".git", "__pycache__"))
    threads = kit / "solution" / "threads.py"
    if edit is None:
        (kit / "starter" / "threads.py").unlink()
    else:
        threads.write_text(threads.read_text().replace(*edit).replace("### END SOLUTION", ""))
    monkeypatch.setattr(bundles, "kit_root", lambda: kit)
    with pytest.raises(InstructorError, match=says):
        student_bundle(tmp_path / "student.zip")
    assert not (tmp_path / "student.zip").exists()


def test_gradescope_gets_the_whole_grader(gradescope_zip: Path):
    files = files_of(gradescope_zip)
    kept = {str(f) for f in kit_files() if not is_listed(f, NOBODY)}
    as_they_are = {name for name in kept if not name.startswith("handouts/s")}
    as_they_are -= {name for name in kept if name.startswith("handouts/gradescope")}
    assert set(files) == as_they_are | {"run_autograder", "setup.sh"}
    assert files["solution/mpi.py"] == (ROOT / "solution" / "mpi.py").read_bytes()
    assert files["autograder/rubric.toml"] == DEFAULT_RUBRIC.read_bytes()


def test_what_is_to_be_run_can_be_run(gradescope_zip: Path):
    with zipfile.ZipFile(gradescope_zip) as bundle:
        rights = {m.filename: oct(m.external_attr >> 16) for m in bundle.infolist()}
    runnable = {name for name, right in rights.items() if right == "0o100755"}
    assert runnable == {"run_autograder", "setup.sh"}
    assert set(rights.values()) == {"0o100755", "0o100644"}


@pytest.mark.parametrize("bundle", [student_bundle, gradescope_bundle])
def test_the_same_files_give_the_same_zip(bundle, tmp_path: Path):
    names = bundle(tmp_path / "one.zip")
    os.utime(ROOT / "solution" / "serial.py")
    assert bundle(tmp_path / "two.zip") == names == sorted(names)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as written:
        assert {m.date_time for m in written.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not [name for name in names if "__pycache__" in name]


def test_ttt_release_makes_both_zips(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    student, gradescope = tmp_path / "student.zip", tmp_path / "gradescope.zip"
    assert main(["release", "--student", str(student), "--gradescope", str(gradescope)]) == 0
    said = "".join(capsys.readouterr().out.split("\n"))
    for path in (student, gradescope):
        assert f"{path}: {len(files_of(path))} files" in said


def test_a_zip_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be written"):
        student_bundle(tmp_path / "nowhere" / "student.zip")


# --- the rubric ----------------------------------------------------------------------------------


def test_students_get_a_rubric_of_the_public_checks_and_the_number_of_hidden_ones(tmp_path: Path):
    path = tmp_path / "rubric.toml"
    path.write_text(public_rubric(DEFAULT_RUBRIC.read_text()))
    theirs, ours = read_rubric(path), read_rubric()
    assert list(theirs.checks) == PUBLIC
    assert theirs.hidden_elsewhere == len(ALWAYS_HIDDEN)
    assert (theirs.limits, theirs.timing) == (ours.limits, ours.timing)


@pytest.mark.parametrize(
    "check",
    [
        '[checks.win.secret]\npoints = 1\nvisibility = "hidden"\n',
        'checks.win.secret = { points = 1, visibility = "hidden" }\n',
        "[checks.win]\nsecret = { points = 1, visibility = 'hidden' }\n",
        "[checks.win\n",
    ],
    ids=["a table", "a dotted key", "other quotes", "not TOML"],
)
def test_a_hidden_check_that_cannot_be_cut_out_is_not_handed_out(check: str):
    with pytest.raises(InstructorError):
        public_rubric(check)
