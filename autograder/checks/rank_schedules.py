"""Prove that ranks share the work, and name the mistake where they do not."""

from collections import Counter
from collections.abc import Iterable

from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckFailedError
from autograder.checks.held_call import SHORT, HeldCall, hold_call, schedule_failure
from autograder.checks.timeline import list_schedule_makespan


def expect_ranks_together(examiner: Examiner) -> None:
    """Check that all ranks search at the same time, each its own squares.

    Round-robin and blocks are as quick as can be when all subtrees are alike. A rank that hands out
    squares while it searches makes others wait now and then, so a makespan up to halfway between
    equal shares and one rank alone is right.

    Raises:
        CheckFailedError: it takes longer, a rank is idle, or squares are searched twice or never.
    """
    for ranks in (2, 3):
        call = hold_call(examiner, "mpi", ranks, [SHORT] * 9)
        if call is None:
            continue
        best = list_schedule_makespan([SHORT] * 9, ranks)
        counts = Counter(search.claim.square for search in call.searches)
        shared = all(counts[square] == 1 for square in call.costs)
        everybody = len({search.claim.rank for search in call.searches}) == ranks
        if not (shared and everybody) or call.makespan > (best + sum(call.costs.values())) / 2:
            raise CheckFailedError(schedule_failure(call, *_ranks_not_together(call)))


def _ranks_not_together(call: HeldCall) -> tuple[str, str]:
    """Return what is wrong, and what to do about it: the first of these that applies."""
    by_rank = Counter(search.claim.rank for search in call.searches)
    squares = Counter(search.claim.square for search in call.searches)
    idle = [rank for rank in range(call.workers) if not by_rank[rank]]
    missing = [square for square in call.costs if not squares[square]]
    twice = [square for square in call.costs if squares[square] > 1]
    equal_shares = list_schedule_makespan(list(call.costs.values()), call.workers)
    own_share = "Let each rank search its own share, such as squares[rank::size]."
    findings = [
        (not call.searches, "search was never called.", "Call the search that was passed in."),
        (
            all(squares[square] == call.workers for square in call.costs),
            f"Every rank searches every square: with {call.workers} ranks the work is done "
            f"{call.workers} times.",
            own_share,
        ),
        (
            bool(missing),
            f"Nobody searches square {_listed(missing)}: the squares do not divide evenly among "
            "the ranks, and the rest is dropped.",
            "Check your shares with 9 squares and 2 ranks: squares[rank::size] leaves none out.",
        ),
        (
            len(idle) == call.workers - 1,
            f"Rank {_listed(by_rank)} does all the searching, the others wait.",
            own_share,
        ),
        (
            bool(twice),
            f"Square {_listed(twice)} is searched by more than one rank.",
            "Each square belongs to one rank.",
        ),
        (
            bool(idle),
            f"Rank {_listed(idle)} searches nothing while the others work.",
            "Every rank should search, the one that hands out the squares too.",
        ),
        (
            call.most_at_once == 1,
            "The ranks search one after the other: each waits for the one before.",
            "No rank may need another's result before its own searches are done: communicate "
            "before the loop and after it.",
        ),
        (
            True,
            f"The ranks wait for each other between searches: {call.makespan:.1f} s of simulated "
            f"time where {equal_shares:.1f} s are enough.",
            "Communicate before the loop and after it, and give every rank an equal share.",
        ),
    ]
    return next((sentence, advice) for applies, sentence, advice in findings if applies)


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
