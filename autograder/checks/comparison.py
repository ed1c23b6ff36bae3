"""Time a submission beside the reference, in turn, so that what disturbs one disturbs the other.

Each repetition asks both for the same position, one that neither has seen, and, where the verdict
is not clear after the first few, the reference once more. How far it strays from itself says
whether the machine is quiet enough to judge; if it is not, the check is inconclusive and nobody
loses points.
"""

from collections.abc import Callable, Iterator

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import (
    TOO_BUSY,
    CheckFailedError,
    CheckInconclusiveError,
    Failure,
)
from autograder.checks.ratios import Ratios, credit
from autograder.checks.stopwatch import Measured, Stopwatch
from autograder.checks.thresholds import Scale

HIDDEN_WORK = 0.25
"""Processor time outside the questions, as a part of that inside, that is work done in secret."""

LEAST_HIDDEN_SECONDS = 0.15
LEAST_LOOKS = 4
"""How often the reference is timed twice before anybody is called slow."""


def compare_with_reference(
    examiner: Examiner, stopwatch: Stopwatch, cases: Iterator[Case], scale: Scale
) -> Measured:
    """Measure until the verdict is clear, or for as long as the rubric allows."""
    stopwatch.end_other_engines()
    warm_up = next(cases)  # compiles, starts threads, fills caches
    stopwatch.ask_student(warm_up)
    stopwatch.ask_reference(warm_up)
    measured = Measured()
    least = examiner.thresholds.repeats
    used_before = stopwatch.student.processor_seconds
    for repeat in range(examiner.thresholds.most_repeats):
        case = next(cases)
        stopwatch.measure(case, measured, student_first=repeat % 2 == 0)
        if repeat >= least:  # not clear yet: from now on look at the machine as well
            stopwatch.measure_again(case, measured)
        if repeat + 1 >= least:
            interval = Ratios(tuple(measured.ratios)).interval
            clearly_slow = interval.low >= scale.none and len(measured.quiet) >= LEAST_LOOKS
            if interval.high <= scale.full or clearly_slow:
                break
    used = stopwatch.student.processor_seconds - used_before
    measured.idle_seconds = used - measured.asked_seconds
    return measured


def expect_fast_enough(
    examiner: Examiner, measured: Measured, scale: Scale, failure: Callable[[Ratios], Failure]
) -> None:
    """Judge what was measured.

    Raises:
        CheckFailedError: slower than full marks allow, by the end of the interval that is kinder.
        CheckInconclusiveError: the machine was not quiet enough to tell.
    """
    ratios, quiet = Ratios(tuple(measured.ratios)), Ratios(tuple(measured.quiet))
    if measured.idle_seconds > max(LEAST_HIDDEN_SECONDS, HIDDEN_WORK * measured.asked_seconds):
        raise CheckFailedError(_hidden_work(measured))
    if ratios.interval.high <= scale.full:
        return
    too_noisy = quiet.spread > examiner.thresholds.quiet_spread
    earned = credit(ratios.interval.low, scale.full, scale.none)
    if too_noisy or earned == 1.0:
        raise CheckInconclusiveError(
            f"{TOO_BUSY} to judge: the reference took {quiet.spread:.2f} times as "
            f"long as just before, and your code {ratios} times as long as the reference."
        )
    raise CheckFailedError(failure(ratios), earned)


def _hidden_work(measured: Measured) -> Failure:
    return Failure(
        sentence="Your code works while nobody asks it.",
        returned=f"{measured.idle_seconds:.1f} s of processor time between the questions, "
        f"{measured.asked_seconds:.1f} s during them",
        expected="no work between two calls",
        why="Time is measured from the call to the answer: threads and processes of yours must be "
        "idle when computer_move has returned.",
    )
