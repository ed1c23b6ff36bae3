"""An attempt becomes a folder that is taken in, whatever its author's habits are."""

from pathlib import Path, PurePosixPath

import pytest
from export_tables import Table, unpack_table, zip_of
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.attempt import Attempt
from autograder.classroom.attempt_files import lay_out, normalised, write_attempt
from autograder.classroom.exports.recognise import read_export
from autograder.errors import SubmissionError, UsageError
from autograder.intake.submission import take_in

S, T, M = b"s = 1\n", b"t = 1\n", b"m = 1\n"


def attempt(table: Table, tmp_path: Path) -> Attempt:
    """Return the attempt of one Moodle student who handed these files in."""
    names = {f"Ada_11_assignsubmission_file_/{name}": content for name, content in table.items()}
    unpack_table(names, tmp_path / "export")
    (found,) = read_export(tmp_path / "export").attempts
    return found


HABITS: dict[str, tuple[Table, dict[str, bytes]]] = {
    "at the top": ({"serial.py": S, "mpi.py": M}, {"serial.py": S, "mpi.py": M}),
    "in starter": ({"starter/serial.py": S, "notes.txt": b""}, {"serial.py": S}),
    "in one more folder": ({"hw/starter/serial.py": S, "hw/readme.md": b""}, {"serial.py": S}),
    "with modules of their own": (
        {"serial.py": S, "table.py": T, "old/serial.py": M},
        {"serial.py": S, "table.py": T},
    ),
    "in an archive": (
        {"w.zip": {"a b/serial.py": S, "__MACOSX/a b/._serial.py": M}},
        {"serial.py": S},
    ),
    "in an archive in an archive": ({"w.zip": {"v.zip": {"serial.py": S}}}, {"serial.py": S}),
    "beside the handout's archive": (
        {"w.zip": {"starter/serial.py": S, "starter.zip": {"serial.py": b"given"}}},
        {"serial.py": S},
    ),
    "one file loose, the others in an archive": (
        {"serial.py": S, "rest.zip": {"threads.py": T, "mpi.py": M, "serial.py": b"old"}},
        {"serial.py": S, "threads.py": T, "mpi.py": M},
    ),
    "in parts": (
        {"part 1/serial.py": S, "part 2/threads.py": T, "part 3/mpi.py": M, "part 3/own.py": T},
        {"serial.py": S, "threads.py": T, "mpi.py": M, "own.py": T},
    ),
    "with a draft twice": (
        {"serial.py": S, "a/mpi.py": M, "b/mpi.py": T},
        {"serial.py": S},
    ),
    "with Windows' line ends": ({"serial.py": b"s = 1\r\n"}, {"serial.py": S}),
    "with a byte order mark": ({"serial.py": b"\xef\xbb\xbfs = 1\n"}, {"serial.py": S}),
    "in UTF-16": ({"serial.py": "s = 1\r\n".encode("utf-16")}, {"serial.py": S}),
    "with letters of their own": (
        {"serial.py": S, "lo\u0308sung.py": T},
        {"serial.py": S, "l\u00f6sung.py": T},
    ),
    "with the litter of systems": (
        {"serial.py": S, ".DS_Store": b"", "__pycache__/serial.pyc": b"", "._serial.py": b""},
        {"serial.py": S},
    ),
}


@pytest.mark.parametrize(("table", "expected"), HABITS.values(), ids=HABITS)
def test_a_habit_is_met(tmp_path: Path, table: Table, expected: dict[str, bytes]):
    folder = tmp_path / "ada"
    write_attempt(attempt(table, tmp_path), folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == expected
    with take_in(folder) as submission:
        assert submission.folder == folder


def test_what_was_left_out_and_what_was_found_elsewhere_is_said(tmp_path: Path):
    table = {"serial.py": S, "report.pdf": b"", "x/mpi.py": M, "x/y/serial.py": T}
    assert write_attempt(attempt(table, tmp_path), tmp_path / "ada") == (
        "report.pdf: it is not a Python file",
        "x/mpi.py: it was taken although it lies apart",
        "x/y/serial.py: it does not lie beside the answers",
    )


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ({"essay.pdf": b""}, "Ada is not a submission: it holds none of"),
        ({"a/serial.py": S, "b/serial.py": T}, "Ada holds answers more than once, in a and b"),
    ],
)
def test_an_attempt_without_answers_or_with_two_is_refused(tmp_path: Path, table, why):
    with pytest.raises(SubmissionError, match=why):
        write_attempt(attempt(table, tmp_path), tmp_path / "ada")


