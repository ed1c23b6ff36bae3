"""Submissions of the corpus for single tests."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from autograder.audit.corpus import Specimen, corpus_folder, read_corpus, write_submission
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.result import CheckResult, Result


def specimen(name: str) -> Specimen:
    """Return the specimen of this name."""
    return next(s for s in read_corpus(corpus_folder()) if s.name == name)


def chosen_specimens(request: pytest.FixtureRequest) -> frozenset[str]:
    """Return the names of the specimens that the tests of this run were chosen for."""
    return frozenset(
        item.callspec.params["specimen"].name
        for item in request.session.items
        if getattr(item, "callspec", None) and "specimen" in item.callspec.params
    )


def outcome(name: str, check: str, folder: Path) -> CheckResult:
    """Grade the specimen of this name by one check, laid out in `folder`."""
    submission = write_submission(specimen(name), folder)
    return grade_submission(submission, GradingOptions(only=(check,)), lambda _: None).checks[0]


def grade_specimen(specimen: Specimen, only: tuple[str, ...], folder: Path, rubric: Path) -> Result:
    """Lay one specimen out and grade it."""
    submission = write_submission(specimen, folder)
    return grade_submission(submission, GradingOptions(only=only, rubric=rubric), lambda _: None)


def described(checks: Sequence[CheckResult]) -> str:
    """Return the sentences of the failures, for whoever reads the test's report."""
    return "\n".join(f"{c.name}: {c.failure.sentence}" for c in checks if c.failure)
