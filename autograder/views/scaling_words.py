"""What a scaling document says, in words: the same in the terminal and in a picture."""

from collections.abc import Iterable

from autograder.checks.ratios import CONFIDENCE
from autograder.scaling.amdahl import AmdahlFit
from autograder.scaling.document import ScalingDocument
from autograder.scaling.gustafson import GustafsonFit
from autograder.scaling.speed_up import ENOUGH_REPEATS, Estimate, SpeedUp


def scaling_title(document: ScalingDocument) -> str:
    """Return what was measured."""
    positions = document.positions
    grows = "" if document.scaling == "strong" else " for one, growing with their number"
    return (
        f"{document.engine}: {document.workers_name} on {positions} "
        f"position{'s' * (positions != 1)} of 4x4, {document.empty} squares empty{grows}"
    )


def times(estimate: Estimate) -> str:
    """Write a speed-up with its interval.

    >>> times(Estimate(1.914, 1.9, 1.95))
    '1.91 (1.90 to 1.95)'
    """
    return f"{estimate.median:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def percent(estimate: Estimate) -> str:
    """Write an efficiency with its interval.

    >>> percent(Estimate(0.957, 0.95, 0.975))
    '96% (95% to 98%)'
    """
    return f"{estimate.median:.0%} ({estimate.low:.0%} to {estimate.high:.0%})"


def law_name(fit: AmdahlFit | GustafsonFit) -> str:
    """Return what the law is called."""
    return "Amdahl's law" if isinstance(fit, AmdahlFit) else "Gustafson's law"


def fit_words(fit: AmdahlFit | GustafsonFit) -> str:
    """Say what the law makes of the speed-ups."""
    if fit.was_clamped:
        side = "below 0" if fit.unclamped < 0 else "above 1"
        what = "faster than the ideal" if fit.unclamped < 0 else "slower than one worker"
        return (
            f"{law_name(fit)} does not fit: the serial share would be {side} "
            f"({fit.unclamped:.2f}), {what}; it is set to {fit.serial_share:g}."
        )
    return (
        f"{law_name(fit)} fits best with a serial share of {fit.serial_share:.3f}"
        f"{_consequence(fit) if fit.serial_share else ''}."
    )


def _consequence(fit: AmdahlFit | GustafsonFit) -> str:
    if isinstance(fit, AmdahlFit):
        return f", at most {fit.limit:.3g} times as fast with any number of workers"
    return f": each further worker does {1 - fit.serial_share:.0%} of what one alone does"


def cautions(document: ScalingDocument, compared: Iterable[SpeedUp]) -> list[str]:
    """Say what the numbers are worth."""
    lines = [f"In brackets: the interval that holds the median with {CONFIDENCE:.0%} confidence."]
    if document.positions < ENOUGH_REPEATS:
        lines = [
            "In brackets: the least and the most; an interval of confidence needs "
            f"{ENOUGH_REPEATS} repeats."
        ]
    cores = document.usable_cores
    if any(one.workers > cores for one in compared):
        lines.append(
            f"There {'is' if cores == 1 else 'are'} {cores} core{'s' * (cores != 1)} to use: more "
            f"{document.workers_name} than that cannot be faster here."
        )
    return lines
