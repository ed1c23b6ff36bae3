"""The audit tells a grader that is wrong from one that is right."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from autograder.audit.audit import Audited
from autograder.audit.corpus import read_corpus, read_specimen, write_submission
from autograder.audit.verdicts import judge_verdicts
from autograder.checks.failure import Failure
from autograder.errors import InstructorError
from autograder.grading.result import CheckOutcome, CheckResult
from autograder.views.audit_matrix import audit_matrix, audited_json, audited_line

HEAD = "title: Never looks at the last row\nfails: win.lines\nsays: row 2\nblocked: timing.serial\n"


def specimen(tmp_path: Path, head: str = HEAD, kind="wrong", patch: str = ""):
    path = tmp_path / "last_row.patch"
    path.write_text(f"{head}\n{patch}")
    return read_specimen(path, kind)


def check(name: str, outcome: CheckOutcome, sentence: str = "") -> CheckResult:
    return CheckResult(
        name=name,
        title="",
        hint="",
        visibility="hidden",
        outcome=outcome,
        points=float(outcome == "passed"),
        possible=1.0,
        failure=Failure(sentence=sentence) if sentence else None,
    )


RIGHT = (
    check("win.lines", "failed", "It misses row 2."),
    check("timing.serial", "blocked"),
    check("win.no_line", "passed"),
)


def test_what_was_expected_leaves_nothing_to_say(tmp_path: Path):
    assert judge_verdicts(specimen(tmp_path), RIGHT) == []


@pytest.mark.parametrize(
    ("place", "changed", "says"),
    [
        (0, check("win.lines", "passed"), "false pass: win.lines (passed)"),
        (0, check("win.lines", "inconclusive"), "false pass: win.lines (inconclusive)"),
        (0, check("win.lines", "failed", "It is wrong."), "not named: no failure says 'row 2'"),
        (1, check("timing.serial", "passed"), "false pass: timing.serial (passed)"),
        (2, check("win.no_line", "failed", "row 2"), "false fail: win.no_line (failed)"),
        (2, check("win.no_line", "blocked"), "false fail: win.no_line (blocked)"),
        (2, check("win.no_line", "error"), "grader failed: win.no_line: "),
    ],
)
def test_every_deviation_is_found(tmp_path: Path, place: int, changed: CheckResult, says: str):
    checks = list(RIGHT)
    checks[place] = changed
    assert [str(finding) for finding in judge_verdicts(specimen(tmp_path), checks)] == [says]


def test_a_busy_machine_and_luck_are_nobodys_fault(tmp_path: Path):
    lucky = specimen(tmp_path, HEAD + "perhaps: threads.ties\n")
    checks = [*RIGHT[:1], check("timing.serial", "inconclusive"), check("threads.ties", "failed")]
    assert judge_verdicts(lucky, checks) == []


@pytest.mark.parametrize("outcome", ["failed", "blocked", "inconclusive"])
def test_a_hostile_one_may_miss_its_points_in_any_way(tmp_path: Path, outcome: CheckOutcome):
    hostile = specimen(tmp_path, "title: t\nfails: win.lines", kind="hostile")
    assert judge_verdicts(hostile, [check("win.lines", outcome)]) == []
    found = judge_verdicts(hostile, [check("win.lines", "passed"), check("win.no_line", outcome)])
    assert [finding.deviation for finding in found] == ["false pass", "false fail"]


def test_the_matrix_names_survivors_and_checks_that_caught_nothing(tmp_path: Path):
    one = specimen(tmp_path)
    survivor = Audited(
        one, (check("win.lines", "passed"),), tuple(judge_verdicts(one, [RIGHT[2], RIGHT[2]]))
    )
    caught = Audited(one, RIGHT, ())
    console = Console(width=80, record=True, file=io.StringIO())
    for audited in (survivor, caught):
        console.print(audited_line(audited))
    console.print(audit_matrix([survivor, caught]))
    shown = console.export_text()
    assert "survived every check: last_row" in shown
    assert "checks that caught nothing: timing.serial, win.no_line" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert '"win.lines": "failed"' in audited_json(caught)


@pytest.mark.parametrize("head", ["title: t", "fails: x", "title: t\nfails: x\nfalls: y"])
def test_a_wrong_head_is_an_error_that_names_the_file(tmp_path: Path, head: str):
    with pytest.raises(InstructorError, match=r"last_row\.patch: the head must hold"):
        specimen(tmp_path, head)


def test_a_patch_that_does_not_apply_is_an_error(tmp_path: Path):
    patch = "diff --git a/mpi.py b/mpi.py\n--- a/mpi.py\n+++ b/mpi.py\n@@ -1,1 +1,1 @@\n-no\n+yes\n"
    with pytest.raises(InstructorError, match="does not apply"):
        write_submission(specimen(tmp_path, patch=patch), tmp_path)


def test_a_specimen_can_hold_links(tmp_path: Path):
    linked = specimen(tmp_path, "title: t\nfails: nothing\nlinks: mpi.py -> /etc/passwd")
    folder = write_submission(linked, tmp_path / "written")
    assert (folder / "mpi.py").readlink() == Path("/etc/passwd")


def test_the_corpus_of_another_course_can_be_read(tmp_path: Path):
    (tmp_path / "right").mkdir()
    (tmp_path / "right" / "plain.patch").write_text("title: As it is\nfails: nothing\n\n")
    assert [one.name for one in read_corpus(tmp_path)] == ["plain"]
