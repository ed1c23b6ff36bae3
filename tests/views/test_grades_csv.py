"""The table of a class holds everybody, and nothing a student wrote becomes a formula in it."""

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.classroom.class_run import ClassRun, NotGraded
from autograder.grading.result import CheckResult, HandIn, Machine, Result
from autograder.views.grades_csv import grades_csv, harmless

MACHINE = Machine(system="Linux", python="3.11", cores=2, isolation="bubblewrap", mpi="embedded")
FORMULA = re.compile('[\\s"]*[=+@\uff1d\uff0b\uff0d\uff20-]')


def check(name: str, outcome: str, points: float, possible: float) -> CheckResult:
    return CheckResult(
        name=name,
        title="",
        hint="",
        visibility="public",
        outcome=outcome,
        points=points,
        possible=possible,
    )


def result(name: str, *checks: CheckResult, hand_in: HandIn | None = None) -> Result:
    return Result(
        submission=name,
        hand_in=hand_in,
        title="t",
        kit="0",
        rubric="0",
        seed=1,
        started="",
        wall_seconds=1.0,
        machine=MACHINE,
        checks=checks or (check("win.lines", "passed", 4, 4),),
    )


def run(*results: Result, **others: object) -> ClassRun:
    return ClassRun(title="t", kind="Canvas", started="", wall_seconds=1, results=results, **others)


def rows(table: ClassRun) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(grades_csv(table), newline="")))


def test_a_student_is_a_row_with_points_by_part_and_what_lateness_costs():
    late = HandIn(
        name="Ada Lovelace",
        identifiers={"canvas_id": "101", "section": "A"},
        submitted="2026-12-05T12:00:00+01:00",
        attempt=2,
        due="2026-12-04T12:00:00+01:00",
        late_seconds=86400,
        penalty=0.1,
        late_reason="10 % off: 1 day late, counting each one begun.",
    )
    checks = (check("win.lines", "passed", 4, 4), check("mpi.ties", "failed", 1.5, 2))
    [row] = rows(run(result("ada-1", *checks, hand_in=late)))
    assert row == {
        "name": "Ada Lovelace",
        "id:canvas_id": "101",
        "id:section": "A",
        "submission": "ada-1",
        "submitted": "2026-12-05T12:00:00+01:00",
        "due": "2026-12-04T12:00:00+01:00",
        "attempt": "2",
        "late_hours": "24",
        "penalty_percent": "10",
        "late_reason": "10 % off: 1 day late, counting each one begun.",
        "points:win": "4",
        "points:mpi": "1.5",
        "points": "5.5",
        "score": "4.95",
        "possible": "6",
        "undecided": "0",
        "state": "graded",
        "why": "",
    }


def test_everybody_is_there_and_only_the_graded_have_a_score():
    table = run(
        result("ada"),
        result("alan", check("mpi.ties", "inconclusive", 0, 2)),
        result("grace", check("mpi.ties", "error", 0, 2)),
        not_graded=(
            NotGraded(submission="kurt", name="Kurt", why="It holds no answers."),
            NotGraded(submission="emmy", name="Emmy", why="Out of disk.", grader_failed=True),
        ),
        missing=("Wei Chen",),
    )
    found = [(row["name"], row["state"], row["score"], row["undecided"]) for row in rows(table)]
    assert found == [
        ("ada", "graded", "4", "0"),
        ("alan", "undecided", "", "2"),
        ("grace", "grader failed", "", "0"),
        ("Kurt", "not graded", "", ""),
        ("Emmy", "grader failed", "", ""),
        ("Wei Chen", "missing", "", ""),
    ]
    assert [row["why"] for row in rows(table)][3:5] == ["It holds no answers.", "Out of disk."]


def test_a_class_of_nobody_has_a_row_of_headings():
    assert grades_csv(run()).startswith("name,submission,")


@pytest.mark.parametrize("text", ["Jean-Luc Picard", "a@x.edu", "O'Neill", "C++", "2026-12-04"])
def test_what_is_no_formula_stays_as_it_is(text: str):
    assert harmless(text) == text


NASTY = st.text(st.sampled_from("a1 ;,=+-@\t\r\n\"'|\uff1d"), max_size=12)


@given(NASTY, NASTY)
@example('=cmd|"/c calc"!A1', 'x";=1+1')
def test_no_spreadsheet_finds_a_formula_whatever_it_takes_for_the_delimiter(one: str, two: str):
    table = run(
        result(
            "s", hand_in=HandIn(name=one, identifiers={"login": two, two: one}, late_reason=two)
        ),
        not_graded=(NotGraded(submission=two, name=one, why=two),),
        missing=(one, two),
    )
    text = grades_csv(table)
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            assert not any(map(FORMULA.match, row))


@given(st.text(max_size=20), st.text(max_size=20))
def test_the_table_is_read_back_cell_by_cell(name: str, login: str):
    table = run(result("s", hand_in=HandIn(name=name, identifiers={"login": login})))
    [row] = rows(table)
    assert row["id:login"] == harmless(login)
    assert row["name"] == harmless(name or "s")
    assert None not in row
