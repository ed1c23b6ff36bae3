"""How a check ends when it does not pass, in the student's terms."""

import msgspec

from autograder.checks.timeline import Timeline
from autograder.engines.protocol import Step


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong in one case, as the student should read it.

    Attributes:
        sentence: what happened, in one sentence.
        board: the squares as text, row by row; empty if no board was involved.
        call: the call as the student could type it.
        returned: what came back.
        expected: what would have been right.
        why: one sentence on why that is right.
        where: file, line and source of an exception.
        case: the name by which `ttt check CHECK --case NAME` repeats this case.
        wrong: how many cases were wrong, of those `asked`.
        printed: the end of what the engine printed.
        timeline: what the workers did, where that is the point.
        steps: which thread ran which line, where that is the point.
    """

    sentence: str
    board: str = ""
    call: str = ""
    returned: str = ""
    expected: str = ""
    why: str = ""
    where: str = ""
    case: str = ""
    wrong: int = 1
    asked: int = 1
    printed: str = ""
    timeline: Timeline | None = None
    steps: tuple[Step, ...] = ()


class CheckFailedError(Exception):
    """The student's code did not do what the check asks.

    Attributes:
        failure: what the student reads.
        credit: the part of the points that is earned all the same, below 1.
    """

    def __init__(self, failure: Failure, credit: float = 0.0) -> None:
        super().__init__(failure.sentence)
        self.failure = failure
        self.credit = credit


class CheckBlockedError(Exception):
    """Something that the check builds on failed, and nothing can stand in for it."""


TOO_BUSY = "The machine is too busy"
"""How an inconclusive check begins if it may come out on a quieter machine."""


class CheckInconclusiveError(Exception):
    """The machine was too noisy, or too small, to tell."""
