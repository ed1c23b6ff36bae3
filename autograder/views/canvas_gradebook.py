"""One column of an instructor's exported Canvas gradebook, filled in for import.

The rules are those of the Canvas Instructor Guide, "How do I import grades in the Gradebook?" and
"How do I export grades in the Gradebook?", and of what Canvas does
(github.com/instructure/canvas-lms, `lib/gradebook_importer.rb` and `lib/gradebook_exporter.rb`):

- the first columns are Student (or LastName and FirstName), ID, perhaps SIS User ID, SIS Login ID,
  perhaps Integration ID and Root Account, and Section; none may be missing or change its place;
- a column of scores is headed "Assignment name (12345)"; without the number Canvas would look for
  the name, and make a new assignment if there is none;
- the row "    Points Possible" and the one that says "Muted" or "Manual Posting" are no students; a
  column that is "(read only)" in the former is ignored;
- an empty cell is a score of nothing: it erases one that Canvas has. So a cell that no score is for
  stays as it was exported;
- "EX" is an excused student, whom a score would call back; "N/A" one whom it is not assigned to,
  for whom a score is ignored.
"""

import re
from collections.abc import Sequence

from autograder.classroom.table import Table, columns_of, parse_table
from autograder.errors import UsageError
from autograder.grading.result import Result
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

GRADEBOOK = "the exported gradebook"
ASSIGNMENT = re.compile(r"(?P<title>.*) \((?P<number>\d+)\)", re.DOTALL)
UNTOUCHABLE = {"EX": "Canvas has them excused", "N/A": "Canvas has not assigned it to them"}


def fill_column(exported: str, column: str, results: Sequence[Result]) -> Filled:
    """Put the scores of `results` into one column of an exported gradebook.

    Args:
        exported: the whole file, decoded from UTF-8 with its line breaks as they are.
        column: its heading, the assignment's name, or the number that Canvas gives it.

    Raises:
        UsageError: this is no gradebook, or there is no such column, or several, or Canvas does not
            let it be changed, or it is out of other points than the results.
    """
    table = parse_table(exported, GRADEBOOK)
    _refuse_other_tables(table)
    place = _column_of(table, column)
    heading = visible(table.headings[place])
    points_row = next((row for row in table.rows if "Points Possible" in row[0]), None)
    if points_row:
        if "read only" in points_row[place]:
            raise UsageError(f"the column {heading!r} is read only in Canvas: choose another")
        refuse_other_points(results, points_row[place], f"the column {heading!r} of Canvas")
    people = person_rows(table, place)
    placed = place_results(results, people)
    values, left, filled = {}, list(placed.left), []
    for row, result in placed.by_row.items():
        if why := UNTOUCHABLE.get(table.rows[row][place].upper()):
            left.append(Left(name_of(result), why))
        else:
            values[row, place] = score_text(result.score)
            filled.append(name_of(result))
    text = table.with_values(values).text
    return Filled(text, tuple(filled), tuple(left), placed.without_result)


def _refuse_other_tables(table: Table) -> None:
    headings = table.headings
    if "LastName" in headings:
        columns_of(table, ["LastName", "FirstName", "ID", "SIS Login ID", "Section"])
    elif table.header.cells and headings[0] == "Student":
        columns_of(table, ["Student", "ID", "SIS Login ID", "Section"])
    else:
        raise UsageError(
            f"{GRADEBOOK} does not begin with Canvas' column Student: use Grades, Export there, "
            "and do not move columns"
        )


def _column_of(table: Table, column: str) -> int:
    assignments = {
        place: found
        for place, heading in enumerate(table.headings)
        if (found := ASSIGNMENT.fullmatch(heading))
    }
    wanted = column.strip()
    for part in (0, "number", "title"):
        places = [place for place, found in assignments.items() if found[part] == wanted]
        if len(places) == 1:
            return places[0]
        if places:
            break
    known = "; ".join(visible(found[0]) for found in assignments.values()) or "none"
    raise UsageError(
        f"{'several columns are' if places else 'no column is'} called {visible(wanted)!r} in "
        f"{GRADEBOOK}: choose one by its number (assignments: {known})"
    )
