"""Code that numba compiled is right for the next process too."""

from pathlib import Path

from specimens import specimen

from autograder.audit.corpus import write_submission
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import engine_workspace

WON_NEXT = Call(board=(1, 1, 0, -1, -1, 0, 0, 0, 0), player=1)


def score(submission: Path, caches: Path) -> int | None:
    question = Question(module="serial", function="minimax", calls=(WON_NEXT,))
    with (
        engine_workspace(submission, caches) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation("plain")) as engine,
    ):
        [reply] = engine.ask(question, 60.0)
    return reply.first_value


def test_a_recursive_function_may_be_called_with_a_literal(tmp_path: Path):
    specimen_of_it = specimen("minimax_calls_its_helper_with_a_literal")
    submission = write_submission(specimen_of_it, tmp_path / "submission")
    assert [score(submission, tmp_path / "caches") for _ in range(3)] == [9, 9, 9]
