"""Nobody fools, stops or robs the grader: each hostile submission gets what its code deserves.

This is the short form, for CI: a hostile submission is graded by one check of each part that it
should fail, inside bubblewrap. `ttt audit --kind hostile --every-check` is the long one.
"""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import BUBBLEWRAP, ROOT
from specimens import chosen_specimens

from autograder.audit.audit import WITNESS_CHECKS, Audited, AuditOptions, audit_one
from autograder.audit.corpus import Specimen, corpus_folder, read_corpus
from autograder.audit.scene import planted_canary, prepared_scene

HOSTILE = read_corpus(corpus_folder(), ("hostile",))
AT_ONCE = 3  # many wait for a time limit

# What it leaves behind must not be mixed up with what other tests do meanwhile.
pytestmark = [BUBBLEWRAP, pytest.mark.alone]


@pytest.fixture(scope="module")
def audits(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shorter_waits: Path
) -> Iterator[dict[str, Future[Audited]]]:
    """Start auditing every chosen specimen, some at a time."""
    chosen = chosen_specimens(request)
    options = AuditOptions(isolation="bubblewrap", rubric=shorter_waits, quick=True)
    caches = tmp_path_factory.mktemp("caches")
    with planted_canary(), ThreadPoolExecutor(AT_ONCE) as pool:
        yield {
            specimen.name: pool.submit(audit_one, specimen, options, caches)
            for specimen in HOSTILE
            if specimen.name in chosen
        }


def test_there_are_enough_of_them():
    assert len(HOSTILE) >= 60
    assert all("bubblewrap" in specimen.holds for specimen in HOSTILE)


@pytest.mark.parametrize("specimen", HOSTILE, ids=lambda specimen: specimen.name)
def test_it_gains_nothing_reads_nothing_and_leaves_nothing(
    specimen: Specimen, audits: dict[str, Future[Audited]]
):
    audited = audits[specimen.name].result()
    assert [str(finding) for finding in audited.findings] == []
    assert not audited.survived


def test_the_next_submission_is_graded_as_ever(audits: dict[str, Future[Audited]], tmp_path: Path):
    for audited in audits.values():
        audited.result()
    with prepared_scene(tmp_path) as scene:
        arguments = [word for check in WITNESS_CHECKS for word in ("--only", check)]
        result = scene.grade(ROOT / "solution", arguments, 120.0)
    assert result is not None
    assert {check.outcome for check in result.checks} == {"passed"}
