"""Run the checks of one part on a submission, and tell the report and the points."""

from io import StringIO
from pathlib import Path

from rich.console import Console

from autograder.checks.failure import TOO_BUSY
from autograder.errors import UsageError
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.result import CheckResult, Result
from autograder.grading.rubric import Rubric, read_rubric
from autograder.notebook.errands.errand import Reply, run
from autograder.views.check_report import CheckReport, points_text
from autograder.visible_text import visible

WIDTH = 80
REPEAT = "ttt check --submission ."
"""In a terminal, in the folder of the notebook."""


def check_part(*, folder: str, caches: str, part: str, hidden: bool) -> Reply:
    """Return the report, the points, and what is left undecided.

    Raises:
        UsageError: there is no such part, or no hidden check of it here.
    """
    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False)
    report = CheckReport(console, REPEAT)
    options = GradingOptions(
        hidden=hidden,
        only=chosen_checks(read_rubric(), part, hidden=hidden),
        isolation="plain",
        keep_caches=True,
        caches=Path(caches),
    )
    with console.capture() as capture:
        result = grade_submission(Path(folder), options, _say_nothing if hidden else report.show)
    return {
        "report": _text(capture.get(), part, result, hidden=hidden),
        "undecided": undecided(result),
        "points": round(result.points, 2),
        "possible": result.possible,
    }


def chosen_checks(rubric: Rubric, part: str, *, hidden: bool) -> tuple[str, ...]:
    """Return the checks of one part that students see, or those that they do not.

    Raises:
        UsageError: there is none.
    """
    visibility = "hidden" if hidden else "public"
    names = tuple(
        name
        for name, check in rubric.checks.items()
        if name.partition(".")[0] == part and check.visibility == visibility
    )
    if not names and part not in rubric.parts:
        raise UsageError(f"there is no part {part!r}: the parts are {', '.join(rubric.parts)}")
    if not names:
        raise UsageError(f"there are no {visibility} checks of {part} here; your grader runs them")
    return names


def undecided(result: Result) -> str:
    """Return one sentence if some check gave no verdict, else ""."""
    if result.with_outcome("error"):
        return "the grader itself failed, so there are no points: run this cell again"
    open_checks = result.with_outcome("inconclusive")
    if not open_checks:
        return ""
    if open_checks[0].reason.startswith(TOO_BUSY):
        return (
            "the machine is too busy to tell, so there are no points yet: close other programs "
            "and run this cell again"
        )
    return "some checks gave no verdict, so there are no points yet: ask who grades your work"


def _say_nothing(_: CheckResult) -> None:
    """Show nothing of a hidden check: students get what this cell prints as their feedback."""


def _text(report: str, part: str, result: Result, *, hidden: bool) -> str:
    points = f"{points_text(result.points)} of {points_text(result.possible)} points"
    if hidden:
        return f"Hidden checks of {part}: {points}"
    lines = [line.rstrip() for line in visible(report, keep="\n").split("\n")]
    return "\n".join([*lines, f"{points}, checked in {result.wall_seconds:.1f} s"]).strip("\n")


if __name__ == "__main__":
    raise SystemExit(run(check_part))
