"""An instructor's Moodle grading worksheet, filled in for upload.

The rules are those of the Moodle documentation, "Assignment activity", section "Offline grading
worksheet", and of what Moodle does (github.com/moodle/moodle, `mod/assign/feedback/offline`,
`importgradeslib.php` and `locallib.php`, and `mod/assign/feedback/comments/locallib.php`):

- rows are found by Identifier ("Participant 123"); Grade and Last modified (grade) must be there,
  and headings are in the language of the site. English is read here;
- a row whose grade Moodle has changed after Last modified (grade) is skipped, so that column stays;
- a grade above the maximum is skipped; so is an empty one, and where Grade can be changed is No;
- Feedback comments replace what Moodle has, and are HTML.
"""

from collections.abc import Sequence
from html import escape

from autograder.classroom.table import Table, columns_of, parse_table
from autograder.errors import UsageError
from autograder.grading.result import Result, parts_of
from autograder.views.filled_table import (
    Filled,
    Left,
    name_of,
    person_rows,
    place_results,
    refuse_other_points,
    score_text,
)
from autograder.visible_text import visible

WORKSHEET = "the grading worksheet"
# By which feedback of an earlier run is known, and can be replaced; a teacher's own is kept.
FEEDBACK_START = "<p>Autograded: "


def fill_worksheet(exported: str, results: Sequence[Result], *, feedback: bool = True) -> Filled:
    """Put the scores of `results` into a grading worksheet, and a line of feedback to each.

    Args:
        exported: the whole file, decoded from UTF-8 with its line breaks as they are.
        feedback: fill in the column of comments, if there is one and a teacher has not.

    Raises:
        UsageError: this is no worksheet, or it is graded with a scale, or out of other points.
    """
    table = parse_table(exported, WORKSHEET)
    grade = columns_of(table, ["Identifier", "Grade", "Last modified (grade)"])["Grade"]
    if _optional(table, "Scale") is not None:
        raise UsageError(f"{WORKSHEET} is graded with a scale: grade with points in Moodle")
    maximum = _optional(table, "Maximum grade")
    locked = _optional(table, "Grade can be changed")
    comments = _optional(table, "Feedback comments") if feedback else None
    people = person_rows(table, max(grade, maximum or 0, locked or 0, comments or 0))
    placed = place_results(results, people)
    values, left, filled = {}, list(placed.left), []
    for place, result in placed.by_row.items():
        row = table.rows[place]
        if locked is not None and row[locked].casefold() == "no":
            left.append(Left(name_of(result), "Moodle does not let the grade be changed"))
            continue
        if maximum is not None:
            refuse_other_points([result], row[maximum], "the assignment in Moodle")
        values[place, grade] = score_text(result.score)
        if comments is not None and (not row[comments] or row[comments].startswith(FEEDBACK_START)):
            values[place, comments] = feedback_html(result)
        filled.append(name_of(result))
    text = table.with_values(values).text
    return Filled(text, tuple(filled), tuple(left), placed.without_result)


def feedback_html(result: Result) -> str:
    """Return a line of HTML on the points of each part, and on lateness."""
    parts = []
    for part in parts_of(result.checks):
        checks = [check for check in result.checks if check.part == part]
        points = score_text(sum(check.points for check in checks))
        possible = score_text(sum(check.possible for check in checks))
        on_top = any(check.extra for check in checks)
        parts.append(
            f"{escape(part)} +{points}" if on_top else f"{escape(part)} {points}/{possible}"
        )
    reason = result.hand_in.late_reason if result.hand_in else ""
    late = f"<p>{escape(visible(reason))}</p>" if reason else ""
    total = f"{score_text(result.score)} of {score_text(result.possible)} points"
    return f"{FEEDBACK_START}{total} ({', '.join(parts)}).</p>{late}"


def _optional(table: Table, heading: str) -> int | None:
    headings = [one.casefold() for one in table.headings]
    return headings.index(heading.casefold()) if heading.casefold() in headings else None
