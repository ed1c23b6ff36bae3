"""When somebody handed in, when it was due for them, and what that costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from autograder.classroom.attempt import Attempt
from autograder.classroom.people import Person, pair
from autograder.classroom.people_columns import people_columns
from autograder.classroom.roster import person_of
from autograder.classroom.table import Row, Table, read_table
from autograder.errors import UsageError
from autograder.grading.late_rules import DAY, HOUR, LateRules, elapsed
from autograder.grading.result import HandIn
from autograder.visible_text import visible

# How long: one column of these, and what it looks like.
EXAMPLES = {"due": "2026-12-06 23:59", "hours": "48", "days": "2"}


@dataclass(frozen=True)
class Extension:
    """More time for one person.

    Attributes:
        due: when it is due for them.
        reason: as the table gives it; "" if it does not.
    """

    due: datetime
    reason: str = ""


@dataclass(frozen=True)
class Extensions:
    """More time for some of a class.

    Attributes:
        granted: each extension with the person that it is for, as the class list has them.
        not_applied: a sentence for each row that is for nobody in the class.
    """

    granted: tuple[tuple[Person, Extension], ...] = ()
    not_applied: tuple[str, ...] = ()

    def of(self, person: Person) -> Extension | None:
        """Return somebody's extension."""
        return next((extension for one, extension in self.granted if one == person), None)


def read_extensions(path: Path, rules: LateRules | None, people: Sequence[Person]) -> Extensions:
    """Read a table of extensions: who (as in a roster), `due` or `hours` or `days` more, `reason`.

    A due time is ISO 8601, such as 2026-12-06 23:59, in the time zone of the rubric unless it has
    an offset. Days are days of the calendar.

    Args:
        people: of the class (`Matched.people`); an extension is for one of them.

    Raises:
        UsageError: a row cannot be understood, or may be for several people; names its line.
    """
    table = read_table(path)
    if rules is None:
        raise UsageError(
            f"{table.name} extends nothing: the rubric has no [late] table with a due time"
        )
    columns = people_columns(table)
    rows = [row for row in table.rows if not row.is_blank]
    headings = [heading.casefold() for heading in table.headings]
    if not set(headings) & set(EXAMPLES):
        raise UsageError(f"{table.name} does not say how long: give it a column due, hours or days")
    asked = [columns.person(row) for row in rows]
    pairing = pair(asked, people)
    granted, not_applied = [], []
    for place, row in enumerate(rows):
        cells = {heading: row[column] for column, heading in enumerate(headings)}
        extension = Extension(_new_due(table, row, cells, rules), visible(cells.get("reason", "")))
        if place in pairing.found:
            granted.append((people[pairing.found[place]], extension))
        elif place in pairing.ambiguous:
            raise UsageError(
                f"{_where(table, row)}: it is not clear who {asked[place].shown} is, or they have "
                "several rows: give an email, a login or a sid, and one row to each"
            )
        else:
            not_applied.append(f"{_where(table, row)}: nobody is called {asked[place].shown}")
    return Extensions(tuple(granted), tuple(not_applied))


def hand_in(
    attempt: Attempt, student: Person | None, rules: LateRules | None, extensions: Extensions
) -> HandIn:
    """Say who handed in, when, and what that costs.

    What counts is when the attempt was handed in, never when it is graded.

    Args:
        student: of the roster; None if it does not hold them, or there is none.
        rules: the rubric's; None if it says nothing of a due date.
    """
    who = student or person_of(attempt)
    known = HandIn(
        name=visible(who.name or attempt.name or attempt.student),
        identifiers={**who.identifiers, **attempt.identifiers},
        submitted=_iso(attempt.submitted),
        attempt=attempt.number,
    )
    if rules is None:
        return known
    extension = extensions.of(who)
    due = extension.due if extension else rules.deadline
    known = msgspec.structs.replace(known, due=_iso(due))
    if attempt.submitted is None:
        marked = " The platform calls it late." if attempt.late else ""
        return msgspec.structs.replace(
            known,
            late_reason=f"Nothing is taken off: it is not known when it was handed in.{marked}",
        )
    late = max(timedelta(), elapsed(due, attempt.submitted))
    penalty = rules.penalty(attempt.submitted, due)
    reasons = [penalty.reason, _disagreement(attempt, late, extension)]
    return msgspec.structs.replace(
        known,
        late_seconds=late.total_seconds(),
        penalty=penalty.percent / 100,
        late_reason=" ".join(filter(None, reasons)),
    )


def _disagreement(attempt: Attempt, late: timedelta, extension: Extension | None) -> str:
    by = "the extension" if extension else "the rubric"
    if attempt.late and not late:
        return f"The platform calls it late; by the due time of {by} it is not."
    if attempt.late is False and late:
        return f"The platform does not call it late; by the due time of {by} it is."
    return ""


def _new_due(table: Table, row: Row, cells: dict[str, str], rules: LateRules) -> datetime:
    given = {heading: cells[heading] for heading in EXAMPLES if cells.get(heading)}
    if len(given) != 1:
        raise UsageError(f"{_where(table, row)}: fill in one of due, hours and days")
    [(heading, value)] = given.items()
    try:
        return _later(heading, value, rules)
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"{_where(table, row)}: {heading} is {visible(value)!r} ({visible(str(error))}): write "
            f"it like {EXAMPLES[heading]}"
        ) from error


def _later(heading: str, value: str, rules: LateRules) -> datetime:
    if heading == "hours":
        later = rules.deadline.astimezone(UTC) + _positive(value) * HOUR
        return later.astimezone(rules.deadline.tzinfo)
    if heading == "days":
        return rules.deadline + _positive(value) * DAY  # at the same time of day
    due = rules.instant(datetime.fromisoformat(value), heading)
    if elapsed(rules.deadline, due) <= timedelta():
        raise ValueError("it must be after the due time of the rubric")
    return due


def _positive(value: str) -> float:
    number = float(value.replace(",", "."))
    if not number > 0:
        raise ValueError("it must be above 0")
    return number


def _where(table: Table, row: Row) -> str:
    return f"{table.name}, line {row.line}"


def _iso(when: datetime | None) -> str:
    return when.isoformat(timespec="seconds") if when else ""
