"""Whether both of two workers are at work, which is seen without comparing times."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import msgspec

from autograder.checks.case import Case, call_text, workers_name
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckBlockedError, CheckFailedError, Failure
from autograder.checks.held_call import SHORT, hold_call, schedule_failure
from autograder.checks.stopwatch import Stopwatch
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import ModuleName
from autograder.truth.rules import board_text

WORKERS = 2
MOST_OF_ONE_THREAD = 0.85
"""Two threads that take squares when they are free come to 0.5, and to 0.7 at the worst."""

LEAST_TOGETHER = 0.3
"""Of the looks at threads: how often two must be at work. Those that wait for a core count."""

EQUAL_SEARCHES = 9
"""On the empty 3x3 board."""

LEAST_WORK_SECONDS = 0.03
LOOKS_AT_THREADS = 3
"""One thread must do nearly all the work in each: once, the other may have waited for a core."""


def expect_some_sharing(examiner: Examiner, module: ModuleName) -> None:
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


def expect_work_of_every_thread(stopwatch: Stopwatch, cases: Iterator[Case]) -> None:
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
