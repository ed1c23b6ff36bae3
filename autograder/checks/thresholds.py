"""What the checks take from the rubric."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """Which ratio to the reference's time earns full marks, and from which on there are none."""

    full: float
    none: float


@dataclass(frozen=True)
class Thresholds:
    """Limits and thresholds that an instructor may change (see rubric.toml).

    Attributes:
        call_seconds: time limit of a call that has next to nothing to do.
        search_seconds: time limit of a call that searches a large position.
        check_seconds: time limit of all the calls that a check makes in one go.
        repeats: how many positions are timed at least, and `most_repeats` at most.
        quiet_spread: how far the reference's time may stray from itself on a quiet machine.
        serial: for the serial search's time; `parallel` for that of two threads or ranks.
    """

    call_seconds: float
    search_seconds: float
    check_seconds: float
    repeats: int
    most_repeats: int
    quiet_spread: float
    serial: Scale
    parallel: Scale
