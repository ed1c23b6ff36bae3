"""Canvas' names are taken apart as Canvas puts them together."""

import pytest
from export_tables import handed_in

S, T, M = b"s = 1\n", b"t = 1\n", b"m = 1\n"
UUID = "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0"

ODD = {
    "one file each": (
        {"lovelaceada_11_101_serial.py": S, "turingalan_12_102_serial.py": S},
        {"11": {"serial.py"}, "12": {"serial.py"}},
    ),
    "several files at one attempt": (
        {
            "lovelaceada_11_101_serial.py": S,
            "lovelaceada_11_102_threads.py": T,
            "lovelaceada_11_103_mpi.py": M,
        },
        {"11": {"serial.py", "threads.py", "mpi.py"}},
    ),
    "a name with digits and underscores": (
        {"lovelace_ada3_11_101_serial.py": S},
        {"11": {"serial.py"}},
    ),
    "a name in other letters": (
        {"лавлейсада_11_101_serial.py": S, "लवलेसएडा_12_102_serial.py": S},
        {"11": {"serial.py"}, "12": {"serial.py"}},
    ),
    "no letters in the name": ({"_11_101_serial.py": S}, {"11": {"serial.py"}}),
    "only digits in the name": ({"7_11_101_serial.py": S}, {"11": {"serial.py"}}),
    "two students of one name": (
        {"leeann_11_101_serial.py": S, "leeann_12_102_serial.py": T},
        {"11": {"serial.py"}, "12": {"serial.py"}},
    ),
    "uploaded again": ({"lovelaceada_11_101_serial-3.py": S}, {"11": {"serial.py"}}),
    "uploaded for the eighth time": (
        {f"lovelaceada_11_101_serial-{UUID}.py": S},
        {"11": {"serial.py"}},
    ),
    "a file name with numbers": (
        {"lovelaceada_11_101_2026_02_28_serial.py": S},
        {"11": {"2026_02_28_serial.py"}},
    ),
    "a file name with spaces and parentheses": (
        {"lovelaceada_11_101_my serial (1).py": S},
        {"11": {"my serial (1).py"}},
    ),
    "an archive": (
        {"lovelaceada_11_101_work.zip": {"work/starter/serial.py": S, "work/read.me": b""}},
        {"11": {"work.zip/work/starter/serial.py"}},
    ),
    "an archive beside a file": (
        {"lovelaceada_11_101_serial.py": S, "lovelaceada_11_102_rest.zip": {"threads.py": T}},
        {"11": {"serial.py", "rest.zip/threads.py"}},
    ),
    "an archive that the TA unpacked": (
        {"lovelaceada_11_101_work/serial.py": S, "turingalan_12_102_serial.py": S},
        {"11": {"work/serial.py"}, "12": {"serial.py"}},
    ),
    "a text instead of files": (
        {"lovelaceada_11_text.html": b"<p>", "turingalan_12_link.html": b"", "x_13_103_a.py": S},
        {"11": set(), "12": set(), "13": {"a.py"}},
    ),
    "anonymous marking": (
        {"anon_aB3dE_101_serial.py": S, "LATE_anon_Zz9yY_102_serial.py": T},
        {"anon_aB3dE": {"serial.py"}, "anon_Zz9yY": {"serial.py"}},
    ),
    "a folder around everything": (
        {"submissions/lovelaceada_11_101_serial.py": S},
        {"11": {"serial.py"}},
    ),
}


@pytest.mark.parametrize(("table", "expected"), ODD.values(), ids=ODD)
def test_an_odd_export_is_read_and_accounted_for(read, table, expected):
    export = read(table)
    assert export.kind == "Canvas"
    assert handed_in(export) == expected


@pytest.mark.parametrize(
    ("file", "name", "late"),
    [
        ("lovelaceada_LATE_11_101_serial.py", "lovelaceada", True),
        ("lovelaceada_late_11_101_serial.py", "lovelaceada", True),
        ("lovelaceada_11_101_serial.py", "lovelaceada", False),
        ("late_11_101_serial.py", "late", False),
        ("latetom_11_101_LATE_1_2.py", "latetom", False),
        ("LATE_anon_aB3dE_101_serial.py", "", True),
    ],
)
def test_lateness_is_the_mark_and_not_a_students_name(read, file, name, late):
    (attempt,) = read({file: S}).attempts
    assert (attempt.name, attempt.late, attempt.submitted) == (name, late, None)


def test_of_a_file_that_was_uploaded_twice_the_newer_one_counts(read):
    table = {"lovelaceada_11_99_serial.py": b"old", "lovelaceada_11_101_serial-1.py": b"new"}
    (attempt,) = read(table).attempts
    assert list(attempt.files.values()) == [b"new"]
    assert attempt.left_out == ("lovelaceada_11_99_serial.py: it was uploaded again later",)


def test_two_archives_with_numbers_are_two_archives(read):
    table = {"a_11_101_part-1.zip": {"serial.py": S}, "a_11_102_part-2.zip": {"mpi.py": M}}
    assert handed_in(read(table)) == {"11": {"part-1.zip/serial.py", "part-2.zip/mpi.py"}}


def test_what_canvas_did_not_name_is_left_over_with_a_reason(read):
    export = read({"lovelaceada_11_101_serial.py": S, "grades.csv": b""})
    assert [(one.path, one.why) for one in export.left_over] == [
        ("grades.csv", "its name is not one that Canvas gives")
    ]


def test_a_broken_archive_is_left_out_and_harms_nobody_else(read):
    export = read({"a_11_101_work.zip": b"PK no zip", "b_12_102_serial.py": S})
    assert handed_in(export) == {"11": set(), "12": {"serial.py"}}
    assert "work.zip cannot be unpacked" in export.attempts[0].left_out[0]
