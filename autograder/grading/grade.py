"""Grade one submission: lay it out, open its engines, run the checks, make the result."""

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import msgspec
import platformdirs

from autograder.assignment.files import reference_folder
from autograder.checks.examiner import Examiner
from autograder.checks.opened_engines import OpenedEngines
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import Level, choose_level
from autograder.engines.mpi_runtime import engine_mpi, find_mpi
from autograder.engines.workspace import (
    fingerprint,
    fresh_workspace,
    kept_workspace,
    submission_workspace,
)
from autograder.errors import UsageError
from autograder.grading.result import CheckResult, Machine, Result, this_machine
from autograder.grading.rubric import DEFAULT_RUBRIC, Rubric, read_rubric
from autograder.grading.run_checks import OnResult, run_checks
from autograder.grading.seed import submission_seed
from autograder.intake.submission import Submission, take_in

CACHES = platformdirs.user_cache_path("perfect-play")
STATE = platformdirs.user_state_path("perfect-play")


@dataclass(frozen=True)
class GradingOptions:
    """How to grade.

    Attributes:
        hidden: run the hidden checks too.
        only: parts or checks to run, such as "win" or "win.lines"; all of them if empty.
        case: ask only this case.
        isolation: see `autograder.engines.isolation.choice`.
        mpi: see `autograder.engines.mpi_runtime.find_mpi`.
        keep_caches: keep compiled code for the next run, as one's own laptop may.
        caches: where it is kept.
        rubric: the rubric's file.
    """

    hidden: bool = True
    only: tuple[str, ...] = ()
    case: str | None = None
    isolation: str = "strongest"
    mpi: str | None = None
    keep_caches: bool = False
    caches: Path = CACHES
    rubric: Path = DEFAULT_RUBRIC


def chosen_checks(rubric: Rubric, options: GradingOptions) -> list[str]:
    """Return the names of the checks to run.

    Raises:
        UsageError: there is no such part or check, or it is hidden and hidden ones are not run.
    """
    available = [
        name
        for name, check in rubric.checks.items()
        if options.hidden or check.visibility == "public"
    ]
    for wanted in options.only:
        if not any(_belongs(name, wanted) for name in available):
            parts = ", ".join(rubric.parts)
            raise UsageError(
                f"there is no part or check {wanted!r}: the parts are {parts}, and a check is "
                "written like win.lines"
            )
    return [
        name
        for name in available
        if not options.only or any(_belongs(name, wanted) for wanted in options.only)
    ]


def checks_for(submission: Submission, rubric: Rubric, options: GradingOptions) -> list[str]:
    """Return the checks to run on a submission: those of rungs that it leaves alone if named."""
    chosen = chosen_checks(rubric, options)
    return [name for name in chosen if options.only or submission.answers(name)]


def _belongs(name: str, wanted: str) -> bool:
    return name == wanted or name.startswith(f"{wanted}.")


def grade_submission(path: Path, options: GradingOptions, on_result: OnResult) -> Result:
    """Grade the submission at `path`, reporting each check as soon as it is known.

    Raises:
        UsageError: there is no submission at `path`, or a part, check or case does not exist.
        InstructorError: the rubric is wrong.
        GraderError: the grader failed.
    """
    rubric = read_rubric(options.rubric)
    started, clock = datetime.now(UTC), time.monotonic()
    level = choose_level(options.isolation)
    with take_in(path) as submission, open_examiner(submission, rubric, options, level) as examiner:
        checks = settle(examiner, rubric, checks_for(submission, rubric, options), on_result)
        if options.case is not None and examiner.matched_cases == 0:
            raise UsageError(
                f"no chosen check has a case {options.case!r}: copy it from the failure's last line"
            )
        result = result_document(submission, rubric, options, level, checks, seed=examiner.seed)
        return msgspec.structs.replace(
            result,
            started=started.isoformat(timespec="seconds"),
            wall_seconds=round(time.monotonic() - clock, 3),
        )


