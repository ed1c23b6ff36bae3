"""Moodle's names are taken apart as Moodle puts them together, in both layouts."""

import pytest
from export_tables import handed_in

S, T, M = b"s = 1\n", b"t = 1\n", b"m = 1\n"
ADA, ALAN = "Ada Lovelace_11_assignsubmission_file", "Alan Turing_12_assignsubmission_file"

ODD = {
    "folders": (
        {f"{ADA}_/serial.py": S, f"{ALAN}_/serial.py": T},
        {"11": {"serial.py"}, "12": {"serial.py"}},
    ),
    "folders without the last underscore": (
        {f"{ADA}/serial.py": S, f"{ADA}/mpi.py": M},
        {"11": {"serial.py", "mpi.py"}},
    ),
    "folders within folders": (
        {f"{ADA}_/starter/serial.py": S, f"{ADA}_/starter/mpi.py": M},
        {"11": {"starter/serial.py", "starter/mpi.py"}},
    ),
    "flat": (
        {f"{ADA}_serial.py": S, f"{ADA}_threads.py": T, f"{ALAN}_serial.py": T},
        {"11": {"serial.py", "threads.py"}, "12": {"serial.py"}},
    ),
    "flat with an underscore first": ({f"{ADA}__helper.py": S}, {"11": {"_helper.py"}}),
    "both layouts in one folder": (
        {f"{ADA}_/serial.py": S, f"{ADA}_serial.py": T},
        {"11": {"serial.py", "twice/serial.py"}},
    ),
    "text online": (
        {"Ada Lovelace_11_assignsubmission_onlinetext_/onlinetext.html": b"", f"{ADA}_/a.py": S},
        {"11": {"a.py"}},
    ),
    "text online, flat": (
        {"Ada Lovelace_11_assignsubmission_onlinetext_onlinetext.html": b""},
        {"11": set()},
    ),
    "an archive": (
        {f"{ADA}_/Work.ZIP": {"work/serial.py": S}, f"{ALAN}_/serial.py": T},
        {"11": {"Work.ZIP/work/serial.py"}, "12": {"serial.py"}},
    ),
    "blind marking": (
        {"Participant_11_assignsubmission_file_/serial.py": S},
        {"11": {"serial.py"}},
    ),
    "two students of one name": (
        {"Ann Lee_11_assignsubmission_file_/a.py": S, "Ann Lee_12_assignsubmission_file_/a.py": T},
        {"11": {"a.py"}, "12": {"a.py"}},
    ),
    "no name": ({"_11_assignsubmission_file_/serial.py": S}, {"11": {"serial.py"}}),
    "a name with numbers": ({"Ada 3 7_11_assignsubmission_file_/a.py": S}, {"11": {"a.py"}}),
    "a decomposed name": (
        {"Zoe\u0308 O'Hara_11_assignsubmission_file_/lo\u0308sung.py": S},
        {"11": {"l\u00f6sung.py"}},
    ),
    "a file named like Moodle's folders": (
        {f"{ADA}_/Alan_12_assignsubmission_file_x.py": S},
        {"11": {"Alan_12_assignsubmission_file_x.py"}},
    ),
    "a folder around everything": (
        {f"CS-search-99/{ADA}_/serial.py": S},
        {"11": {"serial.py"}},
    ),
}


@pytest.mark.parametrize(("table", "expected"), ODD.values(), ids=ODD)
def test_an_odd_export_is_read_and_accounted_for(read, table, expected):
    export = read(table)
    assert export.kind == "Moodle"
    assert handed_in(export) == expected
    assert all(one.identifiers == {"moodle_id": one.student} for one in export.attempts)


def test_a_teams_name_is_taken_off_where_its_members_handed_in_the_same(read):
    files = {"The A-Team-Ada Lovelace": S, "The A-Team-Anne-Marie Curie": S, "Jean-Luc Picard": T}
    table = {
        f"{name}_{number}_assignsubmission_file_/serial.py": content
        for number, (name, content) in enumerate(files.items())
    }
    names = [attempt.name for attempt in read(table).attempts]
    assert names == ["Ada Lovelace", "Anne-Marie Curie", "Jean-Luc Picard"]


def test_a_hyphen_alone_makes_no_team(read):
    table = {
        "Jean-Luc Picard_1_assignsubmission_file_/serial.py": S,
        "Jean-Paul Sartre_2_assignsubmission_file_/serial.py": T,
    }
    assert [one.name for one in read(table).attempts] == ["Jean-Luc Picard", "Jean-Paul Sartre"]


def test_what_moodle_did_not_name_is_left_over_with_a_reason(read):
    export = read({f"{ADA}_/serial.py": S, "worksheet.csv": b""})
    assert [one.why for one in export.left_over] == ["its name is not one that Moodle gives"]
