"""Time single questions to a submission and to the reference, on positions new to both."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from autograder.checks.case import Case, call_text
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckFailedError, Failure
from autograder.checks.positions import chosen_case, held_case
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Call, Question
from autograder.truth.rules import (
    Board,
    O,
    X,
    board_after,
    board_text,
    complete_lines,
    legal_squares,
)

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


def timed_boards(empty: int, seed: int) -> Iterator[tuple[Board, int]]:
    """Yield 4x4 boards that are not over, X to move, the same ones for the same seed."""
    generator = random.Random(seed)
    while True:
        squares = generator.sample(range(16), 16 - empty)
        board = [0] * 16
        for count, square in enumerate(squares):
            board[square] = X if count % 2 == 0 else O
        if not complete_lines(tuple(board), X) and not complete_lines(tuple(board), O):
            yield tuple(board), X


def forced_square(board: Board, player: int) -> int | None:
    """Return the only square that does not lose at once; None if there is not exactly one.

    Nor is there one when `player` can win.
    """
    squares = legal_squares(board)
    if any(complete_lines(board_after(board, square, player), player) for square in squares):
        return None
    lost = [s for s in squares if complete_lines(board_after(board, s, -player), -player)]
    return lost[0] if len(lost) == 1 else None


def move_cases(seed: int) -> Iterator[Case]:
    """Yield boards with one right move, for `computer_move` with whatever search the engine has.

    Most boards with so few stones are drawn whatever is played, and any square would do there.
    """
    for board, player in timed_boards(EMPTY_SQUARES, seed):
        square = forced_square(board, player)
        if square is not None:
            why = "O would win there with the next stone, and X cannot win now."
            yield Case(Call(board=board, player=player), square, why)


def score_cases(seed: int) -> Iterator[Case]:
    """Yield boards for `minimax`; what they are worth is the reference's to say."""
    for board, player in timed_boards(SERIAL_EMPTY_SQUARES, seed):
        yield Case(Call(board=board, player=player), None, "Time is measured on 4x4 boards.")


def known_cost_cases(seed: int) -> Iterator[Case]:
    """Yield a case for each of the boards, with a search that the grader holds for a known time.

    The best of the known scores is on another square each time.
    """
    pauses = [PAUSE_SECONDS] * EMPTY_SQUARES
    for number, (board, player) in enumerate(timed_boards(EMPTY_SQUARES, seed)):
        best = [int(index == number % EMPTY_SQUARES) for index in range(EMPTY_SQUARES)]
        yield held_case(chosen_case(board, player, best, label="known-cost", pauses=pauses))


class Stopwatch:
    """Times one question to one engine after the other."""

    def __init__(self, examiner: Examiner, kind: EngineKind, question: Question) -> None:
        self._examiner = examiner
        self._kind = kind
        self._question = question
        self.student: Engine = examiner.engines.student(kind)

    def end_other_engines(self) -> None:
        """End the submission's engines that are not timed."""
        self._examiner.engines.close_others(self._kind)

    def ask_student(self, case: Case) -> Reply:
        """Make the submission's call."""
        seconds = self._examiner.thresholds.search_seconds
        return self._examiner.expect(
            self._kind, self._question, [case], judged="any", seconds=seconds
        )[0]

    def ask_reference(self, case: Case) -> Reply:
        """Make the reference's call."""
        return self._examiner.ask_reference(self._kind, self._question, case)

    def measure(self, case: Case, measured: Measured, *, student_first: bool) -> None:
        """Time the submission and the reference on the same position.

        Raises:
            CheckFailedError: the submission's answer is not the reference's.
        """
        reference = self._examiner.engines.reference(self._kind)
        replies, processor = {}, {}
        for who in ("student", "reference") if student_first else ("reference", "student"):
            engine = self.student if who == "student" else reference
            before = engine.processor_seconds
            replies[who] = (self.ask_student if who == "student" else self.ask_reference)(case)
            processor[who] = max(engine.processor_seconds - before, LEAST_PROCESSOR_SECONDS)
        self._expect_right(case, *(replies[who].first_value for who in ("student", "reference")))
        own, first = (replies[who].wall_seconds for who in ("student", "reference"))
        measured.ratios.append(own / first)
        measured.processor_ratios.append(processor["student"] / processor["reference"])
        measured.asked_seconds += processor["student"]
        measured.wall_seconds += own
        measured.reference_seconds.append(first)

    def _expect_right(self, case: Case, answer: int | None, right: int | None) -> None:
        if answer == right:
            return
        raise CheckFailedError(
            Failure(
                sentence="A fast answer must be a right one.",
                board=board_text(case.call.board),
                call=call_text(self._kind, self._question.function, case.call),
                returned=str(answer),
                expected=str(right),
                why="The positions that are timed are answered by the reference as well.",
            )
        )

    def unlike_one_another(self, cases: Iterator[Case]) -> Iterator[Case]:
        """Yield the cases to which the reference's answer is not the one to the case before.

        Most boards are drawn: who answers 0 without a search must not be right five times.
        """
        before = None
        for case in cases:
            right = self.ask_reference(case).first_value
            if right != before:
                before = right
                yield case

    def measure_again(self, case: Case, measured: Measured) -> None:
        """Time the reference once more, on the position of the last pair."""
        again = self.ask_reference(case).wall_seconds
        measured.quiet.append(again / measured.reference_seconds[-1])
