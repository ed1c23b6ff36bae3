"""What a scaling document says, in words: the same in the terminal and in a picture."""

from collections.abc import Iterable

from autograder.checks.ratios import CONFIDENCE
from autograder.scaling.amdahl import AmdahlFit
from autograder.scaling.document import StrongScaling
from autograder.scaling.speed_up import ENOUGH_REPEATS, Estimate, SpeedUp


def scaling_title(document: StrongScaling) -> str:
    """Return what was measured."""
    positions = len(document.boards)
    return (
        f"{document.engine}: {document.workers_name} on {positions} "
        f"position{'s' * (positions != 1)} of 4x4, {document.empty} squares empty"
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


def fit_words(fit: AmdahlFit) -> str:
    """Say what Amdahl's law makes of the speed-ups."""
    if fit.was_clamped:
        side = "below 0" if fit.unclamped < 0 else "above 1"
        what = "faster than the ideal" if fit.unclamped < 0 else "slower than one worker"
        return (
            f"Amdahl's law does not fit: the serial share would be {side} ({fit.unclamped:.2f}), "
            f"{what}; it is set to {fit.serial_share:g}."
        )
    limit = f", at most {fit.limit:.3g} times as fast with any number of workers"
    return (
        f"Amdahl's law fits best with a serial share of {fit.serial_share:.3f}"
        f"{limit if fit.serial_share else ''}."
    )


def cautions(document: StrongScaling, compared: Iterable[SpeedUp]) -> list[str]:
    """Say what the numbers are worth."""
    lines = [f"In brackets: the interval that holds the median with {CONFIDENCE:.0%} confidence."]
    if len(document.boards) < ENOUGH_REPEATS:
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