def result_document(
    submission: Submission,
    rubric: Rubric,
    options: GradingOptions,
    level: Level,
    checks: Sequence[CheckResult],
    *,
    seed: int,
) -> Result:
    """Return the document of a submission whose checks have been run just now."""
    chosen = chosen_checks(rubric, options)
    return Result(
        submission=submission.name,
        title=rubric.title,
        kit=version("perfect-play"),
        rubric=hashlib.sha256(options.rubric.read_bytes()).hexdigest(),
        seed=seed,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        wall_seconds=round(sum(check.wall_seconds for check in checks), 3),
        machine=_machine(options, chosen, level),
        checks=tuple(checks),
        hidden_not_run=rubric.hidden_elsewhere
        + sum(
            check.visibility == "hidden" and name not in chosen and not check.extra
            for name, check in rubric.checks.items()
        ),
        left_out=submission.left_out,
        tripwires=tuple(map(str, submission.tripwires)),
    )


def seed_of(submission: Submission) -> int:
    """Return the seed of what is drawn anew for a submission, on this machine."""
    return submission_seed(fingerprint(submission.folder), STATE)


def _needs_mpi(chosen: Sequence[str]) -> bool:
    return any(name == "timing.mpi" or name.startswith("mpi.") for name in chosen)


def _machine(options: GradingOptions, chosen: Sequence[str], level: Level) -> Machine:
    mpi = find_mpi(options.mpi).name if _needs_mpi(chosen) else "not used"
    return this_machine(level.name, mpi)


def settle(
    examiner: Examiner, rubric: Rubric, chosen: Sequence[str], on_result: OnResult
) -> list[CheckResult]:
    """Run the chosen checks, and inconclusive ones again at the end: it may be quieter then."""
    checks = run_checks(examiner, rubric, chosen, on_result)
    for _ in range(rubric.timing.tries - 1):
        open_names = [
            check.name
            for check in checks
            # Without a reference no time is judged, however quiet it becomes.
            if check.outcome == "inconclusive"
            and (examiner.engines.has_reference or check.part != "timing")
        ]
        if not open_names:
            break
        again = {check.name: check for check in run_checks(examiner, rubric, open_names, on_result)}
        checks = [again.get(check.name, check) for check in checks]
    return checks


@contextmanager
def open_examiner(
    submission: Submission, rubric: Rubric, options: GradingOptions, level: Level
) -> Iterator[Examiner]:
    """Lay a submission out, and give an examiner whose engines end with the context.

    Raises:
        UsageError: the MPI that is asked for does not work here.
    """
    limits = rubric.engine_limits()
    isolation = level.backend()
    needs_mpi = _needs_mpi(chosen_checks(rubric, options))
    mpi = engine_mpi(options.mpi, isolation) if needs_mpi else None
    with ExitStack() as stack:
        kept = options.caches if options.keep_caches else None
        workspace = stack.enter_context(submission_workspace(submission, kept))

        def open_engine(kind: EngineKind) -> Engine:
            return Engine(kind, workspace, isolation, limits=limits, mpi=mpi)

        reference = reference_folder()
        open_reference = None
        if reference is not None:
            # Of its own: another user, where users are what keeps engines apart.
            own_isolation = level.backend()
            own_place = stack.enter_context(
                kept_workspace(reference, CACHES / "reference")
                if own_isolation.reaches_home
                else fresh_workspace(reference)
            )

            def open_reference(kind: EngineKind) -> Engine:
                return Engine(kind, own_place, own_isolation, limits=limits, mpi=mpi)

        yield Examiner(
            stack.enter_context(OpenedEngines(open_engine, open_reference)),
            rubric.thresholds(),
            seed=seed_of(submission),
            reaches_in=tuple(str(t) for t in submission.tripwires if t.reaches_in),
            chosen_case=options.case,
        )
