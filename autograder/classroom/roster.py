"""Who is in the class, and whose the attempts are."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.classroom.attempt import Attempt
from autograder.classroom.people import Person, identifier_keys, pair
from autograder.classroom.people_columns import people_columns
from autograder.classroom.table import Table, read_table
from autograder.errors import UsageError
from autograder.visible_text import visible


@dataclass(frozen=True)
class Roster:
    """The students of a class, in the order of their table."""

    students: tuple[Person, ...]


@dataclass(frozen=True)
class Found:
    """An attempt, and the student whose it is."""

    attempt: Attempt
    student: Person


@dataclass(frozen=True)
class Unclear:
    """An attempt that may be any of these students'."""

    attempt: Attempt
    candidates: tuple[Person, ...]


@dataclass(frozen=True)
class Matched:
    """Attempts and students, brought together.

    Each attempt is in exactly one of `found`, `unknown` and `unclear`; each student has an attempt
    found, or is a candidate for an unclear one, or is in `missing`.
    """

    found: tuple[Found, ...]
    unknown: tuple[Attempt, ...]
    unclear: tuple[Unclear, ...]
    missing: tuple[Person, ...]

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody: the students, and whoever handed in and cannot be told to be one of them."""
        handed_in = {attempt.student: attempt for attempt in self.unknown}
        handed_in |= {unclear.attempt.student: unclear.attempt for unclear in self.unclear}
        everybody = [found.student for found in self.found]
        everybody += [candidate for unclear in self.unclear for candidate in unclear.candidates]
        everybody += [*self.missing, *map(person_of, handed_in.values())]
        return tuple(one for place, one in enumerate(everybody) if one not in everybody[:place])


def person_of(attempt: Attempt) -> Person:
    """Return what an attempt says of who made it."""
    return Person(attempt.name, attempt.identifiers)


def match(attempts: Sequence[Attempt], roster: Roster) -> Matched:
    """Find the student of each attempt: by identifiers, then by name, and never by a guess."""
    # All attempts of one student are found together.
    by_student = {attempt.student: attempt for attempt in attempts}
    pairing = pair([person_of(attempt) for attempt in by_student.values()], roster.students)
    places = {student: place for place, student in enumerate(by_student)}
    found, unknown, unclear = [], [], []
    for attempt in attempts:
        place = places[attempt.student]
        if place in pairing.found:
            found.append(Found(attempt, roster.students[pairing.found[place]]))
        elif place in pairing.ambiguous:
            candidates = tuple(roster.students[one] for one in pairing.ambiguous[place])
            unclear.append(Unclear(attempt, candidates))
        else:
            unknown.append(attempt)
    seen = set(pairing.found.values()).union(*pairing.ambiguous.values())
    missing = tuple(one for place, one in enumerate(roster.students) if place not in seen)
    return Matched(tuple(found), tuple(unknown), tuple(unclear), missing)


def read_roster(path: Path) -> Roster:
    """Read the table of a class; rows of staff and of Canvas' test student are left out.

    Raises:
        UsageError: it is not a table of people, or two different rows have one identifier.
    """
    table = read_table(path)
    columns = people_columns(table)
    students: dict[int, Person] = {}
    for row in table.rows:
        person = columns.person(row)
        if columns.is_student(row) and person not in students.values():
            students[row.line] = person
    _refuse_twins(table, students)
    return Roster(tuple(students.values()))


def _refuse_twins(table: Table, students: dict[int, Person]) -> None:
    lines: dict[tuple[str, str], int] = {}
    for line, student in students.items():
        for key in sorted(identifier_keys(student)):
            first = lines.setdefault(key, line)
            if first != line:
                raise UsageError(
                    f"{table.name}: lines {first} and {line} have the same {key[0]} "
                    f"({visible(key[1])}): correct one, or remove it"
                )
