"""Time single questions to a submission and to the reference, on positions new to both."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.positions import SEED, chosen_case
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.protocol import Call, Question
from autograder.truth.rules import Board, O, X, complete_lines

EMPTY_SQUARES = 10
"""Of the 4x4 boards: 0.1 s or more of work, of which two workers gain most (measured: 1.9 times as
fast as one, where work of a few milliseconds gains 1.2 times)."""

SERIAL_EMPTY_SQUARES = 9
"""For the serial search, where nothing is lost by handing work out."""

PAUSE_SECONDS = 0.02
LEAST_PROCESSOR_SECONDS = 0.01  # the kernel counts in steps of this length


@dataclass
class Measured:
    """What was measured so far.

    Attributes:
        ratios: the submission's time to the reference's, for each position.
        reference_seconds: the reference's times.
        quiet: the reference's second time to its first, where it was asked twice.
        processor_ratios: as `ratios`, of the processor time.
        asked_seconds: the submission's processor time while it was asked, `idle_seconds` that while
            it was not, and `wall_seconds` the time of its calls.
    """

    ratios: list[float] = field(default_factory=list)
    reference_seconds: list[float] = field(default_factory=list)
    quiet: list[float] = field(default_factory=list)
    processor_ratios: list[float] = field(default_factory=list)
    asked_seconds: float = 0.0
    idle_seconds: float = 0.0
    wall_seconds: float = 0.0


def timed_boards(empty: int) -> Iterator[tuple[Board, int]]:
    """Yield 4x4 boards that are not over, X to move, the same ones every time."""
    generator = random.Random(SEED)
    while True:
        squares = generator.sample(range(16), 16 - empty)
        board = [0] * 16
        for count, square in enumerate(squares):
            board[square] = X if count % 2 == 0 else O
        if not complete_lines(tuple(board), X) and not complete_lines(tuple(board), O):
            yield tuple(board), X


def plain_cases(empty: int = EMPTY_SQUARES) -> Iterator[Case]:
    """Yield a case for each of the boards, to be searched by whatever search the engine has."""
    for board, player in timed_boards(empty):
        yield Case(Call(board=board, player=player), None, "Time is measured on 4x4 boards.")


def known_cost_cases() -> Iterator[Case]:
    """Yield a case for each of the boards, with a search that takes a known time."""
    pauses = [PAUSE_SECONDS] * EMPTY_SQUARES
    for board, player in timed_boards(EMPTY_SQUARES):
        label = "known-cost"
        yield chosen_case(board, player, [0] * EMPTY_SQUARES, label=label, pauses=pauses)


class Stopwatch:
    """Times one question to one engine after the other."""

    def __init__(self, examiner: Examiner, kind: EngineKind, question: Question) -> None:
        self._examiner = examiner
        self._kind = kind
        self._question = question
        self.student: Engine = examiner.engine(kind)

    def students_seconds(self, case: Case) -> float:
        """Return the wall time of the submission's call."""
        seconds = self._examiner.thresholds.search_seconds
        replies = self._examiner.expect(
            self._kind, self._question, [case], judged="any", seconds=seconds
        )
        return replies[0].wall_seconds

    def references_seconds(self, case: Case) -> float:
        """Return the wall time of the reference's call."""
        return self._examiner.ask_reference(self._kind, self._question, case)

    def measure(self, case: Case, measured: Measured, *, student_first: bool) -> None:
        """Time the submission and the reference on the same position."""
        reference = self._examiner.reference(self._kind)
        seconds = {}
        for who in ("student", "reference") if student_first else ("reference", "student"):
            engine = self.student if who == "student" else reference
            before = engine.processor_seconds
            ask = self.students_seconds if who == "student" else self.references_seconds
            wall = ask(case)
            seconds[who] = (wall, max(engine.processor_seconds - before, LEAST_PROCESSOR_SECONDS))
        (own, own_processor), (first, first_processor) = seconds["student"], seconds["reference"]
        measured.ratios.append(own / first)
        measured.processor_ratios.append(own_processor / first_processor)
        measured.asked_seconds += own_processor
        measured.wall_seconds += own
        measured.reference_seconds.append(first)

    def measure_again(self, case: Case, measured: Measured) -> None:
        """Time the reference once more, on the position of the last pair."""
        measured.quiet.append(self.references_seconds(case) / measured.reference_seconds[-1])
