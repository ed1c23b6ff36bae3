"""Gradescope: the `results.json` that its autograder harness collects.

Source: Gradescope Autograder Documentation, "Autograder Specifications" (output format, test case
visibility, output string formatting, test case status) and "Leaderboards". The rules that matter:

- `score` overrides the sum of the tests' scores. One of the two is required: without it the run
  counts as failed and Gradescope gives 0, so 0 is what a run without a mark says, and says why.
- While a test is not visible yet, students do not see their total either. A test that is never
  visible (`hidden`) does not keep it from them, and the total would tell what it hides: hidden
  checks become visible when the grades are published.
- Results are stored, and handed to the container of the student's next attempt. So the hidden
  checks are one entry without a word on any of them; and the seed, from which follows what these
  files are asked, is not in it.
- Every text is of format `text`, shown in a `<pre>`: `html`, `md` and `ansi` would obey what a
  student's code printed.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

import msgspec

from autograder.grading.leaderboard import place_of
from autograder.grading.result import CheckOutcome, CheckResult, Result, parts_of
from autograder.views.check_report import next_step, points_text
from autograder.views.check_text import check_text
from autograder.views.submission_metadata import SubmissionMetadata
from autograder.visible_text import visible

Visibility = Literal["visible", "after_published", "hidden"]
STATUSES: dict[CheckOutcome, Literal["passed", "failed"]] = {
    "passed": "passed",
    "failed": "failed",
    "blocked": "failed",
}
"""Of the outcomes that are judged."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of the tests on the page; what is None is left out."""

    name: str
    number: str
    visibility: Visibility | None = None
    score: float | None = None
    max_score: float | None = None
    status: Literal["passed", "failed"] | None = None
    output: str = ""
    tags: tuple[str, ...] = ()


class LeaderboardEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A number that students are ranked by, under the pseudonyms that they choose.

    Attributes:
        name: what it is called there.
        value: the number.
        order: "asc" if less is better.
    """

    name: str
    value: float
    order: Literal["asc", "desc"] = "desc"


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """The whole of `results.json`; instructors alone see what the run printed."""

    score: float
    output: str
    execution_time: float | msgspec.UnsetType = msgspec.UNSET
    output_format: Literal["text"] = "text"
    test_output_format: Literal["text"] = "text"
    test_name_format: Literal["text"] = "text"
    visibility: Visibility = "visible"
    stdout_visibility: Visibility = "hidden"
    tests: tuple[Entry, ...] = ()
    leaderboard: tuple[LeaderboardEntry, ...] | msgspec.UnsetType = msgspec.UNSET
    extra_data: dict[str, str | int | float] = {}


def gradescope_results(result: Result, metadata: SubmissionMetadata | None = None) -> str:
    """Return `results.json` for a graded submission; a result with an error gives no points.

    Args:
        result: of the submission.
        metadata: what Gradescope says of it, if the harness left its file.
    """
    if errors := result.with_outcome("error"):
        return gradescope_failure(
            f"The grader itself failed in {len(errors)} of {len(result.checks)} checks. Ask your "
            "instructor to run the autograder again."
        )
    return _document(
        Page(
            score=result.score,
            execution_time=round(result.wall_seconds, 2),
            output=_output(result, metadata),
            tests=_entries(result),
            leaderboard=_leaderboard(result) or msgspec.UNSET,
            extra_data=_extra_data(result, metadata),
        )
    )


def gradescope_failure(why: str) -> str:
    """Return `results.json` for a submission that could not be graded.

    Args:
        why: one sentence, and what to do.
    """
    output = f"Not graded: {visible(why)}\nThe score of 0 stands for no mark."
    return _document(Page(score=0.0, output=output))


def _leaderboard(result: Result) -> tuple[LeaderboardEntry, ...]:
    """Return how far the ladder was climbed and how fast the engines are, if there is anything."""
    place = place_of(result)
    entries = []
    if place.rung:
        entries.append(LeaderboardEntry(name="Rung of the ladder", value=place.rung))
    if place.nodes is not None:
        entries.append(LeaderboardEntry(name="Positions visited", value=place.nodes, order="asc"))
    entries += [
        LeaderboardEntry(name=f"Speed-up: {name}", value=speed_up)
        for name, speed_up in place.speed_ups.items()
    ]
    return tuple(entries)


def _document(page: Page) -> str:
    return msgspec.json.format(msgspec.json.encode(page), indent=2).decode() + "\n"


def _entries(result: Result) -> tuple[Entry, ...]:
    parts = parts_of(result.checks)
    public = [
        _public_entry(check, f"{number}.{place}")
        for number, part in enumerate(parts, start=1)
        for place, check in enumerate(
            (check for check in _public_checks(result) if check.part == part), start=1
        )
    ]
    hidden = [check for check in result.checks if check.visibility == "hidden"]
    if not hidden:
        return tuple(public)
    return (*public, _hidden_entry(hidden, str(len(parts) + 1)))


def _public_checks(result: Result) -> list[CheckResult]:
    return [check for check in result.checks if check.visibility == "public"]


def _public_entry(check: CheckResult, number: str) -> Entry:
    is_open = check.outcome == "inconclusive"
    return Entry(
        name=f"{check.name}: {check.title}",
        number=number,
        # A score of 0 would look like a failure, and this is none.
        score=None if is_open else check.points,
        max_score=None if is_open else check.possible,
        status=STATUSES.get(check.outcome),
        output=check_text(check),
        tags=(check.part,),
    )


def _hidden_entry(checks: Sequence[CheckResult], number: str) -> Entry:
    judged = [check for check in checks if check.outcome != "inconclusive"]
    undecided = sum(check.possible for check in checks if check.outcome == "inconclusive")
    return Entry(
        name="Hidden checks",
        number=number,
        visibility="after_published",
        score=round(sum(check.points for check in judged), 2),
        max_score=sum(check.possible for check in judged),
        output=f"{points_text(undecided)} more points are not decided." if undecided else "",
    )


def _output(result: Result, metadata: SubmissionMetadata | None) -> str:
    """Return what stands at the top: nothing that follows from a hidden check."""
    public = msgspec.structs.replace(result, checks=tuple(_public_checks(result)))
    lines = [
        f"{points_text(round(public.points, 2))} of {points_text(public.possible)} points in the "
        "checks that you can run yourself."
    ]
    if public.undecided:
        lines.append(
            f"{points_text(public.undecided)} of them are not decided: the machine was too busy to "
            "tell. They are not lost; your instructor will run the autograder again."
        )
    lines += _late_lines(result, metadata)
    lines += [f"Not taken: {line}" for line in result.left_out]
    lines.append(next_step(public))
    return "\n".join(visible(line) for line in lines)


def _late_lines(result: Result, metadata: SubmissionMetadata | None) -> list[str]:
    if result.hand_in is not None and result.hand_in.late_reason:
        return [result.hand_in.late_reason]
    if metadata is not None and metadata.late_seconds > 0:
        late = timedelta(seconds=round(metadata.late_seconds))
        return [f"Handed in {late} after it was due; nothing is taken off for that here."]
    return []


def _extra_data(
    result: Result, metadata: SubmissionMetadata | None
) -> dict[str, str | int | float]:
    known: dict[str, str | int | float] = {
        "kit": result.kit,
        "rubric": result.rubric,
        "result_version": result.version,
        "started": result.started,
        "isolation": result.machine.isolation,
        "mpi": result.machine.mpi,
        "cores": result.machine.cores,
    }
    if result.hand_in is not None and result.hand_in.penalty:
        known |= {"points_before_penalty": result.points, "penalty": result.hand_in.penalty}
    if metadata is not None:
        known |= {"attempt": metadata.attempt}
    return known
