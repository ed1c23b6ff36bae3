"""One student's job: an outcome is kept under the key of the work that it is about."""

import shutil
from pathlib import Path

import msgspec
import pytest
from specimens import specimen

from autograder.audit.corpus import write_submission
from autograder.classroom import grade_student
from autograder.classroom.grade_student import Job, do_job, job_bases, unfinished_checks
from autograder.grading.grade import GradingOptions
from autograder.grading.result import CheckResult, HandIn
from autograder.grading.rubric import read_rubric


def test_work_that_is_replaced_meanwhile_is_not_taken_for_the_work_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    old = write_submission(specimen("win_rows_only"), tmp_path / "class")
    new = write_submission(specimen("win_numpy_sums"), tmp_path / "newer")
    options = GradingOptions(only=("win.lines",), isolation="plain")
    job = Job(
        submission=old,
        hand_in=HandIn(name="Zoë", identifiers={}),
        left_out=(),
        options=options,
        bases=job_bases(options, read_rubric(options.rubric)),
        journal=tmp_path / "journal" / "zoe.jsonl",
        results=tmp_path / "results",
    )
    check_keys = grade_student.check_keys

    def keys_and_then_a_newer_export(*arguments) -> dict[str, str]:
        keys = check_keys(*arguments)
        shutil.rmtree(old)
        shutil.copytree(new, old)
        return keys

    with monkeypatch.context() as patch:
        patch.setattr(grade_student, "check_keys", keys_and_then_a_newer_export)
        assert do_job(job, "correctness", lambda _: None).ending == "done"
    kept = msgspec.json.decode(job.journal.read_bytes(), type=CheckResult)
    assert kept.outcome == "failed"
    assert unfinished_checks(job) == ["win.lines"]
