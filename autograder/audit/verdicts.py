"""Compare what the grader found with what a submission of the corpus deserves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from autograder.audit.corpus import Specimen
from autograder.checks.failure import TOO_BUSY
from autograder.grading.result import CheckOutcome, CheckResult

Deviation = Literal["false pass", "false fail", "not named", "trace", "grader failed"]


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be.

    Attributes:
        deviation: of which sort; a "trace" is something that the submission read or left behind.
        what: the check, or what was found.
    """

    deviation: Deviation
    what: str

    def __str__(self) -> str:
        return f"{self.deviation}: {self.what}"


def judge_verdicts(specimen: Specimen, checks: Sequence[CheckResult]) -> list[Finding]:
    """Return where the outcomes are not what the specimen deserves."""
    findings = [
        finding for check in checks if (finding := _judge_check(specimen, check)) is not None
    ]
    caught = [check for check in checks if check.name in specimen.fails and check.failure]
    sentences = [check.failure.sentence for check in checks if check.failure]
    if caught and not any(specimen.says in sentence for sentence in sentences):
        findings.append(Finding("not named", f"no failure says {specimen.says!r}"))
    return findings


def _judge_check(specimen: Specimen, check: CheckResult) -> Finding | None:
    if check.outcome == "error":
        return Finding("grader failed", f"{check.name}: {check.reason}")
    noisy = check.outcome == "inconclusive" and (
        check.part == "timing" or check.reason.startswith(TOO_BUSY)
    )
    deserved = _deserved(specimen, check)
    if noisy or check.name in specimen.perhaps or check.outcome in deserved:
        return None
    said = f"{check.name} ({check.outcome})"
    return Finding("false fail" if "passed" in deserved else "false pass", said)


def _deserved(specimen: Specimen, check: CheckResult) -> tuple[CheckOutcome, ...]:
    """Return the outcomes that are right."""
    if check.name not in specimen.fails | specimen.blocked:
        return ("passed",)
    if specimen.kind == "hostile":  # in which way it earns nothing does not matter
        return ("failed", "blocked", "inconclusive")
    return ("failed",) if check.name in specimen.fails else ("blocked",)
