"""Gradescope's metadata say who handed in what; nothing in them is obeyed."""

from datetime import UTC, datetime

import pytest
from export_tables import handed_in
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.exports.metadata import read_nodes
from autograder.classroom.exports.written_time import time_of
from autograder.errors import UsageError

S, T = b"s = 1\n", b"t = 1\n"
TOP = "assignment_4567_export"


def metadata(*submissions: str) -> bytes:
    """Return a metadata file of these entries."""
    return b"---\n" + "".join(submissions).encode()


def entry(number: int, *people: tuple[str, str, str], created: str = "") -> str:
    """Return one submission's entry as Ruby writes it."""
    submitters = "".join(
        f"  - :name: {name}\n    :sid: {sid}\n    :email: {email}\n" for name, sid, email in people
    )
    return f"submission_{number}:\n  :submitters:\n{submitters}{created}  :score: 3.0\n"


ADA = ("Ada Lovelace", "'007'", "ada@x.edu")
ALAN = ("Alan Turing", "0012", "alan@x.edu")
HISTORY = "  :history:\n  - :id: 3\n    :created_at: 2026-01-01 00:00:00 Z\n"
RESULTS = "  :results:\n    tests:\n    - name: one\n      output: |\n        submission_9:\n"
TAGGED = """  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-03-01 05:38:57.243766000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/Los_Angeles
    time: 2026-02-28 21:38:57.243766000 Z
"""

ODD = {
    "two students": (
        metadata(entry(1, ADA), entry(2, ALAN)),
        {"submission_1/serial.py": S, "submission_2/serial.py": T},
        {"ada@x.edu": {"serial.py"}, "alan@x.edu": {"serial.py"}},
    ),
    "a group": (
        metadata(entry(1, ADA, ALAN)),
        {"submission_1/serial.py": S},
        {"ada@x.edu": {"serial.py"}, "alan@x.edu": {"serial.py"}},
    ),
    "folders within": (
        metadata(entry(1, ADA)),
        {"submission_1/work/starter/serial.py": S},
        {"ada@x.edu": {"work/starter/serial.py"}},
    ),
    "an archive": (
        metadata(entry(1, ADA)),
        {"submission_1/work.zip": {"serial.py": S}},
        {"ada@x.edu": {"work.zip/serial.py"}},
    ),
    "no address": (
        metadata(entry(1, ("Ada Lovelace", "7", ""))),
        {"submission_1/serial.py": S},
        {"7": {"serial.py"}},
    ),
    "nothing but a name": (
        metadata("submission_1:\n  :submitters:\n  - :name: Ada\n"),
        {"submission_1/serial.py": S},
        {"Ada": {"serial.py"}},
    ),
    "nobody": (
        metadata("submission_1:\n  :submitters: []\n"),
        {"submission_1/serial.py": S},
        {"submission_1": {"serial.py"}},
    ),
    "a submission without files": (
        metadata(entry(1, ADA), entry(2, ALAN)),
        {"submission_1/serial.py": S},
        {"ada@x.edu": {"serial.py"}, "alan@x.edu": set()},
    ),
    "history and results": (
        metadata(entry(1, ADA), HISTORY, RESULTS),
        {"submission_1/serial.py": S},
        {"ada@x.edu": {"serial.py"}},
    ),
    "a time with Ruby's tag": (
        metadata(entry(1, ADA, created=TAGGED)),
        {"submission_1/serial.py": S},
        {"ada@x.edu": {"serial.py"}},
    ),
    "an alias": (
        metadata(
            "submission_1:\n  :submitters:\n  - :name: &1 Ada\n    :email: *1\n    :sid: *2\n"
        ),
        {"submission_1/serial.py": S},
        {"Ada": {"serial.py"}},
    ),
    "a submission that is one file": (
        metadata("serial.py:\n  :submitters:\n  - :name: Ada\n"),
        {"serial.py": S},
        {"Ada": {"serial.py"}},
    ),
    "a list as a key": (
        metadata("? [a, b]\n: [c]\n", entry(1, ADA)),
        {"submission_1/serial.py": S},
        {"": set(), "ada@x.edu": {"serial.py"}},
    ),
    "other letters": (
        metadata(entry(1, ("Zoë", "1", "ada@x.edu"))),
        {"submission_1/serial.py": S},
        {"ada@x.edu": {"serial.py"}},
    ),
}


