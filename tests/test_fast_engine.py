"""The fast engine finds what the plain one finds, with more workers than there are moves."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from autograder.checks.case import Case
from autograder.checks.positions import open_positions, sample
from autograder.checks.rungs import NARROW_WINDOWS, dishonest
from autograder.checks.stopwatch import timed_boards
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.mpi_runtime import engine_mpi
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import fresh_workspace
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.truth.rules import Board, O, X, centre_first, is_over, lines, side_length
from autograder.truth.tables import Position, four_by_four, three_by_three

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


def search_call(board: Board, player: int, depth: int, window: tuple[int, int]) -> Call:
    order = centre_first(side_length(board))
    return Call(board=board, player=player, depth=depth, window=window, order=order)


def solved(folder: Path, calls: Sequence[Call]) -> list[Reply]:
    question = Question(module="alpha_beta", function="alpha_beta", calls=tuple(calls))
    with (
        fresh_workspace(folder) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation("plain")) as engine,
    ):
        return engine.ask(question, 60.0)


@pytest.mark.parametrize("positions", [three_by_three(), four_by_four()], ids=["3x3", "4x4"])
def test_what_lines_tell_is_true_of_every_position(positions: Sequence[Position]):
    cases = []
    for number, position in enumerate(positions):
        beyond, depth = len(position.board) + 2, number % 4
        window = (-beyond, beyond) if number % 5 == 0 else NARROW_WINDOWS[number % 7]
        call = search_call(position.board, position.player, depth, window)
        cases.append(Case(call, position.score_at(depth), ""))
    replies = solved(FAST, [case.call for case in cases])
    problems = [dishonest(case, reply) for case, reply in zip(cases, replies, strict=True)]
    assert not any(problems)


def test_threads_choose_by_it_as_by_any_search():
    positions = [*sample(open_positions(), 60), *SMALL]
    calls = tuple(Call(board=position.board, player=position.player) for position in positions)
    question = Question(
        module="threads", function="computer_move", rung="alpha_beta", calls=calls, n_threads=4
    )
    with (
        fresh_workspace(FAST) as workspace,
        Engine(EngineKind("threads", 4), workspace, choose_isolation("plain")) as engine,
    ):
        replies = engine.ask(question, 60.0)
    assert [reply.first_value for reply in replies] == [position.move for position in positions]


def late_board(side: int, seed: int) -> Board:
    """Return a board with five free squares on two lines, which X or O may be about to win."""
    generator = random.Random(f"{side} {seed}")
    first, second = generator.sample(lines(side), 2)
    squares = [s for s in range(side * side) if s not in (*first, *second)]
    board = [0] * (side * side)
    for line, owner in ((first, X), (second, generator.choice((X, O)))):
        for square in line:
            board[square] = owner
    for square in squares:
        board[square] = generator.choice((X, O))
    for square in generator.sample([*first, *second], 5):
        board[square] = 0
    return tuple(board)


@pytest.mark.parametrize("side", [5, 6, 7])
def test_on_larger_boards_it_finds_what_the_plain_one_finds(side: int):
    beyond = side * side + 2
    boards = [late_board(side, seed) for seed in range(100)]
    boards = [board for board in boards if not is_over(board)]
    late = [search_call(board, O, 0, (-beyond, beyond)) for board in boards]
    plain, fast = (
        [reply.first_value for reply in solved(folder, late)] for folder in (FAST.parent, FAST)
    )
    assert plain == fast
    assert min(fast) < 0 < max(fast)
    assert 0 in fast


def test_boards_of_all_sizes_are_drawn_and_pairs_prove_it_from_five_on():
    beyond = {side: side * side + 2 for side in range(3, 8)}
    calls = [search_call((0,) * side**2, X, 0, (-b, b)) for side, b in beyond.items()]
    outcomes = [reply.outcomes[0] for reply in solved(FAST, calls)]
    assert [outcome.returned.value for outcome in outcomes] == [0] * 5
    assert [outcome.nodes for outcome in outcomes] == [259, 33, 1, 1, 1]
