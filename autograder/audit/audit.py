"""Run the grader over a corpus and find out whether everybody got what they deserve."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.files import RUNG_NAMES, kit_root
from autograder.audit.corpus import Specimen, write_submission
from autograder.audit.scene import Scene, escapes, planted_canary, prepared_scene
from autograder.audit.verdicts import Finding, judge_verdicts
from autograder.grading.result import CheckResult, Result
from autograder.grading.rubric import DEFAULT_RUBRIC
from autograder.intake.temporary import temporary_folder

GRADING_SECONDS = 1800.0
WITNESS_CHECKS = ("win.lines", "threads.ties")
FILES = {
    "serial.py": ("win", "minimax", "threads.own_search", "mpi.own_search"),
    "threads.py": ("threads",),
    "mpi.py": ("mpi",),
    **{f"{rung}.py": (rung,) for rung in RUNG_NAMES},
}

TIMED_BY = {"serial.py": "timing", "threads.py": "timing.threads", "mpi.py": "timing.mpi"}


@dataclass(frozen=True)
class AuditOptions:
    """How to audit.

    Attributes:
        isolation: where the submissions run.
        rubric: the rubric's file.
        every_check: grade everything by every check, not by those that its files can matter to.
        quick: grade by one check of each part that the submission should fail, and do not look at
            what becomes of the next submission.
        at_once: how many gradings at the same time; times are only worth judging with 1.
    """

    isolation: str = "strongest"
    rubric: Path = DEFAULT_RUBRIC
    every_check: bool = False
    quick: bool = False
    at_once: int = 1


@dataclass(frozen=True)
class Audited:
    """What became of one specimen.

    Attributes:
        checks: those that were run.
        findings: what is not as it should be.
    """

    specimen: Specimen
    checks: tuple[CheckResult, ...]
    findings: tuple[Finding, ...]
    wall_seconds: float = 0.0

    @property
    def survived(self) -> bool:
        """Whether it deserves to fail and nothing caught it."""
        deserves_to_fail = bool(self.specimen.fails)
        passed = [check.outcome == "passed" for check in self.checks]
        return deserves_to_fail and bool(passed) and all(passed)


def audit(
    specimens: Sequence[Specimen], options: AuditOptions, on_audited: Callable[[Audited], None]
) -> list[Audited]:
    """Grade every specimen in a scene of its own; report each as soon as it is known."""
    with (
        planted_canary(),
        temporary_folder() as caches,
        ThreadPoolExecutor(options.at_once) as pool,
    ):
        audited = []
        for one in pool.map(lambda specimen: audit_one(specimen, options, caches), specimens):
            on_audited(one)
            audited.append(one)
        return audited


def audit_one(specimen: Specimen, options: AuditOptions, caches: Path) -> Audited:
    """Grade one specimen and then a right submission, in the same scene."""
    with prepared_scene(caches) as scene:
        submission = write_submission(specimen, scene.submissions)
        chosen = _chosen_checks(specimen, options)
        result = scene.grade(submission, _arguments(options, chosen), GRADING_SECONDS)
        if result is None:
            lost = Finding("grader failed", "no result document was written")
            return Audited(specimen, (), (lost, *_traces(scene)))
        findings = [*judge_verdicts(specimen, result.checks), *_traces(scene)]
        findings += [Finding("trace", text) for text in escapes(result)]
        if specimen.kind == "hostile" and not options.quick:
            findings += _harm_to_the_next(scene, options)
        return Audited(specimen, result.checks, tuple(findings), result.wall_seconds)


def _chosen_checks(specimen: Specimen, options: AuditOptions) -> tuple[str, ...]:
    if options.every_check:
        return ()
    chosen = checks_that_matter(specimen)
    if options.quick:
        first_of_part = {check.partition(".")[0]: check for check in sorted(specimen.fails)[::-1]}
        chosen = tuple(first_of_part.values()) or WITNESS_CHECKS
    return chosen


def checks_that_matter(specimen: Specimen) -> tuple[str, ...]:
    """Return what the patched files can matter to, and what should be failed or blocked."""
    expected = specimen.fails | specimen.blocked
    matter = {*parts_touched(specimen), *timings_touched(specimen), *expected}
    return tuple(sorted(matter)) or WITNESS_CHECKS


def parts_touched(specimen: Specimen) -> tuple[str, ...]:
    """Return the parts and checks that the patched files can matter to, timing left out."""
    return tuple(part for file in FILES if specimen.touches(file) for part in FILES[file])


def timings_touched(specimen: Specimen) -> tuple[str, ...]:
    """Return the checks of time that the patched files can matter to."""
    return tuple(TIMED_BY[file] for file in TIMED_BY if specimen.touches(file))


def _arguments(options: AuditOptions, chosen: Sequence[str]) -> list[str]:
    only = [word for check in chosen for word in ("--only", check)]
    return ["--isolation", options.isolation, "--rubric", str(options.rubric), *only]


def _traces(scene: Scene) -> Iterator[Finding]:
    return (Finding("trace", text) for text in scene.traces())


def _harm_to_the_next(scene: Scene, options: AuditOptions) -> Iterator[Finding]:
    """Yield what the next submission, which is right, loses."""
    witness = Path(shutil.copytree(kit_root() / "solution", scene.submissions / "witness"))
    result = scene.grade(witness, _arguments(options, WITNESS_CHECKS), GRADING_SECONDS)
    lost = None if result is None else _not_passed(result)
    if lost != []:
        yield Finding("trace", f"the next submission does not pass: {lost or 'it has no result'}")


def _not_passed(result: Result) -> list[str]:
    return [check.name for check in result.checks if check.outcome != "passed"]
