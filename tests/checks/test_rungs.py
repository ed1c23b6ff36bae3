"""What a rung says that it visited is a claim: a wrong one, or none at all, is a failure."""

from types import SimpleNamespace

import pytest

from autograder.checks.examiner import Examiner
from autograder.checks.failure import Failure
from autograder.checks.opened_engines import OpenedEngines
from autograder.checks.rungs import expect_nodes
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Value
from autograder.grading.rubric import read_rubric
from autograder.truth.pruned import pruned

ROW = pruned("alpha_beta")[0]


def judged(monkeypatch: pytest.MonkeyPatch, nodes: int | None) -> Failure | None:
    """Return what becomes of an answer that claims to have visited so many positions."""
    answer = Answer(call=0, returned=Value(type="int", value=0, text="0"), nodes=nodes)
    found: list[Failure | None] = []

    def expect_each(_self, _kind, _question, cases, problem, *, seconds):
        found.extend(problem(case, Reply((answer,), 0.1)) for case in cases)

    monkeypatch.setattr(Examiner, "expect_each", expect_each)
    examiner = Examiner(
        OpenedEngines(lambda _: SimpleNamespace(), None), read_rubric().thresholds()
    )
    examiner.remembered["win"] = ""
    expect_nodes(examiner, "alpha_beta", [ROW])
    [failure] = found
    return failure


def test_the_right_count_is_right(monkeypatch: pytest.MonkeyPatch):
    assert judged(monkeypatch, ROW.nodes) is None


@pytest.mark.parametrize(
    ("nodes", "said"), [(None, "no count"), (0, "nodes[0] == 0"), (7_866, "nodes[0] == 7,866")]
)
def test_any_other_is_a_failure(nodes: int | None, said: str, monkeypatch: pytest.MonkeyPatch):
    failure = judged(monkeypatch, nodes)
    assert failure is not None
    assert failure.returned == said