@pytest.mark.parametrize(
    "text",
    [
        "x = 'ü'\n".encode("utf-16-le"),
        "x = 'ü'\n".encode("utf-16-be"),
        "x = 'ü'\n".encode("utf-32"),
        "x = 'ü'\r".encode("utf-8-sig"),
        "x = 'ü'\r\n".encode("cp1252"),
        "x = 'ü'\n".encode(),
    ],
    ids=["UTF-16 LE", "UTF-16 BE", "UTF-32", "UTF-8 with a mark", "ANSI", "UTF-8"],
)
def test_text_is_read_in_whatever_encoding_an_editor_chose(text: bytes):
    assert normalised(text)[0] == "x = 'ü'\n".encode()


@pytest.mark.parametrize("name", ["latin-1", "cp1252", "no-such-encoding"])
def test_a_file_that_says_its_own_encoding_keeps_it(name: str):
    text = f"# -*- coding: {name} -*-\r\n".encode() + b"x = '\xfc'\r\n"
    assert normalised(text) == (text.replace(b"\r\n", b"\n"), "")


@given(st.binary(max_size=200))
def test_any_bytes_are_normalised_once_and_for_all(content: bytes):
    once, _ = normalised(content)
    assert normalised(once)[0] == once or b"\0" in once[:2] or b"coding" in once


@given(st.text(max_size=100))
def test_text_is_the_same_in_every_encoding(text: str):
    source = "# " + text.encode("utf-8", "ignore").decode().lstrip("\ufeff")
    texts = {normalised(source.encode(name))[0] for name in ("utf-8", "utf-8-sig", "utf-16")}
    assert len(texts) == 1 or "coding" in source


PLACES = st.lists(
    st.sampled_from(
        ["serial.py", "mpi.py", "..", ".", "a", "x.zip", "\0.py", "é.py", "con.py", "/"]
    )
    | st.text(max_size=4),
    min_size=1,
    max_size=4,
).map(lambda parts: PurePosixPath(*parts))


@given(files=st.dictionaries(PLACES, st.binary(max_size=20), max_size=6))
def test_whatever_an_attempt_holds_is_written_into_its_folder_or_refused(tmp_path_factory, files):
    root = tmp_path_factory.mktemp("any")
    try:
        notes = write_attempt(Attempt("ada", "", files), root / "ada")
    except UsageError:
        return
    assert [path.name for path in root.iterdir()] == ["ada"]
    written = {path.name for path in (root / "ada").iterdir()}
    assert written <= {place.name for place in files}
    assert len(written) + len(notes) >= len(files)


def test_a_zip_file_is_taken_in_as_its_attempt_is(tmp_path: Path):
    """The two ways to a submission agree."""
    path = tmp_path / "ada.zip"
    path.write_bytes(zip_of({"w/p1/serial.py": S, "w/p2/mpi.py": M, "w/p2/q/old.py": T}))
    (found,) = read_export(path).attempts
    notes = write_attempt(found, tmp_path / "ada")
    with take_in(path) as submission:
        assert {p.name for p in submission.folder.iterdir()} == {"serial.py", "mpi.py"}
        said = {line.removeprefix("w/") for line in submission.left_out}
        assert said == set(notes)


def test_files_that_are_laid_out_already_are_left_alone(tmp_path: Path):
    folder = tmp_path / "submissions" / "ada"
    lay_out(attempt({"serial.py": S, "table.py": T}, tmp_path / "1"), folder)
    before = {path: path.stat().st_ino for path in folder.iterdir()}
    lay_out(attempt({"serial.py": S, "table.py": T}, tmp_path / "2"), folder)
    assert {path: path.stat().st_ino for path in folder.iterdir()} == before
    lay_out(attempt({"serial.py": M}, tmp_path / "3"), folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"serial.py": M}
    assert list(folder.parent.iterdir()) == [folder]


def test_what_was_laid_out_goes_when_no_answers_are_handed_in(tmp_path: Path):
    folder = tmp_path / "submissions" / "ada"
    lay_out(attempt({"serial.py": S}, tmp_path / "1"), folder)
    with pytest.raises(SubmissionError):
        lay_out(attempt({"notes.py": S}, tmp_path / "2"), folder)
    assert list(folder.parent.iterdir()) == []
