"""A platform's own table with scores put in, and what a person still has to do by hand.

Only the cells that are meant change; the platform gets the rest back byte for byte. For that reason
nothing is neutralised in it: what is put in is a number, or text that the platform renders.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.classroom.people import Person, pair
from autograder.classroom.people_columns import people_columns
from autograder.classroom.table import Table
from autograder.errors import UsageError
from autograder.grading.result import Result
from autograder.visible_text import visible


@dataclass(frozen=True)
class Left:
    """A result that was not put in.

    Attributes:
        name: of the student, as it is to be shown.
        why: one clause.
    """

    name: str
    why: str


@dataclass(frozen=True)
class Filled:
    """A filled table.

    Attributes:
        text: of the whole table, to be written in UTF-8 and without changing its line breaks.
        filled: the names of those whose score was put in.
        left: the results that were not.
        without_result: the names of the rows that no result is for; they are as they were.
    """

    text: str
    filled: tuple[str, ...]
    left: tuple[Left, ...]
    without_result: tuple[str, ...]


@dataclass(frozen=True)
class Placed:
    """Which result is for which row.

    Attributes:
        by_row: a result for each row that has one, ready to be put in.
        left: the results that are for no row, or not ready.
        without_result: the names of the other rows.
    """

    by_row: Mapping[int, Result]
    left: tuple[Left, ...]
    without_result: tuple[str, ...]


def place_results(results: Sequence[Result], people: Mapping[int, Person]) -> Placed:
    """Find the row of each result; nobody is guessed.

    Args:
        people: who each row is about.
    """
    rows = list(people)
    pairing = pair([student_of(result) for result in results], list(people.values()))
    by_row: dict[int, Result] = {}
    left = []
    for number, result in enumerate(results):
        name = name_of(result)
        if number in pairing.ambiguous:
            several = len(pairing.ambiguous[number]) > 1
            left.append(
                Left(
                    name,
                    "several rows may be theirs" if several else "another may own the same row",
                )
            )
        elif number not in pairing.found:
            left.append(Left(name, "no row is theirs"))
        elif why := _why_not_ready(result):
            left.append(Left(name, why))
        else:
            by_row[rows[pairing.found[number]]] = result
    meant = {rows[place] for place in pairing.found.values()}
    meant |= {rows[place] for places in pairing.ambiguous.values() for place in places}
    others = tuple(person.shown for row, person in people.items() if row not in meant)
    return Placed(by_row, tuple(left), others)


def student_of(result: Result) -> Person:
    """Return who a result is about."""
    hand_in = result.hand_in
    return Person(hand_in.name, hand_in.identifiers) if hand_in else Person(result.submission)


def name_of(result: Result) -> str:
    """Return what a student is called where it is shown."""
    return visible(result.hand_in.name if result.hand_in else "") or result.submission


def refuse_other_points(results: Sequence[Result], most: str, where: str) -> None:
    """Refuse results that are out of other points than the platform's column.

    A score of 87 out of 100 in a column of 10 points would be taken as it is.

    Args:
        most: what the platform's table gives as the most points; nothing is refused without it.
        where: the column, for the message.

    Raises:
        UsageError: they are.
    """
    try:
        expected = float(most.replace(",", "."))
    except ValueError:
        return
    for result in results:
        if expected and abs(result.possible - expected) > 0.005:
            raise UsageError(
                f"{where} is out of {expected:g} points and the result of {name_of(result)} out of "
                f"{result.possible:g}: change the points there or in the rubric"
            )


def score_text(score: float) -> str:
    """Write a score as Canvas and Moodle read it: a decimal point, at most two decimals.

    >>> score_text(87.5), score_text(12345.67), score_text(0)
    ('87.5', '12345.67', '0')
    """
    return f"{score:.2f}".rstrip("0").rstrip(".")


def person_rows(table: Table, wanted: int) -> dict[int, Person]:
    """Return who each row of a table is about, by the row's place; rows about nobody are left out.

    Raises:
        UsageError: such a row ends before the column `wanted`.
    """
    columns = people_columns(table)
    people = {}
    for place, row in enumerate(table.rows):
        if columns.is_student(row):
            if len(row.cells) <= wanted:
                raise UsageError(f"{table.name}, line {row.line} ends too soon: export it again")
            people[place] = columns.person(row)
    return people


def _why_not_ready(result: Result) -> str:
    if result.with_outcome("error"):
        return "the grader failed: grade it again"
    if result.undecided:
        return "some checks could not be decided: grade it again on a quieter machine"
    return ""
