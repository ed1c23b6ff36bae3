"""The result document: one per submission, of which every report is a view.

It is JSON, written by `write_result` and read by `read_result`; `version` goes up when a field
changes its meaning. The fields are those of the classes below.
"""

import os
import platform
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from autograder.checks.failure import Failure
from autograder.errors import UsageError
from autograder.grading.rubric import Rubric, Visibility

VERSION = 2

CheckOutcome = Literal["passed", "failed", "blocked", "inconclusive", "error"]


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one check.

    Attributes:
        name: part and check, such as "win.lines".
        title: what the check says of right code, in one sentence.
        hint: what helps when it fails.
        outcome: `inconclusive` is never counted against the student; `error` is the grader's fault.
        points: earned; `possible` is what the rubric gives.
        extra: what it gives on top of all that is possible, in place of `possible`, which is 0.
        credit: the part of the points that is earned, 0 to 1.
        key: the SHA-256 of all that the outcome follows from; "" if nobody needs it.
        reason: why it is blocked, inconclusive or an error.
        failure: how it failed.
        stand_ins: what was put in place of the student's own work.
        notes: what was measured, in words.
        measured: the same in numbers, by name: "ratio", the submission's time to the reference's,
            "speed_up", over the serial reference, and "nodes", how many positions a rung of the
            ladder visits from the empty 3x3 board. "seconds" is what a call with a budget took.
        wall_seconds: how long it took.
    """

    name: str
    title: str
    hint: str
    visibility: Visibility
    outcome: CheckOutcome
    points: float
    possible: float
    extra: float = 0.0
    credit: float = 0.0
    key: str = ""
    reason: str = ""
    failure: Failure | None = None
    stand_ins: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    measured: dict[str, float] = {}
    wall_seconds: float = 0.0

    @property
    def part(self) -> str:
        """The part of the assignment that it belongs to."""
        return self.name.partition(".")[0]


class HandIn(msgspec.Struct, frozen=True, kw_only=True):
    """Who handed a submission in, and when.

    Attributes:
        name: of the student, as it is to be shown.
        identifiers: of the student, by kind: those of `autograder.classroom.attempt`, and those of
            the roster by the names of its columns.
        submitted: when, in ISO 8601 with a time zone; "" if it is not known.
        attempt: 1 for the first.
        due: when it was due for this student, in the same form; "" if nothing was said.
        late_seconds: after that.
        penalty: the part of the points that is taken off for it, 0 to 1.
        late_reason: the penalty in words; "" if there is none.
    """

    name: str
    identifiers: dict[str, str] = {}
    submitted: str = ""
    attempt: int = 1
    due: str = ""
    late_seconds: float = 0.0
    penalty: float = 0.0
    late_reason: str = ""


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Where the grading took place."""

    system: str
    python: str
    cores: int
    isolation: str
    mpi: str


def this_machine(isolation: str, mpi: str) -> Machine:
    """Return what this machine is, with the isolation and the MPI that were chosen on it."""
    return Machine(
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        cores=os.cpu_count() or 1,
        isolation=isolation,
        mpi=mpi,
    )


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One grading of one submission.

    Attributes:
        submission: the name it goes by.
        kit: version of the kit; `rubric` is the SHA-256 of the rubric's file.
        hand_in: who it is from, if it came with an export.
        seed: of what was drawn anew for this submission; it follows from its files.
        started: when, in ISO 8601, UTC.
        hidden_not_run: how many hidden checks the rubric holds that were left out.
        left_out: what of the submission was not taken, and why.
        tripwires: what in its files a person should look at.
    """

    version: int = VERSION
    submission: str
    hand_in: HandIn | None = None
    title: str
    kit: str
    rubric: str
    seed: int
    started: str
    wall_seconds: float
    machine: Machine
    checks: tuple[CheckResult, ...]
    hidden_not_run: int = 0
    left_out: tuple[str, ...] = ()
    tripwires: tuple[str, ...] = ()

    @property
    def points(self) -> float:
        """Points earned, those on top included."""
        return sum(check.points for check in self.checks)

    @property
    def on_top(self) -> float:
        """Those of the points earned that come on top of all that is possible."""
        return round(sum(check.points for check in self.checks if check.extra), 2)

    @property
    def score(self) -> float:
        """Points that count: those earned, less what is taken off for lateness."""
        penalty = self.hand_in.penalty if self.hand_in else 0.0
        return round(self.points * (1.0 - penalty), 2)

    @property
    def possible(self) -> float:
        """Points of all checks that were run."""
        return sum(check.possible for check in self.checks)

    @property
    def undecided(self) -> float:
        """Points of inconclusive checks: neither earned nor lost."""
        return sum(check.possible for check in self.with_outcome("inconclusive"))

    def with_outcome(self, *outcomes: CheckOutcome) -> list[CheckResult]:
        """Return the checks that ended in one of these ways."""
        return [check for check in self.checks if check.outcome in outcomes]


def priced(check: CheckResult, rubric: Rubric) -> CheckResult:
    """Return the check with the points and the visibility that a rubric gives it."""
    entry = rubric.checks[check.name]
    return msgspec.structs.replace(
        check,
        points=round(entry.points * check.credit, 2),
        possible=entry.possible,
        extra=entry.points if entry.extra else 0.0,
        visibility=entry.visibility,
    )


def parts_of(checks: Iterable[CheckResult]) -> list[str]:
    """Return the parts that the checks belong to, in order."""
    return list(dict.fromkeys(check.part for check in checks))


def write_result(result: Result, folder: Path) -> Path:
    """Write the document as `folder/SUBMISSION.json`, whole or not at all, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.submission}.json"
    beside = path.with_suffix(".json.part")
    with beside.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    return path


def read_result(path: Path) -> Result:
    """Read a document back.

    Raises:
        UsageError: it is not a result document of this version.
    """
    try:
        result = msgspec.json.decode(path.read_bytes(), type=Result)
    except (OSError, msgspec.MsgspecError) as error:
        raise UsageError(f"{path} is not a result document: {error}") from error
    if result.version != VERSION:
        raise UsageError(
            f"{path} is a result document of version {result.version}, this kit reads {VERSION}: "
            "grade the submission again"
        )
    return result
