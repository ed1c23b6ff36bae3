"""What became of one call, as the grader saw it from outside."""

from dataclasses import dataclass

from autograder.engines.protocol import Answer, Held, Nonsense


@dataclass(frozen=True)
class StandingThread:
    """Where one thread was when time was up: the innermost line of the student's.

    Attributes:
        waits_in: the call in that line at which it can wait for others; empty if there is none.
    """

    file: str
    line: int
    function: str
    source: str
    waits_in: str
    is_main: bool


@dataclass(frozen=True)
class TimedOut:
    """No answer came within `seconds`.

    Attributes:
        standing: where the student's code was then.
        processor_share: if all the calls together took too long, the part of the processor time
            they could have had that they got: little if the machine was busy with other things.
    """

    seconds: float
    standing: tuple[StandingThread, ...] = ()
    processor_share: float | None = None


@dataclass(frozen=True)
class Ended:
    """The process ended instead of answering; `how` is a clause such as "exited with status 3"."""

    how: str


Outcome = Answer | TimedOut | Ended | Nonsense


@dataclass(frozen=True)
class HeldSearch:
    """One search that the grader held and let go, from `start` to `end` of the grader's clock.

    Attributes:
        claim: what the search said when it began.
        running: how many searches, this one included, were held when this one began.
    """

    claim: Held
    start: float
    end: float
    running: int


@dataclass(frozen=True)
class Reply:
    """What came back from one call.

    Attributes:
        outcomes: one for each rank that took part, in the order of the communicator's ranks.
        wall_seconds: from outside, between the question (or the answer before) and the last answer.
        searches: those that the grader held, in the time of its own clock.
        missed: whether a worker that could have searched was waited for in vain.
        cpu_seconds: for each rank that took part (thread, processor time) of each of its threads,
            read from outside while a traced or watched call went on.
        started: when the question was put, in seconds of the machine's monotonic clock.
        together: of such a call, how often two threads ran at the same time, or would have if there
            had been cores: the part of the looks at them in which one did; None if none was seen.
    """

    outcomes: tuple[Outcome, ...]
    wall_seconds: float
    searches: tuple[HeldSearch, ...] = ()
    missed: bool = False
    cpu_seconds: tuple[tuple[tuple[int, float], ...], ...] = ()
    started: float = 0.0
    together: float | None = None

    @property
    def first_value(self) -> int | None:
        """What the first rank returned, if it is an integer."""
        answer = self.outcomes[0]
        if not isinstance(answer, Answer) or answer.returned is None:
            return None
        return answer.returned.value

    @property
    def engine_lost(self) -> bool:
        """Whether some rank did not answer, or threads wait for ever: the processes must end."""
        return any(
            not isinstance(outcome, Answer)
            or (outcome.schedule is not None and bool(outcome.schedule.deadlock))
            for outcome in self.outcomes
        )
