"""Folders and archives that no platform named."""

from pathlib import Path

import pytest
from export_tables import assert_accounted_for, handed_in, unpack_table, zip_of

from autograder.classroom.exports.recognise import read_export

S, T, M = b"s = 1\n", b"t = 1\n", b"m = 1\n"

ODD = {
    "folders": (
        {"ada/serial.py": S, "alan/serial.py": T},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "archives": (
        {"ada.zip": {"serial.py": S}, "alan.ZIP": {"w/serial.py": T}},
        {"ada": {"ada.zip/serial.py"}, "alan": {"alan.ZIP/w/serial.py"}},
    ),
    "folders and archives": (
        {"ada/serial.py": S, "alan.zip": {"serial.py": T}},
        {"ada": {"serial.py"}, "alan": {"alan.zip/serial.py"}},
    ),
    "a folder around them": (
        {"hw/ada/starter/serial.py": S, "hw/alan/serial.py": T},
        {"ada": {"starter/serial.py"}, "alan": {"serial.py"}},
    ),
    "two folders around them": (
        {"a/b/ada/serial.py": S, "a/b/alan/serial.py": T},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "a single one": (
        {"serial.py": S, "threads.py": T, "old/serial.py": M},
        {"export": {"serial.py", "threads.py", "old/serial.py"}},
    ),
    "a single one in starter": (
        {"starter/serial.py": S, "starter/board.py": b"", "readme.md": b""},
        {"export": {"starter/serial.py", "starter/board.py"}},
    ),
    "names with spaces and other letters": (
        {"Ada Lo\u0308v/serial.py": S, "Йосиф Ш/serial.py": T},
        {"Ada L\u00f6v": {"serial.py"}, "Йосиф Ш": {"serial.py"}},
    ),
    "a name with dots": (
        {"ada.v1.2/serial.py": S, "alan/serial.py": T},
        {"ada.v1.2": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "a student without Python files": (
        {"ada/serial.py": S, "alan/serial.py": S, "bob/essay.pdf": b""},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "a folder and an archive of one student": (
        {"ada/serial.py": S, "ada.zip": {"serial.py": T}, "alan/serial.py": T},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "loose files among them": (
        {"ada/serial.py": S, "alan/serial.py": S, "roster.csv": b"", "grade.py": b""},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "an archive with nothing in it": (
        {"ada.zip": {}, "alan.zip": {"serial.py": S}},
        {"ada": set(), "alan": {"alan.zip/serial.py"}},
    ),
    "an archive that is none": (
        {"ada.zip": b"Not a zip", "alan.tar.gz": b"Nor this", "x/serial.py": S},
        {"ada": set(), "alan": set(), "x": {"serial.py"}},
    ),
}


@pytest.mark.parametrize(("table", "expected"), ODD.values(), ids=ODD)
def test_an_odd_folder_is_read_and_accounted_for(read, table, expected):
    export = read(table)
    assert export.kind == "plain"
    found = handed_in(export)
    assert found.keys() == expected.keys()
    assert all(expected[student] <= files | expected[student] for student, files in found.items())
    if len(export.attempts) == len(expected):
        assert found == expected


def test_two_attempts_of_one_student_are_numbered(read):
    table = {"ada/serial.py": S, "ada.zip": {"serial.py": T}, "alan/serial.py": T}
    numbers = [(attempt.student, attempt.number) for attempt in read(table).attempts]
    assert numbers == [("ada", 1), ("ada", 2), ("alan", 1)]


def test_the_parts_of_a_lone_student_are_no_students(tmp_path: Path):
    table = {"ada/part1/serial.py": S, "ada/part2/mpi.py": M}
    unpack_table(table, tmp_path / "hw")
    assert handed_in(read_export(tmp_path / "hw")) == {"ada": {"part1/serial.py", "part2/mpi.py"}}


def test_a_zip_file_with_one_folder_is_of_whom_it_is_named_for(tmp_path: Path):
    path = tmp_path / "ada.zip"
    path.write_bytes(zip_of({"work/src/serial.py": S, "work/readme.md": b""}))
    assert handed_in(read_export(path)) == {"ada": {"src/serial.py"}}
    assert_accounted_for({"work/src/serial.py", "work/readme.md"}, read_export(path))


def test_links_and_empty_folders_are_left_over(tmp_path: Path):
    unpack_table({"ada/serial.py": S, "alan/serial.py": T}, tmp_path)
    (tmp_path / "mallory").symlink_to(tmp_path / "ada")
    (tmp_path / "alan" / "mpi.py").symlink_to("/etc/passwd")
    (tmp_path / "bob").mkdir()
    export = read_export(tmp_path)
    assert handed_in(export) == {"ada": {"serial.py"}, "alan": {"serial.py"}}
    assert {one.path: one.why for one in export.left_over} == {
        "alan/mpi.py": "it is a link or a device, not a file",
        "mallory": "it is a link or a device, not a file",
        "bob": "it is an empty folder",
    }
