"""nbgrader's tree, with the times that nbgrader writes."""

from datetime import UTC, datetime

import pytest
from export_tables import handed_in

from autograder.errors import UsageError

S, T = b"s = 1\n", b"t = 1\n"
STAMP = b"2026-02-28 21:38:57.243766 UTC"

ODD = {
    "submitted alone": (
        {"submitted/ada/search/serial.py": S, "submitted/ada/search/timestamp.txt": STAMP},
        {"ada": {"serial.py"}},
    ),
    "what lies in submitted": (
        {"ada/search/serial.py": S, "ada/search/timestamp.txt": STAMP, "alan/search/mpi.py": T},
        {"ada": {"serial.py"}, "alan": {"mpi.py"}},
    ),
    "a course": (
        {
            "source/search/serial.py": b"",
            "release/search/serial.py": b"",
            "nbgrader_config.py": b"",
            "submitted/ada/search/serial.py": S,
        },
        {"ada": {"serial.py"}},
    ),
    "a course in a folder": (
        {"course/submitted/ada/search/serial.py": S, "course/gradebook.db": b""},
        {"ada": {"serial.py"}},
    ),
    "other assignments": (
        {"submitted/ada/search/serial.py": S, "submitted/ada/warm-up/one.ipynb": b"{}"},
        {"ada": {"serial.py"}},
    ),
    "nobody answered": (
        {"submitted/ada/search/one.ipynb": b"{}"},
        {"ada": set()},
    ),
    "an archive": (
        {"submitted/ada/search/work.tgz": b"", "submitted/ada/search/b.zip": {"serial.py": S}},
        {"ada": {"b.zip/serial.py"}},
    ),
    "folders within": (
        {"submitted/ada/search/starter/serial.py": S},
        {"ada": {"starter/serial.py"}},
    ),
    "a file beside the assignments": (
        {"submitted/ada/search/serial.py": S, "submitted/ada/readme.md": b""},
        {"ada": {"serial.py"}},
    ),
    "a file beside the students": (
        {"submitted/ada/search/serial.py": S, "submitted/roster.csv": b""},
        {"ada": {"serial.py"}},
    ),
    "an odd login": (
        {"submitted/o'hara+1@x.edu/search/serial.py": S},
        {"o'hara+1@x.edu": {"serial.py"}},
    ),
    "a timestamp that is none": (
        {"submitted/ada/search/serial.py": S, "submitted/ada/search/timestamp.txt": b"\xff\0"},
        {"ada": {"serial.py"}},
    ),
    "a timestamp further down": (
        {"submitted/ada/search/serial.py": S, "submitted/ada/search/old/timestamp.txt": STAMP},
        {"ada": {"serial.py"}},
    ),
}


@pytest.mark.parametrize(("table", "expected"), ODD.values(), ids=ODD)
def test_an_odd_tree_is_read_and_accounted_for(read, table, expected):
    export = read(table)
    assert export.kind == "nbgrader"
    assert handed_in(export) == expected
    assert all(one.identifiers == {"login": one.student} for one in export.attempts)


@pytest.mark.parametrize(
    ("written", "hour"),
    [
        ("2026-02-28 21:38:57.243766 UTC", 21),
        ("2026-02-28 21:38:57.243766", 21),
        ("2026-02-28 21:38:57.243766 America/New_York\n", 2),
        ("2026-02-28 21:38:57.243766 +0100", 20),
        ("2026-02-28T21:38:57.243766Z", 21),
    ],
)
def test_a_timestamp_is_read_in_the_zone_it_is_written_in(read, written, hour):
    table = {"ada/search/serial.py": S, "ada/search/timestamp.txt": written.encode()}
    (attempt,) = read(table).attempts
    day = datetime(2026, 3, 1, tzinfo=UTC) if hour == 2 else datetime(2026, 2, 28, tzinfo=UTC)
    assert attempt.submitted == day.replace(hour=hour, minute=38, second=57, microsecond=243766)


@pytest.mark.parametrize(
    "written",
    ["", "yesterday", "2026-02-28 21:38:57 PDT", "2026-02-28 21:38:57 ../../etc/passwd", "x" * 999],
)
def test_a_timestamp_that_cannot_be_told_is_none_and_is_reported(read, written):
    table = {"ada/search/serial.py": S, "ada/search/timestamp.txt": written.encode()}
    (attempt,) = read(table).attempts
    assert attempt.submitted is None
    assert attempt.left_out == ("timestamp.txt: no time can be read in it",)


def test_two_assignments_with_answers_are_refused(read):
    with pytest.raises(UsageError, match="several assignments hold answers: one, two"):
        read({"submitted/ada/one/serial.py": S, "submitted/ada/two/serial.py": T})
