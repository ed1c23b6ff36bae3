"""What a TA opens in a spreadsheet: a row for each student of a class.

A spreadsheet runs a cell that begins with = + - or @ as a formula (OWASP, "CSV Injection"), and
students choose their names. Such a cell gets an apostrophe in front, which a spreadsheet shows as
text. So does what would become the beginning of a cell if the file were taken apart at another
delimiter, as Excel does where the list separator is a semicolon. A platform's own table is not
treated so: see `autograder.views.filled_table`.
"""

import csv
import io
import re
from collections.abc import Iterator

from autograder.classroom.class_run import ClassRun
from autograder.grading.result import Result, parts_of
from autograder.views.filled_table import name_of, score_text
from autograder.visible_text import visible

FORMULA = re.compile(r"(?:^|(?<=[;,]))([\s\"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")
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


def harmless(text: str) -> str:
    """Return text that no spreadsheet runs as a formula.

    >>> harmless("=1+1"), harmless("Ada;@SUM(A1)"), harmless("Jean-Luc")
    ("'=1+1", "Ada;'@SUM(A1)", 'Jean-Luc')
    """
    return FORMULA.sub(r"\1'", visible(text))


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
