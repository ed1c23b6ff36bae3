"""A TA sees how far a class is, on a terminal and in a log."""

import io
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from autograder.classroom.batch import Said
from autograder.classroom.grade_student import Job, News
from autograder.console.class_progress import ClassProgress
from autograder.grading.grade import GradingOptions
from autograder.grading.result import HandIn

ADA = Job(
    submission=Path("submissions/ada"),
    hand_in=HandIn(name="Ada"),
    left_out=(),
    options=GradingOptions(),
    bases={"win.lines": "a", "timing.serial": "b"},
    journal=Path("journal/ada.jsonl"),
    results=Path("results"),
)
TOM = replace(ADA, submission=Path("submissions/tom"))
DONE = News(ending="done")


def shown(*said: Said, terminal: bool) -> str:
    """Return what is printed of these news, 80 columns wide."""
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=terminal, highlight=False)
    with ClassProgress(console, [ADA, TOM]) as progress:
        for one in said:
            progress.show(one)
    return file.getvalue()


def test_a_log_has_a_line_for_each_submission_and_phase():
    lines = shown(
        Said(ADA, "correctness", News(check="win.lines", outcome="failed")),
        Said(ADA, "correctness", DONE),
        Said(TOM, "correctness", DONE),
        Said(ADA, "timing", DONE),
        terminal=False,
    ).splitlines()
    assert lines == [
        "correctness: ada: 1 checks failed",
        "correctness: tom: done",
        "timing: ada: done",
    ]


def test_the_graders_own_failure_is_said_with_its_reason():
    failed = News(ending="grader failed", why="its process ended with status -9")
    text = shown(Said(ADA, "correctness", failed), terminal=False)
    assert "ada: the grader failed: its process ended with status -9" in text


def test_a_terminal_shows_done_failing_and_running_within_80_columns():
    text = shown(
        Said(ADA, "correctness", DONE),
        Said(TOM, "correctness", News(check="win.lines", outcome="blocked")),
        terminal=True,
    )
    assert "1/2" in text
    assert "1 failing" in text
    assert "tom" in text
