"""What a student reads after grading: one page, made from the student's result document.

Of hidden checks the page holds the points by part and nothing else. The template never sees one:
they are added up here, and only public checks are handed on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from autograder.checks.failure import Failure
from autograder.checks.timeline import Timeline
from autograder.engines.protocol import Step
from autograder.grading.result import CheckOutcome, CheckResult, Result, parts_of
from autograder.views.board_svg import board_svg, squares_in_question
from autograder.views.check_report import MARKS, NOT_FILLED_IN, repeat_command
from autograder.views.gantt_svg import gantt_svg
from autograder.views.pages import render
from autograder.views.thread_story import MOST_CHANGES

OUTCOME_WORDS: dict[CheckOutcome, str] = {
    "passed": "passed",
    "failed": "failed",
    "blocked": "could not be tried",
    "inconclusive": "not decided",
    "error": "the grader failed",
}


@dataclass(frozen=True)
class Points:
    """Points of some checks; those of inconclusive ones are `undecided`, and `extra` is on top."""

    earned: float
    possible: float
    undecided: float
    extra: float


@dataclass(frozen=True)
class PartFeedback:
    """One part of the assignment: its points, and the checks that the student may see.

    Attributes:
        public: points of the public checks; None if there are none. So are those of the `hidden`.
        checks: the public ones.
    """

    name: str
    public: Points | None
    hidden: Points | None
    together: Points
    checks: Sequence[CheckResult]


def feedback_html(result: Result) -> str:
    """Return the page of one student."""
    parts = [_part(result, name) for name in parts_of(result.checks)]
    return render(
        "feedback.html",
        title=result.title,
        submission=result.submission,
        hand_in=result.hand_in,
        started=result.started,
        kit=result.kit,
        left_out=result.left_out,
        hidden_not_run=result.hidden_not_run,
        score=result.score,
        points=_points(result.checks),
        grader_failed=bool(result.with_outcome("error")),
        parts=parts,
        some_hidden=any(part.hidden for part in parts),
        marks={outcome: mark for outcome, (mark, _) in MARKS.items()},
        words=OUTCOME_WORDS,
        not_filled_in=NOT_FILLED_IN,
        most_changes=MOST_CHANGES,
        repeat=repeat_command,
        squares=squares_in_question,
        drawn_board=_drawn_board,
        drawn_chart=_drawn_chart,
        turns=_turns,
    )


def _part(result: Result, name: str) -> PartFeedback:
    checks = [check for check in result.checks if check.part == name]
    public = [check for check in checks if check.visibility == "public"]
    hidden = [check for check in checks if check.visibility == "hidden"]
    return PartFeedback(
        name=name,
        public=_points(public) if public else None,
        hidden=_points(hidden) if hidden else None,
        together=_points(checks),
        checks=public,
    )


def _points(checks: Iterable[CheckResult]) -> Points:
    known = list(checks)
    return Points(
        earned=sum(check.points for check in known),
        possible=sum(check.possible for check in known),
        undecided=sum(check.possible for check in known if check.outcome == "inconclusive"),
        extra=sum(check.extra for check in known),
    )


def _drawn_board(failure: Failure) -> Markup:
    # Drawn from squares and numbers alone: nothing of a student's is in it.
    return Markup(board_svg(failure.board, *squares_in_question(failure)))


def _drawn_chart(timeline: Timeline) -> Markup:
    return Markup(gantt_svg(timeline))  # escapes names and calls itself


def _turns(steps: Sequence[Step]) -> list[tuple[int, list[Step]]]:
    """Return the steps by turns: a thread, and what it ran until another one did."""
    return [(thread, list(turn)) for thread, turn in groupby(steps, lambda step: step.thread)]
