"""Write the results of a class into nbgrader's gradebook, beside the grades of its notebooks.

Source: nbgrader 0.9's `nbgrader.api`, and what its commands do with the gradebook:

- The code is an assignment of its own, with one notebook that has a cell for each part. Within the
  notebooks' assignment it would not last: `nbgrader autograde` gives 0 to every notebook that the
  student's folder does not hold, and `nbgrader generate_assignment` removes, or refuses to work
  beside, a notebook that is not among the sources.
- A grade is the manual score if there is one, else the automatic one. Only the latter is written.
  When it changes after a person has graded, that person is asked to look again, as by `autograde`.
- `nbgrader export` writes what stands in the gradebook between commas, unquoted: names of students
  that are made here hold nothing that would end a cell or begin a formula.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nbgrader.api import (
    Grade,
    Gradebook,
    InvalidEntry,
    MissingEntry,
    SubmittedAssignment,
    SubmittedNotebook,
)
from sqlalchemy.exc import SQLAlchemyError

from autograder.classroom.nbgrader_course import open_course, write_course_files
from autograder.classroom.nbgrader_notebook import NAME
from autograder.errors import UsageError
from autograder.grading.result import HandIn, Result, parts_of
from autograder.visible_text import visible

# A name of a folder, and a cell of nbgrader's unquoted CSV.
SAFE_NAME = re.compile(r"[^\W_][\w.@ -]{0,126}(?<![. ])")
LONGEST = 128  # of nbgrader's columns
LMS_IDENTIFIERS = ("canvas_id", "moodle_id")


@dataclass(frozen=True)
class Written:
    """What was done to a gradebook.

    Attributes:
        students: the ids of those whose grades are in it now.
        made: of these, the ones it did not know.
        for_a_person: of these, the ones with a part that a person has to grade.
    """

    students: tuple[str, ...]
    made: tuple[str, ...]
    for_a_person: tuple[str, ...]


def write_gradebook(
    course: Path, results: Sequence[Result], assignment: str, *, identifier: str = "login"
) -> Written:
    """Write results into the gradebook of a course; doing it again changes nothing.

    Args:
        course: the folder with `gradebook.db` and perhaps `nbgrader_config.py`.
        results: of the class, graded by one rubric.
        assignment: in nbgrader, that stands for the code alone, such as "tictactoe-code".
        identifier: the kind of identifier that is the student's id in nbgrader. A submission that
            came without an export goes by its name.

    Raises:
        UsageError: there is no gradebook, the assignment is one with notebooks of its own, the
            results do not belong together, or a student cannot be told; nothing is written then.
    """
    if not SAFE_NAME.fullmatch(assignment):
        raise UsageError(
            f"{visible(assignment)!r} cannot be an assignment of nbgrader: take letters, digits, "
            "dots and dashes"
        )
    possible = _points_by_part(results)
    by_student = _by_student(results, identifier)
    places = open_course(course)
    try:
        with Gradebook(places.db_url, places.course_id) as gradebook:
            _lay_out(gradebook, assignment, possible)
            known = {student.id for student in gradebook.students}
            for student, result in by_student.items():
                if student not in known:
                    gradebook.add_student(student, **_about(result.hand_in))
                _write_submission(gradebook, assignment, student, result)
            open_ids = {
                submission.student.id
                for submission in gradebook.assignment_submissions(assignment)
                if submission.needs_manual_grade
            }
    except (SQLAlchemyError, InvalidEntry) as error:
        raise UsageError(
            f"the gradebook of {course} cannot be written: {error}; close what else uses it, and "
            "run: nbgrader db upgrade"
        ) from error
    write_course_files(places, assignment, by_student)
    return Written(
        students=tuple(by_student),
        made=tuple(student for student in by_student if student not in known),
        for_a_person=tuple(student for student in by_student if student in open_ids),
    )


def _points_by_part(results: Sequence[Result]) -> dict[str, float]:
    layouts = {
        tuple(
            (part, sum(check.possible for check in result.checks if check.part == part))
            for part in parts_of(check for check in result.checks if not check.extra)
        )
        for result in results
    }
    if len(layouts) != 1:
        raise UsageError(
            "the results do not hold the same checks: grade all submissions by one rubric, in full"
            if layouts
            else "there are no results to write: grade the submissions first"
        )
    on_top = parts_of(check for result in results for check in result.checks if check.extra)
    return {**dict.fromkeys(on_top, 0.0), **dict(layouts.pop())}


def _by_student(results: Sequence[Result], identifier: str) -> dict[str, Result]:
    found: dict[str, Result] = {}
    for result in results:
        identifiers = result.hand_in.identifiers if result.hand_in else {}
        student = identifiers.get(identifier, "") if result.hand_in else result.submission
        if not SAFE_NAME.fullmatch(student):
            known = ", ".join(f"{kind} {visible(value)!r}" for kind, value in identifiers.items())
            raise UsageError(
                f"{result.submission} has no {identifier} that nbgrader can use as a student's id "
                f"(known: {known or 'nothing'}): choose another identifier"
            )
        if student in found:
            raise UsageError(
                f"{found[student].submission} and {result.submission} are both of the student "
                f"{student}: keep the one that counts"
            )
        found[student] = result
    return found


def _about(hand_in: HandIn | None) -> dict[str, str]:
    """Return what nbgrader keeps of a student besides the id."""
    if hand_in is None:
        return {}
    first, _, last = _cell_text(hand_in.name).rpartition(" ")
    lms = [hand_in.identifiers[kind] for kind in LMS_IDENTIFIERS if kind in hand_in.identifiers]
    about = {
        "first_name": first,
        "last_name": _cell_text(last),
        "email": _cell_text(hand_in.identifiers.get("email", "")),
        "lms_user_id": _cell_text(lms[0]) if lms else "",
    }
    return {key: value[:LONGEST] for key, value in about.items() if value}


def _cell_text(text: str) -> str:
    """Return a text that stays one cell of an unquoted CSV, and text, in every spreadsheet."""
    return visible(re.sub(r'[\s,;"]+', " ", text)).strip().lstrip("=+-@ ")


def _lay_out(gradebook: Gradebook, assignment: str, possible: Mapping[str, float]) -> None:
    try:
        existing = gradebook.find_assignment(assignment)
    except MissingEntry:
        existing = gradebook.add_assignment(assignment)
    if others := sorted({notebook.name for notebook in existing.notebooks} - {NAME}):
        raise UsageError(
            f"the assignment {assignment} has notebooks of its own ({', '.join(others)}): give the "
            f"code one of its own, such as {assignment}-{NAME}"
        )
    notebook = gradebook.update_or_create_notebook(NAME, assignment)
    if gone := sorted({cell.name for cell in notebook.grade_cells} - possible.keys()):
        raise UsageError(
            f"the assignment {assignment} has grades for {', '.join(gone)}, which the results do "
            "not hold: grade in full, or choose another assignment"
        )
    for part, points in possible.items():
        gradebook.update_or_create_grade_cell(
            part, NAME, assignment, max_score=points, cell_type="code"
        )


def _write_submission(gradebook: Gradebook, assignment: str, student: str, result: Result) -> None:
    hand_in = result.hand_in
    when = {"timestamp": hand_in.submitted} if hand_in and hand_in.submitted else {}
    # Else SQLAlchemy warns that what nbgrader is putting together is not in the session yet.
    with gradebook.db.no_autoflush:
        submission = gradebook.update_or_create_submission(assignment, student, **when)
    notebook = _submitted_notebook(gradebook, assignment, submission)
    grades = {grade.cell_id: grade for grade in notebook.grades}
    for cell in notebook.notebook.grade_cells:
        if cell.id not in grades:  # a part that is newer than the submission
            grades[cell.id] = Grade(cell_id=cell.id, notebook=notebook)
            gradebook.db.add(grades[cell.id])
        _write_grade(grades[cell.id], result, cell.name)
    gradebook.db.commit()
    penalty = hand_in.penalty if hand_in else 0.0
    # As `Result.score` rounds it, and of a person's grade if there is one.
    taken_off = round(notebook.score - round(notebook.score * (1.0 - penalty), 2), 2)
    notebook.late_submission_penalty = taken_off or None
    gradebook.db.commit()


def _write_grade(grade: Grade, result: Result, part: str) -> None:
    checks = [check for check in result.checks if check.part == part]
    failed = bool(result.with_outcome("error"))
    points = None if failed else round(sum(check.points for check in checks), 2)
    seen_by_a_person = grade.manual_score is not None or grade.extra_credit is not None
    if seen_by_a_person and grade.auto_score == points:
        return
    undecided = any(check.outcome == "inconclusive" for check in checks)
    grade.auto_score = points
    grade.needs_manual_grade = failed or undecided or seen_by_a_person


def _submitted_notebook(
    gradebook: Gradebook, assignment: str, submission: SubmittedAssignment
) -> SubmittedNotebook:
    for notebook in submission.notebooks:
        if notebook.name == NAME:
            return notebook
    # The submission is older than the notebook: `collect` and `autograde` make such ones.
    with gradebook.db.no_autoflush:
        notebook = SubmittedNotebook(
            notebook=gradebook.find_notebook(NAME, assignment), assignment=submission
        )
        gradebook.db.add(notebook)
    return notebook
