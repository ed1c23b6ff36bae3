"""Timing by ratios: two runs interleaved in the same conditions, timed from outside."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from autograder.checks.case import Case, call_text
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckFailedError, CheckInconclusiveError, Failure
from autograder.checks.positions import chosen_case
from autograder.checks.prerequisites import what_is_wrong_with_minimax
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import Call, ModuleName, Question
from autograder.truth.rules import board_text
from autograder.truth.tables import Position, four_by_four

ENOUGH_SECONDS = 0.1
"""Work shorter than this gains too little from a second worker to be judged (measured: a few
milliseconds of work speed up 1.2 times where 0.2 s speed up 1.9 times)."""

CORES_TO_SPARE = 1.15
"""Two busy processes must get this much more than the speed-up that is asked for."""

PAUSE_SECONDS = 0.02
SPIN = "n = 0\nwhile n < 3_000_000: n += 1"


@dataclass(frozen=True)
class Ratios:
    """The ratios of repeated pairs of times."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle one."""
        return statistics.median(self.values)

    def __str__(self) -> str:
        spread = f"{min(self.values):.2f} to {max(self.values):.2f}"
        return f"{self.median:.2f} (median of {len(self.values)}, {spread})"


def interleaved_ratios(
    numerator: Callable[[], float], denominator: Callable[[], float], repeats: int
) -> Ratios:
    """Time both in turn, the order turned round each time, and return the ratio of each pair."""
    ratios = []
    for repeat in range(repeats):
        if repeat % 2 == 0:
            above, below = numerator(), denominator()
        else:
            below, above = denominator(), numerator()
        ratios.append(above / below)
    return Ratios(tuple(ratios))


def positions_by_size() -> list[Position]:
    """Return one 4x4 position of 8, of 9 and of 10 empty squares, drawn: all of it is searched."""
    drawn = [position for position in four_by_four() if position.score == 0]
    return [next(p for p in drawn if p.empty == empty) for empty in (8, 9, 10)]


def seconds_of(examiner: Examiner, kind: EngineKind, question: Question, case: Case) -> float:
    """Make one call and return its wall time in seconds, measured from outside."""
    seconds = examiner.thresholds.search_seconds
    replies = examiner.expect(kind, question, [case], judged="any", seconds=seconds)
    return replies[0].wall_seconds


def first_large_enough(
    measure: Callable[[Case], float], enough_seconds: float
) -> tuple[Case, float]:
    """Warm up, and return the smallest position that takes long enough, or else the largest."""
    case, seconds = None, 0.0
    for position in positions_by_size():
        call = Call(board=position.board, player=position.player)
        case = Case(call, None, "Time is measured on a 4x4 board.")
        measure(case)
        seconds = measure(case)
        if seconds >= enough_seconds:
            break
    assert case is not None
    return case, seconds


def expect_speed_up(examiner: Examiner, module: ModuleName) -> None:
    """Check that two workers are faster than one.

    Raises:
        CheckFailedError: they are not, on a machine that could show it.
        CheckInconclusiveError: this machine cannot show it, or not now.
    """
    if len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else "12") < 2:
        raise CheckInconclusiveError("This machine has one core: two workers cannot be faster.")
    least = examiner.thresholds.least_speed_up
    one, two = (_measure(examiner, module, workers) for workers in (1, 2))
    case = _timed_case(examiner, one)
    two(case)
    repeats = examiner.thresholds.repeats
    ratios = interleaved_ratios(lambda: one(case), lambda: two(case), repeats)
    examiner.notes.append(f"two are {ratios} times as fast as one")
    if ratios.median >= least:
        return
    # Before anybody loses points: once more, with a look at the machine around every pair.
    cores = [free_cores()]
    slow = []
    for _ in range(repeats):
        slow.append(one(case) / two(case))
        cores.append(free_cores())
    if max(slow) >= least or min(cores) < least * CORES_TO_SPARE:
        raise CheckInconclusiveError(
            f"Two workers were {ratios} times as fast as one, but the machine is too busy to judge "
            f"(at one time only {min(cores):.1f} cores were free)."
        )
    raise CheckFailedError(
        Failure(
            sentence=f"Two {workers_name(module)} are not faster than one.",
            board=board_text(case.call.board),
            call=call_text(EngineKind(module, 2), "computer_move", case.call),
            returned=f"{ratios} times as fast",
            expected=f"at least {least:g} times as fast",
            why="The searches of different squares must run at the same time: start all workers "
            "before you wait for one, and hold no lock while you search.",
        )
    )


def workers_name(module: ModuleName) -> str:
    """Return what the workers of a module are called."""
    return "threads" if module == "threads" else "ranks"


def _measure(examiner: Examiner, module: ModuleName, workers: int) -> Callable[[Case], float]:
    kind = EngineKind(module, workers)
    question = Question(module=module, function="computer_move", n_threads=workers)
    return lambda case: seconds_of(examiner, kind, question, case)


def _timed_case(examiner: Examiner, measure: Callable[[Case], float]) -> Case:
    """Return work of sufficient length: the student's own search, or one of known cost."""
    reason = "does not work yet"
    if not what_is_wrong_with_minimax(examiner):
        case, seconds = first_large_enough(measure, ENOUGH_SECONDS)
        if seconds >= ENOUGH_SECONDS:
            return case
        reason = "is too quick to time"
    examiner.stand_ins.append(f"a search of known cost stood in for your minimax, which {reason}")
    position = positions_by_size()[-1]
    case = chosen_case(
        position.board,
        position.player,
        [0] * position.empty,
        label="known-cost",
        pauses=[PAUSE_SECONDS] * position.empty,
    )
    measure(case)
    return case


def free_cores() -> float:
    """Return how many cores this machine gives two busy processes now, between 0 and 2."""

    def run(processes: int) -> float:
        command = [sys.executable, "-I", "-S", "-c", SPIN]
        started = time.monotonic()
        running = [subprocess.Popen(command) for _ in range(processes)]
        for process in running:
            process.wait()
        return time.monotonic() - started

    return 2 * run(1) / run(2)
