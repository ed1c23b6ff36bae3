"""Submissions of the corpus for single tests."""

from pathlib import Path

from autograder.audit.corpus import Specimen, corpus_folder, read_corpus, write_submission
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.result import CheckResult


def specimen(name: str) -> Specimen:
    """Return the specimen of this name."""
    return next(s for s in read_corpus(corpus_folder()) if s.name == name)


def outcome(name: str, check: str, folder: Path) -> CheckResult:
    """Grade the specimen of this name by one check, laid out in `folder`."""
    submission = write_submission(specimen(name), folder)
    return grade_submission(submission, GradingOptions(only=(check,)), lambda _: None).checks[0]
