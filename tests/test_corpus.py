"""The grader is right: each submission of the corpus fails the checks it should and no others.

This is the short form, for CI: a specimen is graded by the checks that its files can matter to,
and one whose mistake only a schedule or a race gives away by the checks that look for those. Run
`pytest tests/test_corpus.py --every-check` to grade every specimen by every check; it takes about
an hour on two cores.
"""

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.audit.audit import parts_touched, timings_touched
from autograder.audit.corpus import Specimen, corpus_folder, read_corpus, write_submission
from autograder.audit.verdicts import judge_verdicts
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.result import CheckResult, Result
from autograder.grading.rubric import read_rubric

RIGHT, WRONG = (read_corpus(corpus_folder(), (kind,)) for kind in ("right", "wrong"))
ALL = [*RIGHT, *WRONG]
PROOFS = (
    *("threads.at_the_same_time", "threads.dynamic", "threads.interleavings"),
    *("mpi.at_the_same_time", "mpi.few_messages"),
)
# Some seconds each: they start many ranks, ask every position or explore many schedules.
SLOW = frozenset(
    {
        *("threads.every_position", "threads.interleavings", "minimax.four_by_four"),
        *("mpi.rank_counts", "mpi.more_ranks_than_squares", "mpi.at_the_same_time"),
    }
)


def worth_timing() -> list[Specimen]:
    """Return half of the wrong submissions whose mistake has to do with time, and some right ones.

    The schedule checks look at the same mistakes in all of them, and no clock plays a part there.
    """
    slow = [s for s in WRONG if any(name.startswith("timing.") for name in s.fails)]
    return [*RIGHT[::6], *slow[::2]]


def checks_that_matter(specimen: Specimen) -> tuple[str, ...]:
    """Return the checks that the patched files can matter to, but for those that luck decides.

    A wrong submission skips slow checks that it should pass; the right ones pass them often enough.
    """
    touched = parts_touched(specimen)
    expected = specimen.fails | specimen.blocked
    only_by_proof = specimen.fails and specimen.fails <= set(PROOFS)
    return tuple(
        name
        for name in (PROOFS if only_by_proof else read_rubric().checks)
        if name not in specimen.perhaps
        and any(name == part or name.startswith(f"{part}.") for part in touched)
        and not (specimen.fails and name in SLOW and name not in expected)
    )


def grade(specimen: Specimen, only: tuple[str, ...], folder: Path, rubric: Path) -> Result:
    """Grade one specimen; runs in a process of its own."""
    submission = write_submission(specimen, folder / only[0])
    return grade_submission(submission, GradingOptions(only=only, rubric=rubric), lambda _: None)


@pytest.fixture(scope="module")
def gradings(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shorter_waits: Path
) -> Iterator[dict[str, Future[Result]]]:
    """Start grading every chosen specimen, two at a time; timing comes later and alone."""
    every_check = request.config.getoption("--every-check")
    chosen = {
        item.callspec.params["specimen"].name
        for item in request.session.items
        if getattr(item, "callspec", None) and "specimen" in item.callspec.params
    }
    folder = tmp_path_factory.mktemp("corpus")
    everything = tuple(part for part in read_rubric().parts if part != "timing")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield {
            specimen.name: pool.submit(
                grade,
                specimen,
                everything if every_check else checks_that_matter(specimen),
                folder,
                shorter_waits,
            )
            for specimen in ALL
            if specimen.name in chosen
        }


def test_the_corpus_is_large_enough():
    assert len(RIGHT) >= 15
    assert len(WRONG) >= 40
    assert not any(specimen.fails for specimen in RIGHT)
    assert all(specimen.fails for specimen in WRONG)


def test_every_check_is_failed_by_some_wrong_submission():
    caught = frozenset().union(*(specimen.fails for specimen in WRONG))
    assert caught == set(read_rubric().checks)


@pytest.mark.parametrize("specimen", ALL, ids=lambda specimen: specimen.name)
def test_it_fails_what_it_should_and_nothing_else(
    specimen: Specimen, gradings: dict[str, Future[Result]]
):
    checks = gradings[specimen.name].result().checks
    assert judge_verdicts(specimen, checks) == [], described(checks)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Time those submissions whose mistake has to do with time, or all of them if asked."""
    if "timed" in metafunc.fixturenames:
        every_check = metafunc.config.getoption("--every-check")
        timed = ALL if every_check else worth_timing()
        metafunc.parametrize("timed", timed, ids=lambda specimen: specimen.name)


def test_its_time_is_judged_rightly(
    timed: Specimen, gradings: dict[str, Future[Result]], tmp_path: Path, shorter_waits: Path
):
    wait(gradings.values())  # nothing else may use the cores now
    checks = grade(timed, timings_touched(timed), tmp_path, shorter_waits).checks
    assert judge_verdicts(replace(timed, says=""), checks) == [], described(checks)


def described(checks: Sequence[CheckResult]) -> str:
    """Return the sentences of the failures, for whoever reads the test's report."""
    return "\n".join(f"{c.name}: {c.failure.sentence}" for c in checks if c.failure)
