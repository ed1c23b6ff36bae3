"""The doctor says what works here, and why the rest does not."""

import io

import pytest
from rich.console import Console

from autograder.console import doctor
from autograder.console.doctor import HEALTHY, NOT_HEALTHY, Finding, examine_machine


def screen(monkeypatch, findings: list[Finding]) -> tuple[int, str]:
    monkeypatch.setattr(doctor, "examine_machine", lambda: findings)
    console = Console(file=io.StringIO(), width=80)
    return doctor.doctor(console), console.file.getvalue()


WALLS = Finding("isolation", "bubblewrap", None, "no network")
NO_WALLS = Finding("isolation", "bubblewrap", "bwrap is not installed", "")
PLAIN = Finding("isolation", "plain", None, "limits")
MPI = Finding("MPI", "embedded", None, "MPICH")
NO_MPI = Finding("MPI", "embedded", "mpiexec fails", "")


@pytest.mark.parametrize(
    ("findings", "status", "says"),
    [
        ([WALLS, PLAIN, MPI], HEALTHY, "no network"),
        ([NO_WALLS, PLAIN, MPI], NOT_HEALTHY, "nothing walls them in"),
        ([WALLS, PLAIN, NO_MPI], NOT_HEALTHY, "MPI part cannot be graded"),
    ],
    ids=["healthy", "no walls", "no MPI"],
)
def test_the_status_says_whether_a_class_can_be_graded(monkeypatch, findings, status, says):
    found, shown = screen(monkeypatch, findings)
    assert (found, says in shown) == (status, True)
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_a_reason_stands_where_something_does_not_work(monkeypatch):
    assert "no     bwrap is not installed" in screen(monkeypatch, [NO_WALLS, MPI])[1]


def test_this_machine_is_looked_at():
    findings = {(finding.area, finding.name): finding for finding in examine_machine()}
    assert findings["isolation", "plain"].works
    assert findings["MPI", "embedded"].works, findings["MPI", "embedded"].why_not
    assert "to use" in findings["machine", "cores"].words
