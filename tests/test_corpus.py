"""The grader is right: each submission of the corpus fails the checks it should and no others.

This is the short form, for CI: as many of the wrong submissions as it takes for every check to fail
one of them, by one check of each part that they should fail, and by one besides; of the right ones
every fourth by what its files can matter to, the slowest checks left out where others will do.
`ttt audit` is the long form.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from specimens import described, grade_specimen

from autograder.assignment.files import RUNG_FILES
from autograder.audit.audit import parts_touched
from autograder.audit.corpus import Specimen, corpus_folder, read_corpus
from autograder.audit.verdicts import judge_verdicts
from autograder.grading.rubric import DEFAULT_RUBRIC, read_rubric

RIGHT, WRONG = (read_corpus(corpus_folder(), (kind,)) for kind in ("right", "wrong"))
# Some seconds each: they start many ranks, ask every position or explore many schedules.
SLOW = frozenset(
    {
        *("threads.every_position", "threads.interleavings", "minimax.four_by_four"),
        *("mpi.rank_counts", "mpi.more_ranks_than_squares", "mpi.at_the_same_time"),
    }
)


# The first of these explores the schedules too, which takes long unless one of them is wrong.
EXPLORING = frozenset(
    {
        *("threads.ties", "threads.own_search", "threads.search_calls", "threads.board_unchanged"),
        *("threads.thread_counts", "threads.lost_positions", "threads.four_by_four"),
    }
)


def chosen_checks(specimen: Specimen) -> tuple[str, ...]:
    """Return the checks to grade by, but for those that luck decides."""
    touched = parts_touched(specimen)
    of_files = [
        name
        for name in read_rubric().checks
        if any(name == part or name.startswith(f"{part}.") for part in touched)
        and name not in specimen.perhaps
        and not (specimen.touches("serial.py") and name.endswith(".own_search"))
    ]
    expected = [name for name in of_files if name in specimen.fails | specimen.blocked]
    if len(expected) > 1:
        expected = [name for name in expected if name != "threads.every_position"]
    wrong_in_some_order = "threads.interleavings" in specimen.fails | specimen.blocked
    slow = SLOW if wrong_in_some_order or not specimen.fails else SLOW | EXPLORING
    passed = [name for name in of_files if name not in specimen.fails | specimen.blocked | slow]
    if not specimen.fails:
        return (*passed, *(name for name in of_files if name.endswith(".interleavings")))
    if is_of_search(specimen):  # what a search remembers depends on all it was asked before
        return (*expected, *passed)
    if specimen.says:  # some failure must say it, whichever
        return (*expected, *passed[:1])
    first_of_part = {name.partition(".")[0]: name for name in reversed(expected)}
    return (*first_of_part.values(), *passed[:1])


def is_of_search(specimen: Specimen) -> bool:
    return any(map(specimen.touches, ("serial.py", *RUNG_FILES)))


def enough(specimens: Sequence[Specimen]) -> list[Specimen]:
    """Return so many of them that each check fails one, if there is one."""
    caught: set[str] = set()
    chosen = []
    for specimen in specimens:
        catching = specimen.fails & {*chosen_checks(specimen)}
        if not catching <= caught:
            chosen.append(specimen)
            caught |= catching
    return chosen


WAITED_IN_VAIN = ("hangs", "did not return within")  # which a busy machine can bring about
GRADED = [*RIGHT[::4], *enough(WRONG)]


def test_the_corpus_is_large_enough():
    assert len(RIGHT) >= 15
    assert len(WRONG) >= 40
    assert not any(specimen.fails for specimen in RIGHT)
    assert all(specimen.fails for specimen in WRONG)


def test_every_check_is_failed_by_some_wrong_submission():
    caught = frozenset().union(*(specimen.fails for specimen in WRONG))
    assert caught == set(read_rubric().checks)


def test_every_check_fails_a_submission_here():
    failed = {name for specimen in GRADED for name in specimen.fails & {*chosen_checks(specimen)}}
    # Long ones: test_corpus_timing.py has those of time, audit/test_hostile.py every position.
    elsewhere = {"threads.every_position"} | {n for n in read_rubric().checks if "timing." in n}
    assert failed == set(read_rubric().checks) - elsewhere


@pytest.mark.parametrize("specimen", GRADED, ids=lambda specimen: specimen.name)
def test_it_fails_what_it_should_and_nothing_else(
    specimen: Specimen, tmp_path: Path, shorter_waits: Path, longer_waits: Path
):
    only = chosen_checks(specimen)
    # Right ones do not hang, and a busy machine may keep them waiting.
    rubric = shorter_waits if specimen.fails else DEFAULT_RUBRIC
    checks = grade_specimen(specimen, only, tmp_path / "first", rubric).checks
    if judge_verdicts(specimen, checks) and any(
        words in described(checks) for words in WAITED_IN_VAIN
    ):
        checks = grade_specimen(specimen, only, tmp_path / "again", longer_waits).checks
    assert judge_verdicts(specimen, checks) == [], described(checks)