@pytest.mark.parametrize(("yaml", "files", "expected"), ODD.values(), ids=ODD)
@pytest.mark.parametrize("top", [TOP + "/", ""], ids=["in its folder", "without it"])
def test_an_odd_export_is_read_and_accounted_for(read, yaml, files, expected, top):
    table = {top + "submission_metadata.yml": yaml}
    export = read(table | {top + name: content for name, content in files.items()})
    assert export.kind == "Gradescope"
    found = handed_in(export)
    found.pop("", None)
    expected = {student: files for student, files in expected.items() if student}
    assert found == expected


def test_who_and_when_are_read_as_they_are_written(read):
    created = "  :created_at: 2026-02-28 21:38:57.243766000 -08:00\n"
    yaml = metadata(entry(1, ADA, created=created))
    (attempt,) = read({"submission_metadata.yml": yaml, "submission_1/serial.py": S}).attempts
    assert attempt.name == "Ada Lovelace"
    assert attempt.identifiers == {"email": "ada@x.edu", "sid": "007", "gradescope_id": "1"}
    assert attempt.submitted == datetime(2026, 3, 1, 5, 38, 57, 243766, UTC)


def test_two_submissions_of_one_student_are_attempts_in_the_order_of_their_times(read):
    times = {1: "2026-03-01 09:00:00 +02:00", 2: "2026-03-01 06:00:00 Z"}
    people = (entry(n, ADA, created=f"  :created_at: {time}\n") for n, time in times.items())
    table = {"submission_metadata.yml": metadata(*people)}
    attempts = read(table | {f"submission_{n}/serial.py": S for n in times}).attempts
    assert [(one.identifiers["gradescope_id"], one.number) for one in attempts] == [
        ("2", 1),
        ("1", 2),
    ]


def test_a_number_that_yaml_would_take_for_an_octal_one_stays_as_it_is(read):
    yaml = metadata(entry(1, ALAN))
    (attempt,) = read({"submission_metadata.yml": yaml, "submission_1/serial.py": S}).attempts
    assert attempt.identifiers["sid"] == "0012"


def test_a_folder_that_the_metadata_do_not_name_is_left_over(read):
    table = {
        "submission_metadata.yml": metadata(entry(1, ADA)),
        "submission_1/serial.py": S,
        "submission_2/serial.py": T,
    }
    whys = {one.path: one.why for one in read(table).left_over}
    assert whys["submission_2/serial.py"] == "submission_metadata.yml does not name it"
    assert "was read" in whys["submission_metadata.yml"]


@pytest.mark.parametrize(
    "time",
    ["", "yesterday", "2026-02-28 21:38:57", "2026-02-31 21:38:57 Z", "2026-02-28 21:38:57 +99:99"],
)
def test_a_time_that_cannot_be_told_is_none(time: str):
    assert time_of(time) is None


HOSTILE = {
    "a billion laughs": b"a: &a [x, x]\n"
    + b"".join(b"%c: &%c [*%c, *%c]\n" % (n, n, n - 1, n - 1) for n in range(98, 123)),
    "merges of merges": b"a: &a {k: v}\n"
    + b"".join(b"%c: &%c {<<: [*%c, *%c]}\n" % (n, n, n - 1, n - 1) for n in range(98, 123)),
    "an object": b"a: !!python/object/apply:os.system ['touch pwned']\n",
}
REFUSED = {
    "endless levels": b"[" * 200_000,
    "many levels": b"- " * 100_000 + b"x",
    "no YAML": b"a: [",
    "no text": b"\xff\xfe\xff",
    "an unknown alias is none of ours": b"\x00",
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_metadata_are_only_text(content: bytes):
    assert len(list(read_nodes(content))) < 200


@pytest.mark.parametrize("content", REFUSED.values(), ids=REFUSED)
def test_what_is_no_sane_yaml_is_refused_in_one_sentence(content: bytes):
    with pytest.raises(UsageError, match=r"submission_metadata\.yml cannot be read") as refusal:
        list(read_nodes(content))
    assert str(refusal.value).isprintable()


@given(
    st.binary(max_size=300) | st.text(alphabet=":-[]{}&*?!|>'\"# \nab", max_size=80).map(str.encode)
)
def test_any_bytes_are_read_or_refused(content: bytes):
    try:
        list(read_nodes(content))
    except UsageError as error:
        assert "cannot be read" in str(error)  # noqa: PT017 - both ways are right
