"""A platform's own table gets its scores, and everything else of it stays byte for byte."""

import csv
import io
import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.attempt import Attempt
from autograder.classroom.lateness import Extensions, hand_in
from autograder.classroom.roster import match, read_roster
from autograder.errors import UsageError
from autograder.grading.result import CheckResult, HandIn, Machine, Result
from autograder.views.canvas_gradebook import fill_column
from autograder.views.filled_table import Filled
from autograder.views.moodle_worksheet import FEEDBACK_START, fill_worksheet

MACHINE = Machine(system="Linux", python="3.11", cores=2, isolation="bubblewrap", mpi="embedded")


def result(
    name: str, points: float = 87.5, *, outcome: str = "passed", late: str = "", **kinds: str
) -> Result:
    checks = [("win.lines", outcome, points, 90.0), ("mpi.ties", "failed", 0.0, 10.0)]
    return Result(
        submission=f"{name}-1",
        hand_in=HandIn(name=name, identifiers=kinds, penalty=0.5 if late else 0, late_reason=late),
        title="Perfect play",
        kit="0.1.0",
        rubric="0" * 64,
        seed=7,
        started="2026-11-20T12:00:00+00:00",
        wall_seconds=1.0,
        machine=MACHINE,
        checks=tuple(
            CheckResult(
                name=check,
                title="",
                hint="",
                visibility="public",
                outcome=ending,
                points=earned,
                possible=possible,
            )
            for check, ending, earned, possible in checks
        ),
    )


def left_of(filled: Filled) -> dict[str, str]:
    return {left.name: left.why for left in filled.left}


GRADEBOOK = (
    'Student,ID,SIS User ID,SIS Login ID,Section,Task (54),"Perfect, play (55)",Current Score\r\n'
    ",,,,,,Manual Posting,\r\n"
    "    Points Possible,,,,,10.00,100.00,(read only)\r\n"
    '"Lovelace, Ada",101,S1,ada,"Section 1, and 2",9.00,,90.00\r\n'
    '"Turing, ""Al""an",102,,at,Section 1,,12.00,\r\n'
    '"Chen, Wei",103,,wc1,Section 1,,,\r\n'
    '"Chen, Wei",104,,wc2,Section 1,,,\r\n'
    '"Hopper, Grace",105,,gh,Section 1,,EX,\r\n'
    '"Perlis, Alan",106,,ap,Section 1,,N/A,\r\n'
    '"=""=1+1""",107,,x,Section 1,,,\r\n'
    '"Student, Test",999,,1f2e,Section 1,,,\r\n'
)


@pytest.mark.parametrize("column", ["Perfect, play (55)", "Perfect, play", "55"])
def test_a_canvas_column_is_filled_and_the_rest_is_byte_for_byte(column: str):
    filled = fill_column(
        GRADEBOOK, column, [result("x", canvas_id="101"), result("Alan Turing", 9)]
    )
    expected = GRADEBOOK.replace('and 2",9.00,,', 'and 2",9.00,87.5,')
    # Without an identifier nobody called "Al"an is Alan.
    assert filled.text == expected
    assert filled.filled == ("x",)
    assert left_of(filled) == {"Alan Turing": "no row is theirs"}


def test_a_score_in_canvas_is_replaced_by_a_new_one_and_never_by_nothing():
    new = fill_column(GRADEBOOK, "55", [result("t", 80, canvas_id="102")])
    assert "Section 1,,80," in new.text
    undecided = fill_column(
        GRADEBOOK, "55", [result("t", 80, canvas_id="102", outcome="inconclusive")]
    )
    failed = fill_column(GRADEBOOK, "55", [result("t", 0, canvas_id="102", outcome="error")])
    assert undecided.text == failed.text == GRADEBOOK
    assert "could not be decided" in left_of(undecided)["t"]
    assert "grader failed" in left_of(failed)["t"]


