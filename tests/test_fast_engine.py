"""The fast engine finds what the plain one finds, with more workers than there are moves."""

from pathlib import Path

import pytest

from autograder.checks.positions import open_positions, sample
from autograder.checks.stopwatch import timed_boards
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.mpi_runtime import engine_mpi
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import fresh_workspace
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.truth.rules import X
from autograder.truth.tables import four_by_four

FAST = Path(__file__).parents[1] / "solution" / "fast"
SMALL = [
    position for position in four_by_four() if 2 <= position.empty <= 7 and not position.is_over
]
BIG, _ = next(timed_boards(10, seed=0))


def ask(kind: EngineKind, calls: tuple[Call, ...]) -> list[Reply]:
    question = Question(
        module=kind.module, function="computer_move", calls=calls, n_threads=kind.workers
    )
    isolation = choose_isolation("plain")
    mpi = engine_mpi(None, isolation) if kind.module == "mpi" else None
    with (
        fresh_workspace(FAST) as workspace,
        Engine(kind, workspace, isolation, mpi=mpi) as engine,
    ):
        return engine.ask(question, 30.0)


def test_its_search_has_full_marks():
    options = GradingOptions(only=("win", "minimax"), isolation="plain")
    result = grade_submission(FAST, options, lambda _: None)
    assert result.points == result.possible > 0


def test_each_rank_searches_with_as_many_threads_as_it_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3,1")
    kind = EngineKind("mpi", 2)
    [reply] = ask(kind, (Call(board=BIG, player=X, traced=True),))
    threads = {(rank, s.thread) for rank, o in enumerate(reply.outcomes) for s in o.spans}
    assert len(threads) > 2


@pytest.mark.parametrize(
    "kind",
    [
        EngineKind("serial"),
        EngineKind("threads", 1),
        EngineKind("threads", 12),
        EngineKind("mpi", 1),
        EngineKind("mpi", 5),
    ],
    ids=lambda kind: f"{kind.module}-{kind.workers}",
)
def test_it_plays_the_square_of_the_contract(kind: EngineKind):
    positions = [*sample(open_positions(), 60), *sample(SMALL, 10)]
    calls = tuple(Call(board=position.board, player=position.player) for position in positions)
    replies = ask(kind, calls)
    played = [{outcome.returned.value for outcome in reply.outcomes} for reply in replies]
    assert played == [{position.move} for position in positions]
