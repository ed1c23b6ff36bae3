"""What a TA reads after an evening: the class at a glance, and all that needs a person."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from markupsafe import Markup

from autograder.classroom.class_run import ClassRun
from autograder.grading.leaderboard import TIMED, leaderboard
from autograder.grading.result import CheckOutcome, CheckResult, Result, parts_of
from autograder.views.check_report import NOT_FILLED_IN
from autograder.views.histogram_svg import histogram_svg
from autograder.views.pages import render

MOST_MISTAKES, MOST_SLOW = 20, 10
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class CheckRate:
    """How a class did in one check: how many had which outcome."""

    name: str
    title: str
    visibility: str
    counts: dict[CheckOutcome, int]

    @property
    def decided(self) -> int:
        """How many were judged."""
        return sum(self.counts[outcome] for outcome in ("passed", "failed", "blocked"))

    @property
    def pass_rate(self) -> float:
        """The part of those judged that passed; 0 if nobody was."""
        return self.counts["passed"] / self.decided if self.decided else 0.0


@dataclass(frozen=True)
class Mistake:
    """One way to fail, with one of its sentences, and whose it is; `where` is a check or a part."""

    where: str
    sentence: str
    results: list[Result]


@dataclass(frozen=True)
class Open:
    """A check of a submission that is not decided."""

    result: Result
    check: CheckResult


def class_report_html(run: ClassRun) -> str:
    """Return the page of a class; its links lead to feedback/STUDENT.html beside it."""
    final = [r for r in run.results if not r.with_outcome("error", "inconclusive")]
    scores = [result.score for result in final]
    return render(
        "class_report.html",
        run=run,
        parts=parts_of(check for result in run.results for check in result.checks),
        part_points=_part_points,
        grader_failed=[one for one in run.not_graded if one.grader_failed],
        errors=_open_checks(run, "error"),
        refused=[one for one in run.not_graded if not one.grader_failed],
        undecided=_open_checks(run, "inconclusive"),
        final=len(final),
        median=median(scores) if scores else None,
        histogram=Markup(_histogram(final)),  # drawn from numbers alone
        rates=check_rates(run.results),
        mistakes=common_mistakes(run.results)[:MOST_MISTAKES],
        leaderboard=leaderboard(run.results),
        timed=TIMED,
        slowest=sorted(run.results, key=lambda r: -r.wall_seconds)[:MOST_SLOW],
        wired=[result for result in run.results if result.tripwires],
        late=[r for r in run.results if r.hand_in and (r.hand_in.penalty or r.hand_in.late_reason)],
        name_of=name_of,
        state_of=_state_of,
    )


def name_of(result: Result) -> str:
    """Return what the student is called."""
    return (result.hand_in.name if result.hand_in else "") or result.submission


def check_rates(results: Sequence[Result]) -> list[CheckRate]:
    """Return how the class did in each check, in the rubric's order."""
    by_name: dict[str, list[CheckResult]] = defaultdict(list)
    for result in results:
        for check in result.checks:
            by_name[check.name].append(check)
    return [_rate(checks) for checks in by_name.values()]


def _rate(checks: Sequence[CheckResult]) -> CheckRate:
    counts: dict[CheckOutcome, int] = dict.fromkeys(
        ("passed", "failed", "blocked", "inconclusive", "error"), 0
    )
    for check in checks:
        counts[check.outcome] += 1
    return CheckRate(checks[0].name, checks[0].title, checks[0].visibility, counts)


def common_mistakes(results: Sequence[Result]) -> list[Mistake]:
    """Return the ways in which checks failed, the most common first.

    Sentences that differ in their numbers alone tell of the same mistake, and what is not filled in
    is one mistake, however many checks ask for it.
    """
    alike: dict[tuple[str, str], Mistake] = {}
    for result in results:
        for check in result.checks:
            if check.failure is None:
                continue
            sentence = check.failure.sentence
            where = check.part if NOT_FILLED_IN in sentence else check.name
            new = Mistake(where, sentence, [])
            mistake = alike.setdefault((where, NUMBER.sub("#", sentence)), new)
            if result not in mistake.results:
                mistake.results.append(result)
    mistakes = list(alike.values())
    return sorted(mistakes, key=lambda mistake: -len(mistake.results))


def _histogram(results: Sequence[Result]) -> str:
    return histogram_svg([r.score / r.possible if r.possible else 0.0 for r in results])


def _open_checks(run: ClassRun, outcome: CheckOutcome) -> list[Open]:
    return [Open(r, check) for r in run.results for check in r.with_outcome(outcome)]


def _part_points(result: Result, part: str) -> float:
    return sum(check.points for check in result.checks if check.part == part)


def _state_of(result: Result) -> str:
    if result.with_outcome("error"):
        return "grader failed"
    return "not decided" if result.undecided else "graded"
