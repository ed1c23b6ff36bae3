"""Lateness costs what the rubric says, by the time of handing in, to the second and in any zone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.attempt import Attempt
from autograder.classroom.lateness import Extensions, hand_in, read_extensions
from autograder.classroom.people import Person
from autograder.errors import InstructorError, UsageError
from autograder.grading.late_rules import LateRules
from autograder.grading.rubric import DEFAULT_RUBRIC, read_rubric

TEXT = DEFAULT_RUBRIC.read_text()
BERLIN = 'time_zone = "Europe/Berlin"\n'


def rules(table: str, folder: Path) -> LateRules:
    path = folder / "rubric.toml"
    path.write_text(f"{TEXT}\n[late]\n{table}")
    late = read_rubric(path).late
    assert late is not None
    return late


def attempt(submitted: str | None, *, late: bool | None = None, name: str = "Ada") -> Attempt:
    when = datetime.fromisoformat(submitted) if submitted else None
    return Attempt(student=name, name=name, files={}, submitted=when, late=late)


def percent(late: LateRules, submitted: str) -> float:
    return 100 * hand_in(attempt(submitted), None, late, Extensions()).penalty


DUE = "due = 2026-12-04T12:00:00+01:00\n"
DAYS = f"{DUE}percent_per_day = 10\nmost_percent = 25\n"
HOURS = f"{DUE}percent_per_hour = 2\n"
STEPS = f"{DUE}steps = [{{after_hours = 0, percent = 5}}, {{after_hours = 24, percent = 50}}]\n"
NONE = f"{DUE}none_after_hours = 1\n"
# Clocks in Berlin: forward at 2 o'clock on 28 March 2027, back at 3 o'clock on 25 October 2026.
SPRING = f"due = 2027-03-27T12:00:00\n{BERLIN}percent_per_day = 10\n"
AUTUMN = f"due = 2026-10-24T12:00:00\n{BERLIN}percent_per_day = 10\n"
TWICE = f"due = 2026-10-24T02:30:00\n{BERLIN}percent_per_day = 10\n"
NEVER = f"due = 2027-03-27T02:30:00\n{BERLIN}percent_per_day = 10\n"
IN_THE_NIGHT = f"due = 2026-10-25T01:30:00\n{BERLIN}percent_per_hour = 2\n"


@pytest.mark.parametrize(
    ("table", "submitted", "costs"),
    [
        (DAYS, "2026-12-04T11:59:59+01:00", 0),
        (DAYS, "2026-12-04T12:00:00+01:00", 0),
        (DAYS, "2026-12-04T12:00:01+01:00", 10),
        (DAYS, "2026-12-04T11:00:00+00:00", 0),
        (DAYS, "2026-12-04T06:00:01-05:00", 10),
        (DAYS, "2026-12-05T12:00:00+01:00", 10),
        (DAYS, "2026-12-05T12:00:01+01:00", 20),
        (DAYS, "2026-12-06T12:00:01+01:00", 25),
        (DAYS, "2027-12-06T12:00:01+01:00", 25),
        (HOURS, "2026-12-04T13:00:00+01:00", 2),
        (HOURS, "2026-12-04T13:00:01+01:00", 4),
        (HOURS, "2027-12-04T13:00:01+01:00", 100),
        (STEPS, "2026-12-04T12:00:00+01:00", 0),
        (STEPS, "2026-12-04T12:00:01+01:00", 5),
        (STEPS, "2026-12-05T12:00:00+01:00", 5),
        (STEPS, "2026-12-05T12:00:01+01:00", 50),
        (NONE, "2026-12-04T13:00:00+01:00", 0),
        (NONE, "2026-12-04T13:00:01+01:00", 100),
        (DAYS + "none_after_hours = 24", "2026-12-05T12:00:01+01:00", 100),
        (DAYS + "grace_minutes = 10", "2026-12-04T12:10:00+01:00", 0),
        (DAYS + "grace_minutes = 10", "2026-12-04T12:10:01+01:00", 10),
        (DAYS + "grace_minutes = 10", "2026-12-05T12:00:01+01:00", 20),
        (DUE, "2027-12-04T12:00:00+01:00", 0),
        (SPRING, "2027-03-27T11:00:00+00:00", 0),
        (SPRING, "2027-03-28T10:00:00+00:00", 10),  # noon, 23 hours later
        (SPRING, "2027-03-28T10:00:01+00:00", 20),
        (AUTUMN, "2026-10-25T11:00:00+00:00", 10),  # noon, 25 hours later
        (AUTUMN, "2026-10-25T11:00:01+00:00", 20),
        (TWICE, "2026-10-25T02:30:00+02:00", 10),
        (TWICE, "2026-10-25T02:30:01+02:00", 20),
        (TWICE, "2026-10-25T02:10:00+01:00", 20),  # the clock shows an earlier time again
        (TWICE, "2026-10-26T02:30:00+01:00", 20),
        (TWICE, "2026-10-26T02:30:01+01:00", 30),
        (NEVER, "2027-03-28T01:59:59+01:00", 10),
        (NEVER, "2027-03-28T03:30:00+02:00", 10),  # half past two, had clocks not changed
        (NEVER, "2027-03-28T03:30:01+02:00", 20),
        (NEVER, "2027-03-29T02:30:00+02:00", 20),
        (NEVER, "2027-03-29T02:30:01+02:00", 30),
        (IN_THE_NIGHT, "2026-10-25T02:30:00+02:00", 2),
        (IN_THE_NIGHT, "2026-10-25T02:30:00+01:00", 4),  # the clock shows the same a second time
    ],
)
def test_lateness_costs(tmp_path: Path, table: str, submitted: str, costs: float):
    assert percent(rules(table, tmp_path), submitted) == pytest.approx(costs)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"])
def test_a_submission_written_in_another_zone_is_as_late(tmp_path: Path, zone: str):
    late = rules(AUTUMN, tmp_path)
    for seconds in (-1, 0, 1, 90_000, 90_001):
        when = (late.deadline.astimezone(UTC) + timedelta(seconds=seconds)).astimezone(
            ZoneInfo(zone)
        )
        assert late.penalty(when, late.deadline) == late.penalty(
            when.astimezone(UTC), late.deadline
        )


@given(
    st.sampled_from([DAYS, HOURS, STEPS, NONE, SPRING, AUTUMN, TWICE, NEVER]),
    st.integers(-100, 200_000),
    st.integers(0, 10_000),
)
def test_handing_in_later_never_costs_less(tmp_path_factory, table: str, first: int, more: int):
    late = rules(table, tmp_path_factory.mktemp("rubric"))
    start = late.deadline.astimezone(UTC)
    one, two = start + timedelta(seconds=first), start + timedelta(seconds=first + more)
    early, later = (late.penalty(when, late.deadline).percent for when in (one, two))
    assert 0 <= early <= later <= 100
    assert first > 0 or early == 0


@pytest.mark.parametrize(
    ("table", "line", "says"),
    [
        ("due = 2026-12-04\n", "due", "Expected `datetime`"),
        ("due = 2026-12-04T12:00:00\n", "due", "has no offset"),
        (f"due = 2027-03-28T02:30:00\n{BERLIN}", "due", "comes never"),
        (f"due = 2026-10-25T02:30:00\n{BERLIN}", "due", "comes twice"),
        (f'{DUE}time_zone = "Mars/Olympus"\n', "time_zone", "there is no zone 'Mars/Olympus'"),
        (f'{DUE}time_zone = "../Berlin"\n', "time_zone", "there is no zone"),
        (f"{DUE}percent_per_day = 101\n", "percent_per_day", "<= 100"),
        (f"{DUE}percent_per_day = 1\nsteps = [{{after_hours = 0, percent = 1}}]\n", "steps", "one"),
        (f"{DUE}steps = [{{after_hours = 0, percents = 1}}]\n", "steps", "percents"),
        (
            f"{DUE}steps = [{{after_hours = 1, percent = 1}}, {{after_hours = 1, percent = 2}}]\n",
            "steps",
            "go up",
        ),
        (f"{DUE}grace_minute = 1\n", "grace_minute", "unknown field"),
        ("", "[late]", "due"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, table: str, line: str, says: str):
    with pytest.raises(InstructorError) as caught:
        rules(table, tmp_path)
    lines = (tmp_path / "rubric.toml").read_text().splitlines()
    number = max(n for n, text in enumerate(lines, 1) if text.startswith(line))
    assert f"rubric.toml, line {number}: late" in str(caught.value)
    assert says in str(caught.value)


def test_the_rubric_of_the_kit_says_nothing_of_lateness():
    late = read_rubric().late
    assert late is None
    known = hand_in(attempt("2026-12-04T12:00:00+01:00", late=True), None, late, Extensions())
    assert (known.due, known.penalty, known.late_reason) == ("", 0, "")


@pytest.mark.parametrize("way", ["percent_per_day", "percent_per_hour", "steps"])
def test_the_example_in_the_rubrics_comments_is_right(tmp_path: Path, way: str):
    start = TEXT.index("# [late]")
    lines = TEXT[start : TEXT.index("\n\n", start)].splitlines()
    table = "\n".join(line.removeprefix("# ") for line in lines)
    table = table.replace("percent_per_day", "# percent_per_day").replace(f"# {way}", way)
    late = rules(table.removeprefix("[late]\n"), tmp_path)
    assert getattr(late, way)
    assert (late.none_after_hours, late.most_percent, late.grace_minutes) == (72, 50, 10)


def test_an_unknown_time_costs_nothing_and_is_said(tmp_path: Path):
    known = hand_in(attempt(None, late=True), None, rules(DAYS, tmp_path), Extensions())
    assert known.penalty == 0
    assert "not known when" in known.late_reason
    assert "platform calls it late" in known.late_reason


@pytest.mark.parametrize(
    ("submitted", "mark", "says"),
    [
        (
            "2026-12-04T11:00:00+01:00",
            True,
            "calls it late; by the due time of the rubric it is not",
        ),
        ("2026-12-04T13:00:00+01:00", False, "does not call it late; by the due time"),
        ("2026-12-04T13:00:00+01:00", True, ""),
        ("2026-12-04T13:00:00+01:00", None, ""),
        ("2026-12-04T11:00:00+01:00", False, ""),
    ],
)
def test_a_platform_that_disagrees_is_said(
    tmp_path: Path, submitted: str, mark: bool | None, says: str
):
    late = rules(DUE, tmp_path)
    known = hand_in(attempt(submitted, late=mark), None, late, Extensions())
    assert says in known.late_reason
    assert bool(known.late_reason) == bool(says)


def test_what_is_known_of_somebody_goes_into_the_result(tmp_path: Path):
    one = Attempt(
        student="7",
        name="lovelaceada",
        files={},
        identifiers={"canvas_id": "7"},
        submitted=datetime.fromisoformat("2026-12-04T12:00:01+01:00"),
        number=3,
    )
    ada = Person("Lovelace, Ada\x1b", {"section": "A"})
    known = hand_in(one, ada, rules(DAYS, tmp_path), Extensions())
    assert known.name == "Lovelace, Ada\\x1b"
    assert known.identifiers == {"section": "A", "canvas_id": "7"}
    assert (known.submitted, known.due) == (
        "2026-12-04T12:00:01+01:00",
        "2026-12-04T12:00:00+01:00",
    )
    assert (known.attempt, known.late_seconds, known.penalty) == (3, 1, 0.1)
    assert known.late_reason == "10 % off: 1 day late, counting each one begun."


def extensions(text: str, folder: Path, table: str = AUTUMN, *people: Person) -> Extensions:
    path = folder / "extensions.csv"
    path.write_text(text)
    everybody = people or (Person("Lovelace, Ada", {"sid": "1"}), Person("Turing, Alan"))
    return read_extensions(path, rules(table, folder), everybody)


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("name,due,reason\nAda Lovelace,2026-10-26 18:00,ill\n", "2026-10-26T18:00:00+01:00"),
        ("sid;due\n1;2026-10-26T18:00:00+00:00\n", "2026-10-26T19:00:00+01:00"),
        ("sid,hours\n1,24\n", "2026-10-25T11:00:00+01:00"),
        ("sid,days\n1,1\n", "2026-10-25T12:00:00+01:00"),
        ("sid,days,hours\n1,,1\n", "2026-10-24T13:00:00+02:00"),
        ("identifier,hours\n1,1\n", "2026-10-24T13:00:00+02:00"),
    ],
    ids=["due", "due with an offset", "hours", "days", "hours of two", "identifier"],
)
def test_an_extension_moves_the_due_time_of_one(tmp_path: Path, text: str, due: str):
    granted = extensions(text, tmp_path)
    late = rules(AUTUMN, tmp_path)
    ada, alan = Person("Lovelace, Ada", {"sid": "1"}), Person("Turing, Alan")
    second = (datetime.fromisoformat(due) + timedelta(seconds=1)).isoformat()
    assert hand_in(attempt(due), ada, late, granted).penalty == 0
    assert hand_in(attempt(second), ada, late, granted).penalty == 0.1
    assert hand_in(attempt(due), ada, late, granted).due == due
    assert hand_in(attempt(due), alan, late, granted).penalty > 0


def test_an_extension_for_nobody_is_reported(tmp_path: Path):
    granted = extensions("name,days\nGrace Hopper,1\n\n", tmp_path)
    [said] = granted.not_applied
    assert "extensions.csv, line 2: nobody is called Grace Hopper" in said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sid,days\n1,soon\n", "line 2: days is 'soon'"),
        ("sid,days\n1,-1\n", "above 0"),
        ("sid,days\n1,nan\n", "above 0"),
        ("sid,days\n1,1e300\n", "line 2"),
        ("sid,due\n1,2026-10-25 02:30\n", "comes twice"),
        ("sid,due\n1,2026-10-24 12:00\n", "must be after the due time"),
        ("sid,due\n1,tomorrow\n", "like 2026-12-06 23:59"),
        ("sid,days,hours\n1,1,1\n", "fill in one"),
        ("sid,reason\n1,ill\n", "does not say how long"),
        ("days\n1\n", "no column of names"),
        ("sid,days\n1,1\n1,2\n", "several rows"),
    ],
)
def test_an_extension_that_is_not_clear_is_refused(tmp_path: Path, text: str, says: str):
    with pytest.raises(UsageError, match=says):
        extensions(text, tmp_path)


def test_an_extension_for_one_of_two_namesakes_is_refused(tmp_path: Path):
    with pytest.raises(UsageError, match="line 2: it is not clear who Wei Chen is"):
        extensions(
            "name,days\nWei Chen,1\n", tmp_path, DAYS, Person("Wei Chen"), Person("Chen, Wei")
        )


def test_extensions_of_no_due_time_are_refused(tmp_path: Path):
    path = tmp_path / "extensions.csv"
    path.write_text("name,days\nAda,1\n")
    with pytest.raises(UsageError, match="no \\[late\\] table"):
        read_extensions(path, None, [])
