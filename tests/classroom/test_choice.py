"""One attempt of each student is graded, and the others are told apart."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from autograder.classroom.attempt import Attempt, Export
from autograder.classroom.choice import Choice, newest_attempts

EARLY = datetime(2026, 2, 28, 23, 30, tzinfo=UTC)
LATER = datetime(2026, 3, 1, 0, 15, tzinfo=timezone(timedelta(hours=-1)))  # 01:15 UTC


def attempt(student: str, number: int, submitted: datetime | None = None) -> Attempt:
    """Return an attempt without files."""
    return Attempt(student, "", {}, number=number, submitted=submitted)


@pytest.mark.parametrize(
    ("choice", "numbers"),
    [("newest", [3, 1]), ("first", [1, 1]), (2, [2]), (3, [3]), (7, [])],
)
def test_the_attempt_that_was_asked_for_is_chosen(choice: Choice, numbers: list[int]):
    attempts = (*(attempt("ada", n) for n in (1, 2, 3)), attempt("alan", 1))
    chosen, superseded = newest_attempts(Export("Canvas", attempts), choice)
    assert [one.number for one in chosen] == numbers
    assert sorted(map(id, chosen + superseded)) == sorted(map(id, attempts))


def test_the_time_counts_before_the_number():
    export = Export("Canvas", (attempt("ada", 1, LATER), attempt("ada", 2, EARLY)))
    chosen, superseded = newest_attempts(export)
    assert [one.number for one in chosen] == [1]
    assert [one.number for one in superseded] == [2]


def test_the_number_counts_where_a_time_is_missing():
    export = Export("Canvas", (attempt("ada", 1, LATER), attempt("ada", 2)))
    assert [one.number for one in newest_attempts(export)[0]] == [2]
