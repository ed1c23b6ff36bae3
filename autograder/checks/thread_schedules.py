"""Prove that threads share the work, and name the mistake where they do not."""

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median

from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckBlockedError, CheckFailedError
from autograder.checks.held_call import LONG, SHORT, HeldCall, hold_call, schedule_failure

ONE_AT_A_TIME = "one search at a time"
HANGS = "no answer while searches are held"
LOOKED = "threads were looked at together"


def expect_threads_together(examiner: Examiner) -> None:
    """Check that exactly n_threads searches run at the same time.

    Raises:
        CheckFailedError: fewer or more do; the sentence names the mistake.
    """
    examiner.remembered[LOOKED] = "yes"
    calls: list[HeldCall] = []
    for workers in (2, 3):
        with _remembering_a_hang(examiner):
            call = hold_call(examiner, "threads", workers, [SHORT] * 9)
        calls += [call] if call is not None else []
        if call is not None and call.most_at_once <= 1:
            examiner.remembered[ONE_AT_A_TIME] = "yes"
            break
    for call in calls:
        if call.most_at_once != call.workers:
            raise CheckFailedError(schedule_failure(call, *_not_together(call, calls)))


@contextmanager
def _remembering_a_hang(examiner: Examiner) -> Iterator[None]:
    """Remember a call that failed, so that it is not waited for again."""
    try:
        yield
    except CheckFailedError as error:
        examiner.remembered[HANGS] = error.failure.sentence
        raise


def _not_together(call: HeldCall, calls: Sequence[HeldCall]) -> tuple[str, str]:
    """Return what is wrong, and what to do about it."""
    n, at_once = call.workers, call.most_at_once
    if at_once == 0:
        return "search was never called.", "Call the search that was passed in."
    if at_once == 1:
        return _one_at_a_time(call)
    same_everywhere = len({other.most_at_once for other in calls}) == 1 and len(calls) > 1
    if same_everywhere:
        return (
            f"n_threads plays no part: {at_once} searches run at the same time, whether n_threads "
            f"is {' or '.join(str(other.workers) for other in calls)}.",
            "Start n_threads threads, or pass max_workers=n_threads to the executor.",
        )
    if at_once > n:
        return (
            f"More threads search than were asked for: {at_once} at the same time with "
            f"n_threads={n}.",
            "Start n_threads threads and let each take one square after the other; a thread for "
            "every square is too many.",
        )
    return (
        f"Too few threads search: {at_once} at the same time with n_threads={n}.",
        "All n_threads threads must search; look at how many you start.",
    )


def _one_at_a_time(call: HeldCall) -> tuple[str, str]:
    claims = [search.claim for search in call.searches]
    if all(claim.in_main_thread for claim in claims):
        return (
            "All searches run one after the other in the thread that called computer_move: this is "
            "the serial loop.",
            "Start n_threads threads and let them search.",
        )
    # The first search may come before the others are started, the last after they have ended.
    usually_there = median(claim.threads for claim in claims)
    if usually_there > call.workers:
        return (
            "The threads wait for each other: a lock is held while a thread searches.",
            "Hold the lock only to take a square and to compare with the best so far, not while "
            "you search.",
        )
    if len(call.names) == 1:
        return (
            "One thread does all the searching, there is no other meanwhile.",
            "Start all threads before you join the first, and let each take a square, search it "
            "and take the next; a pool needs max_workers=n_threads.",
        )
    return (
        "Only one thread exists at a time: each is started and waited for before the next.",
        "Start all threads first, then join them all; with an executor, submit everything before "
        "you ask for the first result.",
    )


def expect_dynamic(examiner: Examiner) -> None:
    """Check that no thread is idle while a square waits, though one subtree takes very long.

    Raises:
        CheckFailedError: squares wait behind the long subtree although another thread is free.
    """
    _find_out_whether_together(examiner)
    if ONE_AT_A_TIME in examiner.remembered:
        raise CheckBlockedError("Only one search runs at a time, so nothing is shared out yet.")
    if HANGS in examiner.remembered:
        raise CheckBlockedError(
            f"threads.at_the_same_time comes first: {examiner.remembered[HANGS]}"
        )
    for workers, long_square in ((2, 0), (3, 8), (2, 8), (3, 0)):
        costs = [LONG if square == long_square else SHORT for square in range(9)]
        call = hold_call(examiner, "threads", workers, costs)
        if call is None:
            continue
        if sorted(search.claim.square for search in call.searches) != sorted(call.costs):
            raise CheckBlockedError(
                "Every square must be searched once before the schedule can be judged: see "
                "threads.search_calls."
            )
        late = _waited_needlessly(call)
        if late is not None:
            raise CheckFailedError(schedule_failure(call, *late))


def _find_out_whether_together(examiner: Examiner) -> None:
    """Remember how threads.at_the_same_time fails, unless it has been run: a check stands alone."""
    if LOOKED not in examiner.remembered:
        with examiner.all_cases(), contextlib.suppress(CheckFailedError):
            expect_threads_together(examiner)


def _waited_needlessly(call: HeldCall) -> tuple[str, str] | None:
    """Return what to say if some search began while a worker had long been idle."""
    for search in call.searches:
        busy = [s for s in call.searches if s.start < search.start < s.end]
        just_before = search.start - SHORT / 2
        running = [s for s in call.searches if s.start < just_before < s.end]
        if just_before > 0 and len(running) < call.workers:
            what = ", ".join(str(s.claim.square) for s in busy or running)
            return (
                f"Square {search.claim.square} waits although a thread is free: the squares are "
                f"dealt out beforehand, and some stay behind the long subtree (square {what} is "
                "still being searched).",
                "Let each thread take the next square when it is free (dynamic scheduling).",
            )
    return None