def test_namesakes_excused_and_unassigned_students_are_left_to_a_person():
    results = [result("wei chen"), result("g", login="gh"), result("p", sid="", login="AP")]
    filled = fill_column(GRADEBOOK, "55", results)
    assert filled.text == GRADEBOOK
    assert left_of(filled) == {
        "wei chen": "several rows may be theirs",
        "g": "Canvas has them excused",
        "p": "Canvas has not assigned it to them",
    }
    assert filled.without_result == ("Lovelace, Ada", 'Turing, "Al"an', '="=1+1"')


def test_a_namesake_with_an_identifier_is_told_apart():
    filled = fill_column(GRADEBOOK, "55", [result("Wei Chen", 50, login="wc2")])
    assert '"Chen, Wei",104,,wc2,Section 1,,50,' in filled.text


def test_two_results_of_one_row_are_left_to_a_person():
    results = [result("a", 1, canvas_id="101"), result("b", 2, login="ada")]
    filled = fill_column(GRADEBOOK, "55", results)
    assert filled.text == GRADEBOOK
    assert set(left_of(filled)) == {"a", "b"}


def test_lateness_is_taken_off_what_a_platform_gets():
    filled = fill_column(GRADEBOOK, "55", [result("x", 80, late="2 days", canvas_id="101")])
    assert filled.text.splitlines()[3].split(",")[-2] == "40"


def test_a_file_of_canvas_finds_its_way_back_to_its_row(tmp_path: Path):
    path = tmp_path / "gradebook.csv"
    path.write_bytes(GRADEBOOK.encode())
    attempts = [
        Attempt(student="101", name="lovelaceada", files={}, identifiers={"canvas_id": "101"}),
        Attempt(student="x", name="chenwei", files={}),
    ]
    matched = match(attempts, read_roster(path))
    [found] = matched.found
    known = hand_in(found.attempt, found.student, None, Extensions())
    graded = msgspec.structs.replace(result("x", 90), hand_in=known)
    filled = fill_column(GRADEBOOK, "55", [graded])
    assert filled.text == GRADEBOOK.replace('and 2",9.00,,', 'and 2",9.00,90,')
    assert filled.filled == ("Lovelace, Ada",)


def test_semicolons_byte_order_mark_and_two_columns_of_names_are_kept():
    table = (
        "\ufeffLastName;FirstName;ID;SIS Login ID;Section;Play (55)\n"
        "    Points Possible;;;;;100,00\nLovelace;Ada;101;ada;1;\nTuring;Alan;102;at;1;7,5"
    )
    filled = fill_column(table, "Play", [result("Ada Lovelace", 87.25), result("at", login="at")])
    assert filled.text == table.replace("ada;1;", "ada;1;87.25").replace("7,5", "87.5")


@pytest.mark.parametrize(
    ("exported", "column", "says"),
    [
        (GRADEBOOK, "Other", "no column is called 'Other'.*assignments: Task .54.; Perfect"),
        (GRADEBOOK, "Current Score", "no column"),
        (GRADEBOOK, "Task", "out of 10 points and the result of Ada out of 100"),
        (GRADEBOOK.replace("Perfect, play (55)", "Task (55)"), "Task", "several columns"),
        (GRADEBOOK.replace("100.00", "(read only)"), "55", "read only"),
        (GRADEBOOK.replace("SIS Login ID", "Login"), "55", "'SIS Login ID' is there not at all"),
        ("Name,Score\nAda,1\n", "55", "does not begin with Canvas' column Student"),
        (GRADEBOOK.replace(",,,\r\n", "\r\n"), "55", "line 6 ends too soon"),
    ],
)
def test_a_gradebook_that_canvas_would_not_take_is_refused(exported: str, column: str, says: str):
    with pytest.raises(UsageError, match=says):
        fill_column(exported, column, [result("Ada")])


NAMES = st.text(st.sampled_from("ab é,;\"'=+-@\n\t"), min_size=1, max_size=8)


