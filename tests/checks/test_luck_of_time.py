"""Luck plays no part in the checks of time: who may lose a race is not timed at all."""

from pathlib import Path

from specimens import specimen

from autograder.audit.corpus import write_submission
from autograder.checks.examiner import Examiner
from autograder.checks.interleavings import remember_all_right, what_is_wrong_in_some_order
from autograder.checks.opened_engines import OpenedEngines
from autograder.engines.engine import Engine, EngineKind
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.rubric import read_rubric


def test_threads_that_wait_for_ever_by_bad_luck_are_not_timed(tmp_path: Path):
    submission = write_submission(specimen("threads_deadlock_signals_merge"), tmp_path)
    options = GradingOptions(only=("timing.threads",))
    [timing] = grade_submission(submission, options, lambda _: None).checks
    assert (timing.outcome, timing.points) == ("blocked", 0)
    assert "in whatever order they take turns" in timing.reason
    assert "deadlock" in timing.reason


def nobody(_: EngineKind) -> Engine:
    raise AssertionError("an engine was opened")


def test_what_was_found_out_before_is_not_found_out_again():
    examiner = Examiner(OpenedEngines(nobody, None), read_rubric().thresholds())
    remember_all_right(examiner, "1,234 schedules of your threads were tried")
    assert what_is_wrong_in_some_order(examiner) == ""
    assert examiner.notes == []
