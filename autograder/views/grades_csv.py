"""What a TA opens in a spreadsheet: a row for each student of a class.

Students choose their names, so every text is made harmless. A platform's own table is not treated
so: see `autograder.views.filled_table`.
"""

import csv
import io
from collections.abc import Iterator

from autograder.classroom.class_run import ClassRun
from autograder.grading.result import Result, parts_of
from autograder.views.filled_table import name_of, score_text
from autograder.views.spreadsheet_text import harmless

FACTS = (
    "submission",
    "submitted",
    "due",
    "attempt",
    "late_hours",
    "penalty_percent",
    "late_reason",
)
ENDINGS = ("points", "score", "possible", "undecided", "state", "why")


def grades_csv(run: ClassRun) -> str:
    """Return the table of a class: those graded, those who could not be, and those missing.

    The column `state` says which: "graded", "undecided" (some checks were), "grader failed", "not
    graded" or "missing". Only a row that is graded has a score. Write it as UTF-8 with a byte order
    mark (Python's "utf-8-sig"), without which Excel takes it for an older encoding.
    """
    parts = parts_of(check for result in run.results for check in result.checks)
    kinds = sorted({kind for result in run.results for kind in _identifiers(result)})
    columns = ["name", *(f"id:{kind}" for kind in kinds), *FACTS]
    columns += [*(f"points:{part}" for part in parts), *ENDINGS]
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, columns, restval="", lineterminator="\r\n")
    writer.writerow({column: harmless(column) for column in columns})
    for row in _rows(run):
        writer.writerow(row)
    return file.getvalue()


def _rows(run: ClassRun) -> Iterator[dict[str, str]]:
    for result in run.results:
        yield _row(result)
    for one in run.not_graded:
        yield {
            "name": harmless(one.name),
            "submission": harmless(one.submission),
            "state": "grader failed" if one.grader_failed else "not graded",
            "why": harmless(one.why),
        }
    for name in run.missing:
        yield {"name": harmless(name), "state": "missing"}


def _row(result: Result) -> dict[str, str]:
    row = {"name": harmless(name_of(result)), "submission": harmless(result.submission)}
    for kind, value in _identifiers(result).items():
        row[f"id:{kind}"] = harmless(value)
    if late := result.hand_in:
        row |= {
            "submitted": late.submitted,
            "due": late.due,
            "attempt": str(late.attempt),
            "late_hours": score_text(late.late_seconds / 3600),
            "penalty_percent": score_text(100 * late.penalty),
            "late_reason": harmless(late.late_reason),
        }
    for part in parts_of(result.checks):
        points = sum(check.points for check in result.checks if check.part == part)
        row[f"points:{part}"] = score_text(points)
    state = _state(result)
    return row | {
        "points": score_text(result.points),
        "score": score_text(result.score) if state == "graded" else "",
        "possible": score_text(result.possible),
        "undecided": score_text(result.undecided),
        "state": state,
    }


def _identifiers(result: Result) -> dict[str, str]:
    return result.hand_in.identifiers if result.hand_in else {}


def _state(result: Result) -> str:
    if result.with_outcome("error"):
        return "grader failed"
    return "undecided" if result.undecided else "graded"