@given(st.lists(NAMES, min_size=1, max_size=5), st.data(), st.sampled_from(["\r\n", "\n"]))
def test_whatever_students_are_called_only_scores_change(names, data, line_break: str):
    header = ["Student", "ID", "SIS Login ID", "Section", "Task (1)", "Play (2)", "Final Score"]
    rows = [[name, str(number), "", "S", "1", "", "x"] for number, name in enumerate(names, 100)]
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator=line_break)
    writer.writerows(
        [header, ["    Points Possible", "", "", "", "5", "100", "(read only)"], *rows]
    )
    chosen = data.draw(st.sets(st.sampled_from(range(len(names)))))
    results = [result(names[one], one + 1, canvas_id=str(100 + one)) for one in sorted(chosen)]
    filled = fill_column(file.getvalue(), "2", results)
    expected = [list(row) for row in rows]
    for one in chosen:
        expected[one][5] = str(one + 1)
    assert list(csv.reader(io.StringIO(filled.text, newline="")))[2:] == expected
    assert not filled.left
    # What is filled in is the only difference.
    assert re.sub(r"(,S,1,)\d+(,x)", r"\1\2", filled.text) == file.getvalue()
    assert fill_column(filled.text, "2", results).text == filled.text


WORKSHEET = (
    '\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum Grade",'
    '"Grade can be changed","Last modified (submission)","Last modified (grade)",'
    '"Feedback comments"\n'
    '"Participant 41","Ada Lovelace",ada@x.edu,"Submitted for grading - ",,100.00,Yes,'
    '"Friday, 20 November 2026, 9:00 PM",-,\n'
    '"Participant 42","Alan Turing",alan@x.edu,Submitted,5.00,100.00,No,-,-,\n'
    '"Participant 43","Grace Hopper",grace@x.edu,Submitted,,100.00,Yes,-,-,"<p>Well done.</p>"\n'
)


def test_a_moodle_worksheet_is_filled_and_the_rest_is_byte_for_byte():
    results = [
        result("a", 70, moodle_id="41", late="10 % off: 1 day late & <b>."),
        result("b", 80, email="Alan@x.edu"),
        result("Grace Hopper", 90),
        result("Nobody"),
    ]
    filled = fill_worksheet(WORKSHEET, results)
    comment = (
        f"{FEEDBACK_START}35 of 100 points (win 70/90, mpi 0/10).</p>"
        "<p>10 % off: 1 day late &amp; &lt;b&gt;.</p>"
    )
    expected = WORKSHEET.replace(' - ",,', ' - ",35,').replace('PM",-,', f'PM",-,"{comment}"')
    assert filled.text == expected.replace("grace@x.edu,Submitted,,", "grace@x.edu,Submitted,90,")
    assert filled.filled == ("a", "Grace Hopper")
    assert left_of(filled) == {
        "b": "Moodle does not let the grade be changed",
        "Nobody": "no row is theirs",
    }


def test_feedback_of_an_earlier_run_is_replaced():
    first = fill_worksheet(WORKSHEET, [result("a", 10, moodle_id="41")])
    second = fill_worksheet(first.text, [result("a", 20, moodle_id="41")])
    assert second.text == fill_worksheet(WORKSHEET, [result("a", 20, moodle_id="41")]).text


def test_feedback_can_be_left_out():
    filled = fill_worksheet(WORKSHEET, [result("a", 10, moodle_id="41")], feedback=False)
    assert filled.text == WORKSHEET.replace(' - ",,', ' - ",10,')


def test_a_worksheet_without_names_is_filled_by_participant():
    table = "Identifier,Status,Grade,Maximum Grade,Last modified (grade)\nParticipant 9,,,100,-\n"
    filled = fill_worksheet(table, [result("x", 1, moodle_id="9")])
    assert filled.text.endswith("Participant 9,,1,100,-\n")


@pytest.mark.parametrize(
    ("exported", "says"),
    [
        (WORKSHEET.replace("Identifier", "Kennung"), "'Identifier' is there not at all"),
        (WORKSHEET.replace("100.00", "10.00"), "Moodle is out of 10 points"),
        (WORKSHEET.replace("Maximum Grade", "Scale"), "graded with a scale"),
    ],
    ids=["another language", "other points", "scale"],
)
def test_a_worksheet_that_moodle_would_not_take_is_refused(exported: str, says: str):
    with pytest.raises(UsageError, match=says):
        fill_worksheet(exported, [result("a", moodle_id="41")])
