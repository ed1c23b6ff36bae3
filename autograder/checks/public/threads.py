from autograder.checks.examiner import Examiner
from autograder.checks.interleavings import expect_every_interleaving
from autograder.checks.positions import tie_cases
from autograder.checks.sharing import (
    expect_board_unchanged,
    expect_every_position,
    expect_moves,
    expect_own_search,
    expect_search_calls,
)
from autograder.checks.thread_schedules import expect_dynamic, expect_threads_together


def check_every_position(examiner: Examiner) -> None:
    """Two threads find the serial move on every position that is not over.

    The scores are given here, so your minimax plays no part: look at how the squares are handed out
    and how the best of them is kept.
    """
    expect_every_position(examiner, "threads", 2)


def check_ties(examiner: Examiner) -> None:
    """Among equal scores the lowest square wins, whichever thread finishes first.

    Compare the squares too when the scores are equal.
    """
    for workers in (2, 3):
        expect_moves(examiner, "threads", workers, tie_cases())


def check_own_search(examiner: Examiner) -> None:
    """With your own minimax, threads and serial play the same square.

    When `search` is left out, your minimax is used.
    """
    expect_own_search(examiner, "threads")


def check_search_calls(examiner: Examiner) -> None:
    """`search` is called once for every legal square, on a private board.

    Call the `search` that was passed in, not minimax itself.
    """
    expect_search_calls(examiner, "threads", 3)


def check_board_unchanged(examiner: Examiner) -> None:
    """The caller's board is as it was, and the result is an int.

    Give every search a copy of the board.
    """
    expect_board_unchanged(examiner, "threads")


def check_at_the_same_time(examiner: Examiner) -> None:
    """Exactly n_threads searches run at the same time.

    Start all threads before you wait for one, hold no lock while you search, and let n_threads
    decide how many there are.
    """
    expect_threads_together(examiner)


def check_dynamic(examiner: Examiner) -> None:
    """A thread that is free takes the next square, however long another square takes.

    Squares dealt out beforehand wait behind a long subtree: hand them out one by one.
    """
    expect_dynamic(examiner)


def check_interleavings(examiner: Examiner) -> None:
    """The move is right in whatever order the threads take turns.

    Your code is run under many schedules, one thread at a time: what two threads share may only be
    read and changed under one lock.
    """
    expect_every_interleaving(examiner)
