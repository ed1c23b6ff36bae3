"""Whether two threads or ranks of a submission are about as fast as the reference's two."""

from collections.abc import Iterator

from autograder.checks.both_at_work import (
    WORKERS,
    expect_some_sharing,
    expect_work_of_every_thread,
)
from autograder.checks.case import Case, call_text, workers_name
from autograder.checks.comparison import compare_with_reference, expect_fast_enough
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckBlockedError, CheckInconclusiveError, Failure
from autograder.checks.interleavings import what_is_wrong_in_some_order
from autograder.checks.prerequisites import MINIMAX, SERIAL, what_is_wrong_with_minimax
from autograder.checks.ratios import Ratios
from autograder.checks.stopwatch import Stopwatch, known_cost_cases, move_cases, score_cases
from autograder.checks.thresholds import Scale
from autograder.engines.engine import EngineKind
from autograder.engines.processor_time import available_cores
from autograder.engines.protocol import ModuleName, Question
from autograder.truth.rules import board_text


def expect_parallel_speed(examiner: Examiner, module: ModuleName) -> None:
    """Check that two workers are about as fast as the reference's two.

    Raises:
        CheckFailedError: they are slower.
        CheckInconclusiveError: this machine cannot show it, or not now.
    """
    if available_cores() < WORKERS:
        raise CheckInconclusiveError(
            f"This machine has fewer than {WORKERS} cores for the grader: two workers cannot be "
            "faster here, so it is not judged."
        )
    if module == "threads":
        _expect_right_threads(examiner)
    expect_some_sharing(examiner, module)
    kind = EngineKind(module, WORKERS)
    question = Question(module=module, function="computer_move", n_threads=WORKERS)
    wrong = what_is_wrong_with_minimax(examiner)
    if wrong:
        examiner.stand_ins.append(
            "a search of known cost stood in for your minimax, which does not work yet"
        )
    cases = known_cost_cases(examiner.seed) if wrong else move_cases(examiner.seed)
    stopwatch = Stopwatch(examiner, kind, question)
    if not examiner.engines.has_reference:
        _tell_own_speed_up(examiner, module, cases)
    scale = examiner.thresholds.parallel
    measured = compare_with_reference(examiner, stopwatch, cases, scale)
    ratios = Ratios(tuple(measured.ratios))
    examiner.notes.append(
        f"your two {workers_name(module)} take {ratios} times the reference's time"
    )
    examiner.measured["ratio"] = round(ratios.median, 3)
    if not wrong:
        speed_up = _speed_up(examiner, stopwatch, next(cases))
        examiner.measured["speed_up"] = round(speed_up, 3)
        examiner.notes.append(f"speed-up {speed_up:.2f} over the serial reference")
    if module == "threads" and not wrong:
        expect_work_of_every_thread(stopwatch, cases)
    case = next(cases)

    def failure(ratios: Ratios) -> Failure:
        busy = measured.asked_seconds / max(measured.wall_seconds, 1e-9)
        return Failure(
            sentence=f"Two {workers_name(module)} are slower than they could be.",
            board=board_text(case.call.board),
            call=call_text(kind, "computer_move", case.call),
            returned=f"{ratios} times the reference's time, {busy:.1f} cores busy",
            expected=f"at most {scale.full:.2g} times for full marks; none from {scale.none:.2g}",
            why="The searches of different squares must run at the same time, and each must be "
            "compiled and free of the GIL: start all workers before you wait for one, and hold no "
            "lock while you search.",
        )

    if not wrong and ratios.interval.high > scale.full:
        scale = _allowing_for_own_search(examiner, scale)
    expect_fast_enough(examiner, measured, scale, failure)


def _allowing_for_own_search(examiner: Examiner, scale: Scale) -> Scale:
    """Return the scale for workers whose own search takes longer than the reference's.

    What it may take for full marks has its own check, and costs nobody points a second time.
    """
    stopwatch = Stopwatch(examiner, SERIAL, MINIMAX)
    cases = stopwatch.unlike_one_another(score_cases(examiner.seed))
    serial = examiner.thresholds.serial
    measured = compare_with_reference(examiner, stopwatch, cases, serial)
    ratios = Ratios(tuple(measured.ratios))
    times = min(max(ratios.interval.low, 1.0), serial.full)
    if times > 1.0:
        examiner.notes.append(f"your own search takes {ratios} times, which is allowed for")
    return Scale(full=times * scale.full, none=times * scale.none)


def _expect_right_threads(examiner: Examiner) -> None:
    """Check that luck plays no part: threads that lose a race or wait for ever do not always do so.

    Raises:
        CheckBlockedError: in some order of turns they do.
    """
    wrong = what_is_wrong_in_some_order(examiner)
    if wrong:
        raise CheckBlockedError(
            f"Time counts once your threads are right in whatever order they take turns. {wrong}"
        )


def _speed_up(examiner: Examiner, stopwatch: Stopwatch, case: Case) -> float:
    """Return the speed-up over the reference's serial search: a slow one of your own buys none."""
    serial = Question(module="serial", function="computer_move")
    examiner.ask_reference(SERIAL, serial, case)  # compiles, if it has not been asked before
    seconds = examiner.ask_reference(SERIAL, serial, case).wall_seconds
    return seconds / stopwatch.ask_student(case).wall_seconds


def _tell_own_speed_up(examiner: Examiner, module: ModuleName, cases: Iterator[Case]) -> None:
    """Say how much faster two workers are than one, where there is no reference to compare with.

    Raises:
        CheckInconclusiveError: always.
    """
    stopwatches = {}
    for workers in (1, WORKERS):
        question = Question(module=module, function="computer_move", n_threads=workers)
        stopwatch = Stopwatch(examiner, EngineKind(module, workers), question)
        stopwatch.ask_student(next(cases))
        stopwatches[workers] = stopwatch
    ratios = Ratios(
        tuple(
            stopwatches[1].ask_student(case).wall_seconds
            / stopwatches[WORKERS].ask_student(case).wall_seconds
            for case in (next(cases) for _ in range(examiner.thresholds.repeats))
        )
    )
    raise CheckInconclusiveError(
        f"Two {workers_name(module)} are {ratios} times as fast as one. Your grader compares them "
        "with the reference, which is not here."
    )
