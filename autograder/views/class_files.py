"""Write what a TA and the students get: every view of a class, in one folder."""

from pathlib import Path

from autograder.classroom.class_run import ClassRun
from autograder.views.class_report_html import class_report_html
from autograder.views.feedback_html import feedback_html
from autograder.views.grades_csv import grades_csv
from autograder.views.junit import junit_xml

REPORT = "report.html"


def write_class_files(run: ClassRun, out: Path) -> None:
    """Write report.html, grades.csv, junit.xml and feedback/STUDENT.html.

    Raises:
        OSError: `out` cannot be written to.
    """
    feedback = out / "feedback"
    feedback.mkdir(parents=True, exist_ok=True)
    for result in run.results:
        page = feedback_html(result)
        (feedback / f"{result.submission}.html").write_text(page, encoding="utf-8")
    for one in run.not_graded:
        (feedback / f"{one.submission}.html").unlink(missing_ok=True)
    (out / REPORT).write_text(class_report_html(run), encoding="utf-8")
    # Excel takes a file without the mark for one of an older encoding.
    (out / "grades.csv").write_text(grades_csv(run), encoding="utf-8-sig", newline="")
    (out / "junit.xml").write_text(junit_xml(run.results), encoding="utf-8")
