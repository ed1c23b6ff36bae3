from dataclasses import replace

from autograder.checks.examiner import Examiner
from autograder.checks.rounds import (
    LONG_BUDGET,
    expect_in_time,
    expect_last_round,
    expect_of_looks,
    expect_own_search_to_stop,
    expect_squares,
    round_cases,
    stale_best,
    wrong_rounds,
)


def check_last_round(examiner: Examiner) -> None:
    """When the time is up, the best square of the last round that ended comes back.

    What the unfinished round has found is thrown away. Among equals the lowest square counts.
    """
    expect_last_round(examiner, round_cases(24, endless=True))


def check_early_end(examiner: Examiner) -> None:
    """Once the last square has been looked at, the answer is there, however much time is left.

    Do not wait for the timer: cancel it.
    """
    expect_squares(examiner, round_cases(24, endless=False, budget=LONG_BUDGET))


def check_rounds(examiner: Examiner) -> None:
    """Every round searches each free square once, one ply deeper than the round before.

    The first has 0 plies, the last one less than there are free squares.
    """
    cases = round_cases(24, endless=False, budget=LONG_BUDGET)
    expect_of_looks(examiner, cases, wrong_rounds)


def check_best_so_far(examiner: Examiner) -> None:
    """Whoever looks at `best` meanwhile sees the best square of the round before.

    Write it as soon as a round has ended, and a free square before the first.
    """
    cases = round_cases(24, endless=False, budget=LONG_BUDGET)
    expect_of_looks(examiner, cases, stale_best)


def check_in_time(examiner: Examiner) -> None:
    """The square is there when the time is up, and not much later.

    Something has to set `stop` while the search runs, such as a threading.Timer.
    """
    expect_in_time(examiner)


def check_own_search_stops(examiner: Examiner) -> None:
    """Your own search is stopped too, in the midst of its work.

    Compiled code lets no Python run in its own thread: another thread has to say stop.
    """
    expect_own_search_to_stop(examiner)


def check_board_unchanged(examiner: Examiner) -> None:
    """The caller's board is as it was.

    Put the stones on a copy: board_after makes one.
    """
    cases = [replace(case, expected=None) for case in round_cases(12, endless=True)]
    expect_squares(examiner, cases, judged="manner")
