"""The columns of a table that say who its rows are about.

Which tables are known, and what their columns are called:

- one's own, with `name` (or `first name` and `last name`) and any of the identifiers below; other
  columns, such as a section, are kept by their own names;
- Canvas' exported gradebook ("Student", "ID", "SIS User ID", "SIS Login ID"; Canvas Instructor
  Guide, "How do I export grades in the Gradebook?");
- Moodle's grading worksheet ("Identifier", "Full name", "Email address"; Moodle documentation,
  "Assignment activity: Offline grading worksheet") and its downloaded list of participants;
- GitHub Classroom's `classroom_roster.csv` ("identifier", "github_username", "github_id", "name");
- Gradescope's roster ("First Name", "Last Name", "SID", "Email", "Role").
"""

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.classroom.people import Person
from autograder.classroom.table import Row, Table
from autograder.errors import UsageError
from autograder.visible_text import visible

# What columns hold, by what they are called; "id" and "identifier" depend on the table.
KINDS = {
    "canvas_id": "canvas_id",
    "canvas id": "canvas_id",
    "moodle_id": "moodle_id",
    "gradescope_id": "gradescope_id",
    "github": "github",
    "github_username": "github",
    "github_id": "github_id",
    "login": "login",
    "login id": "login",
    "username": "login",
    "sis login id": "login",
    "email": "email",
    "e-mail": "email",
    "email address": "email",
    "sid": "sid",
    "student id": "sid",
    "student_id": "sid",
    "id number": "sid",
    "sis user id": "sid",
}
WHOLE_NAMES = ("name", "full name", "student")
FIRST_NAMES = ("first name", "first_name", "firstname")
LAST_NAMES = ("last name", "last_name", "lastname", "surname")
STAFF = frozenset({"instructor", "ta", "reader", "teacher", "non-editing teacher", "manager"})
CANVAS_TEST_STUDENT = "Student, Test"


@dataclass(frozen=True)
class PeopleColumns:
    """Where a table says who its rows are about.

    Attributes:
        names: the columns that a name is made of.
        kinds: the kind of identifier in a column.
        role: the column that tells students from staff; None if there is none.
    """

    names: tuple[int, ...]
    kinds: dict[int, str]
    role: int | None

    def person(self, row: Row) -> Person:
        """Return who a row is about."""
        name = " ".join(filter(None, (row[column] for column in self.names)))
        identifiers: dict[str, str] = {}
        for column, kind in self.kinds.items():
            if row[column]:
                identifiers.setdefault(*_identifier(kind, row[column]))
        # What the teacher calls a student goes before what the student does.
        return Person(identifiers.pop("name", "") or name, identifiers)

    def is_student(self, row: Row) -> bool:
        """Return whether a row is about a student."""
        person = self.person(row)
        if not person.name and not person.identifiers:
            return False
        if self.role is not None and row[self.role].casefold() in STAFF:
            return False
        # Canvas' rows of points and of how grades are posted say nothing of a person.
        is_canvas = "canvas_id" in self.kinds.values()
        is_heading = person.name == "Points Possible" and not person.identifiers
        return not (is_canvas and (is_heading or person.name == CANVAS_TEST_STUDENT))


def people_columns(table: Table) -> PeopleColumns:
    """Return where `table` says who its rows are about.

    Raises:
        UsageError: no column holds a name or an identifier.
    """
    headings = [heading.casefold() for heading in table.headings]
    is_canvas = bool({"student", "lastname"} & set(headings)) and "id" in headings
    is_moodle = "identifier" in headings and "last modified (grade)" in headings
    is_classroom = "identifier" in headings and "github_username" in headings
    kinds = dict(KINDS)
    if is_canvas:
        kinds["id"] = "canvas_id"
    kinds["identifier"] = "moodle_id" if is_moodle else "identifier"
    names = _first_of(headings, WHOLE_NAMES)
    names = names or (*_first_of(headings, FIRST_NAMES), *_first_of(headings, LAST_NAMES))
    known = {place: kinds[one] for place, one in enumerate(headings) if one in kinds}
    if not names and not known:
        raise UsageError(
            f"{table.name} has no column of names or identifiers: call one of its columns name, "
            f"email, login or sid (it has {', '.join(visible(one) for one in table.headings)})"
        )
    is_own = not (is_canvas or is_moodle or is_classroom)
    role = _first_of(headings, ("role", "roles"))
    others = {
        place: table.headings[place]
        for place, heading in enumerate(headings)
        if is_own and heading and place not in (*names, *known, *role)
    }
    return PeopleColumns(names, {**known, **others}, role[0] if role else None)


def _first_of(headings: Sequence[str], wanted: Sequence[str]) -> tuple[int, ...]:
    return tuple(headings.index(one) for one in wanted if one in headings)[:1]


def _identifier(kind: str, value: str) -> tuple[str, str]:
    """Return the kind of an identifier, and it without what a platform writes around it."""
    if kind == "moodle_id":
        # "Participant 123", in the language of the site.
        return kind, value.rsplit(maxsplit=1)[-1]
    if kind == "identifier":
        # GitHub Classroom's is whatever the teacher uploaded, and so is one's own.
        if "@" in value:
            return "email", value
        if value.isdigit():
            return "sid", value
        return ("name" if " " in value else "login"), value
    return kind, value
