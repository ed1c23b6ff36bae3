"""Keep luck out of what threads are asked: where their order matters, one runs at a time.

A race is found for certain, and has a check of its own. In the other checks it would come up or
not, so that the same submission had other points tomorrow. There each thread runs until it waits,
searches or ends, always in the same order, and what is wrong in every order is still wrong.
"""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import (
    CheckBlockedError,
    CheckFailedError,
    CheckInconclusiveError,
)
from autograder.checks.interleavings import expect_every_interleaving
from autograder.checks.positions import sample
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import Interleaving

ORDER_MATTERS = "whether the order of the threads matters"
NOTE = "asked one thread at a time: see threads.interleavings"
MOST_IN_TURN = 1_000
"""Cases of a check: a turn costs milliseconds, and every position has thousands of them."""


def without_luck(
    examiner: Examiner, kind: EngineKind, cases: Sequence[Case]
) -> tuple[EngineKind, list[Case]]:
    """Return the engine and the cases as they are to be asked, so that luck decides nothing."""
    if kind.module != "threads" or not _order_matters(examiner):
        return kind, list(cases)
    if NOTE not in examiner.notes:
        examiner.notes.append(NOTE)
    in_turn = Interleaving(timed=True)
    # A case that somebody chose is asked even if it would not be in the sample.
    asked = cases if examiner.chosen_case is not None else sample(cases, MOST_IN_TURN)
    if len(asked) < len(cases):
        examiner.notes.append(f"{len(asked):,} of {len(cases):,} positions were asked")
    taking_turns = [
        replace(case, call=msgspec.structs.replace(case.call, interleaving=in_turn))
        for case in asked
    ]
    return replace(kind, controlled_threads=True), taking_turns


def _order_matters(examiner: Examiner) -> bool:
    """Find out once, whatever case was chosen: a check can be run alone."""
    if ORDER_MATTERS not in examiner.remembered:
        notes = list(examiner.notes)
        with examiner.all_cases():
            examiner.remembered[ORDER_MATTERS] = "yes" if _goes_wrong(examiner) else ""
        examiner.notes[:] = notes
    return bool(examiner.remembered[ORDER_MATTERS])


def _goes_wrong(examiner: Examiner) -> bool:
    try:
        expect_every_interleaving(examiner)
    except CheckInconclusiveError:
        return False
    except CheckBlockedError:
        return not examiner.reaches_in
    except CheckFailedError:
        return True
    return False
