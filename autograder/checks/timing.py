"""Time a submission beside the reference, in turn, so that what disturbs one disturbs the other.

Each repetition asks both for the same position, one that neither has seen, and then the reference
once more. How far the reference strays from itself says whether the machine is quiet enough to
judge; if it is not, the check is inconclusive and nobody loses points.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import msgspec

from autograder.checks.case import Case, call_text
from autograder.checks.examiner import Examiner
from autograder.checks.failure import (
    TOO_BUSY,
    CheckBlockedError,
    CheckFailedError,
    CheckInconclusiveError,
    Failure,
)
from autograder.checks.held_call import SHORT, hold_call, schedule_failure
from autograder.checks.interleavings import what_is_wrong_in_some_order
from autograder.checks.prerequisites import MINIMAX, SERIAL, what_is_wrong_with_minimax
from autograder.checks.ratios import Ratios, credit
from autograder.checks.stopwatch import (
    Measured,
    Stopwatch,
    known_cost_cases,
    move_cases,
    score_cases,
)
from autograder.checks.thresholds import Scale
from autograder.engines.engine import EngineKind
from autograder.engines.processor_time import available_cores
from autograder.engines.protocol import ModuleName, Question
from autograder.truth.rules import board_text

WORKERS = 2
HIDDEN_WORK = 0.25
"""Processor time outside the questions, as a part of that inside, that is work done in secret."""

LEAST_HIDDEN_SECONDS = 0.15
MOST_OF_ONE_THREAD = 0.85
"""Two threads that take squares when they are free come to 0.5, and to 0.7 at the worst."""

LEAST_TOGETHER = 0.3
"""Of the looks at threads: how often two must be at work. Those that wait for a core count."""

EQUAL_SEARCHES = 9
"""On the empty 3x3 board."""

LEAST_WORK_SECONDS = 0.03
LOOKS_AT_THREADS = 3
"""One thread must do nearly all the work in each: once, the other may have waited for a core."""

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


# --- two workers beside the reference's two ----------------------------------------------------


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
    _expect_some_sharing(examiner, module)
    kind = EngineKind(module, WORKERS)
    question = Question(module=module, function="computer_move", n_threads=WORKERS)
    wrong = what_is_wrong_with_minimax(examiner)
    if wrong:
        examiner.stand_ins.append(
            "a search of known cost stood in for your minimax, which does not work yet"
        )
    cases = known_cost_cases(examiner.seed) if wrong else move_cases(examiner.seed)
    stopwatch = Stopwatch(examiner, kind, question)
    if not examiner.has_reference:
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
        _expect_work_of_every_thread(stopwatch, cases)
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


def _expect_some_sharing(examiner: Examiner, module: ModuleName) -> None:
    """Check that equal searches end sooner with two workers than with one.

    Who shares nothing out would be near the end of the scale on a quiet machine and anywhere on a
    busy one. Here it is seen without a clock, and is the same tomorrow.

    Raises:
        CheckFailedError: they do not, so that no time need be taken.
    """
    call = None
    # What goes wrong in this call has checks of its own.
    with examiner.all_cases(), contextlib.suppress(CheckFailedError, CheckBlockedError):
        call = hold_call(examiner, module, WORKERS, [SHORT] * EQUAL_SEARCHES)
    if call is None or not call.searches:
        return
    alone = sum(call.costs.values())
    if call.makespan >= alone - SHORT / 2:
        names = workers_name(module)
        raise CheckFailedError(
            schedule_failure(
                call,
                f"Two {names} take as long as one on any machine: the searches run one after "
                "the other, or every one of them twice.",
                f"See {module}.at_the_same_time, which says what keeps the {names} apart.",
            )
        )


def _expect_work_of_every_thread(stopwatch: Stopwatch, cases: Iterator[Case]) -> None:
    """Check that no thread does nearly all the work, and that they do not take turns.

    On a busy machine no clock shows that.

    Raises:
        CheckFailedError: so it is in every call; in a single one a thread may have had to wait.
    """
    for case in islice(cases, LOOKS_AT_THREADS):
        watched = replace(case, call=msgspec.structs.replace(case.call, watched=True))
        reply = stopwatch.ask_student(watched)
        used = [seconds for rank in reply.cpu_seconds for _, seconds in rank]
        if sum(used) < LEAST_WORK_SECONDS or reply.together is None:
            return
        shared_out = max(used) < MOST_OF_ONE_THREAD * sum(used)
        if shared_out and reply.together >= LEAST_TOGETHER:
            return
    together = reply.together if shared_out else None
    failure = _one_thread_works(used) if together is None else _threads_take_turns(together)
    call = call_text(EngineKind("threads", WORKERS), "computer_move", case.call)
    board = board_text(case.call.board)
    raise CheckFailedError(msgspec.structs.replace(failure, board=board, call=call))


def _one_thread_works(used: list[float]) -> Failure:
    return Failure(
        sentence=f"With your own minimax one thread does {max(used) / sum(used):.0%} of the work.",
        returned=f"{max(used):.2f} s of processor time in one thread, "
        f"{sum(used) - max(used):.2f} s in all the others",
        expected="about as much work in each thread",
        why="The squares must be shared out whichever search is used, your own as well.",
    )


def _threads_take_turns(together: float) -> Failure:
    return Failure(
        sentence="With your own minimax the threads take turns: while one runs, the others wait.",
        returned=f"two threads at work in {together:.0%} of the looks at them",
        expected="two threads at work most of the time",
        why="A search holds the GIL unless it and all that it calls is compiled with nogil=True.",
    )


def workers_name(module: ModuleName) -> str:
    """Return what the workers of a module are called."""
    return "threads" if module == "threads" else "ranks"


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


# --- the serial search beside the reference's --------------------------------------------------


def expect_serial_speed(examiner: Examiner) -> None:
    """Check that minimax is about as fast as the reference's.

    Raises:
        CheckFailedError: it is slower.
        CheckInconclusiveError: there is no reference, or the machine is not quiet enough.
    """
    if not examiner.has_reference:
        raise CheckInconclusiveError("The reference solution is not here to be measured beside.")
    stopwatch = Stopwatch(examiner, SERIAL, MINIMAX)
    scale = examiner.thresholds.serial
    cases = stopwatch.unlike_one_another(score_cases(examiner.seed))
    measured = compare_with_reference(examiner, stopwatch, cases, scale)
    ratios = Ratios(tuple(measured.ratios))
    examiner.notes.append(f"your search takes {ratios} times as long as the reference's")
    examiner.measured["ratio"] = round(ratios.median, 3)
    processor = Ratios(tuple(measured.processor_ratios))
    if ratios.interval.low > scale.full >= processor.interval.low:
        raise CheckInconclusiveError(
            f"Your search took {ratios} times as long as the reference's, but only {processor} "
            "times its processor time: too noisy to judge."
        )
    board = next(cases).call.board

    def failure(ratios: Ratios) -> Failure:
        return Failure(
            sentence="The serial search is too slow.",
            board=board_text(board),
            call="minimax(board, player, depth=0)",
            returned=f"{ratios} times the reference's time",
            expected=f"at most {scale.full:g} times for full marks; none from {scale.none:g} times",
            why="A plain search compiled by numba is fast; Python objects inside it are not.",
        )

    expect_fast_enough(examiner, measured, scale, failure)
