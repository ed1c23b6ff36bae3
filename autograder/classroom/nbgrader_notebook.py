"""A result as a notebook that nbgrader takes for one it has autograded.

Source: nbgrader's documentation, "nbgrader cell metadata" (version 3), and the notebook format 4.5.
A part of the assignment is one locked cell with points; what it shows is what its checks say.

The formgrader opens a submission only where there is such a notebook, and students get it as their
feedback: of hidden checks it holds the points alone.
"""

import json
from collections.abc import Sequence

from autograder.grading.result import CheckResult, Result, parts_of
from autograder.views.check_report import MARKS, points_text
from autograder.views.check_text import check_text
from autograder.visible_text import visible

NAME = "code"
"""Of the notebook, in every assignment."""


def result_notebook(result: Result) -> str:
    """Return the notebook as JSON: the same for the same result."""
    parts = parts_of(result.checks)
    notebook = {
        "cells": [_cell(part, [c for c in result.checks if c.part == part]) for part in parts],
        "metadata": {
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1) + "\n"


def _cell(part: str, checks: Sequence[CheckResult]) -> dict[str, object]:
    return {
        "cell_type": "code",
        "id": part,
        "execution_count": None,
        "source": f"# {part}: {_points(checks)}",
        "outputs": [{"output_type": "stream", "name": "stdout", "text": _report(checks)}],
        "metadata": {
            "nbgrader": {
                "schema_version": 3,
                "grade": True,
                "solution": False,
                "task": False,
                "locked": True,
                "grade_id": part,
                "points": sum(check.possible for check in checks),
                "cell_type": "code",
            }
        },
    }


def _points(checks: Sequence[CheckResult]) -> str:
    earned = points_text(round(sum(check.points for check in checks), 2))
    possible = sum(check.possible for check in checks)
    extra = sum(check.extra for check in checks)
    return f"{earned} of {points_text(possible or extra)} points{' on top' if extra else ''}"


def _report(checks: Sequence[CheckResult]) -> str:
    hidden = [check for check in checks if check.visibility == "hidden"]
    lines = []
    for check in checks:
        if check.visibility == "hidden":
            continue
        lines.append(f"{MARKS[check.outcome][0]} {visible(check.title)}  ({_points([check])})")
        lines += [f"    {line}" for line in check_text(check).split("\n") if line]
    if hidden:
        lines.append(f"Hidden checks: {_points(hidden)}")
    return "\n".join(lines) + "\n"
