"""Solve the empty board with each search that an engine has: the score, the visits, the time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from rich.console import Console
from rich.text import Text

from autograder.assignment.files import EXACT_RUNGS
from autograder.checks.case import Case
from autograder.checks.failure import Failure
from autograder.checks.judging import Setting, judge
from autograder.console.engine_player import GAMES, EnginePlayer
from autograder.console.search_cost import (
    SEARCHABLE,
    in_words,
    plain_search_seconds,
    random_opening,
)
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Answer, Call, Question, RungName
from autograder.engines.workspace import submission_workspace
from autograder.intake.submission import take_in
from autograder.truth.game_tree import nodes
from autograder.truth.rules import Board, X, centre_first, to_move
from autograder.views.solved_table import Solved, solved_table
from autograder.visible_text import visible

SOLVED, FAILED = 0, 1
MOST_ROWS = 1_000_003
"""Of the transposition table, as `new_table` has it."""


@dataclass(frozen=True)
class SolveOptions:
    """What to solve, and with what.

    Attributes:
        engine: a submission in files or notebooks.
        side: n of the n*n board.
        searches: rungs of the ladder; all that the engine answers, and minimax, if there are none.
        kinds: of the engines that choose a move besides, with threads or ranks.
        seconds: time limit of a search.
    """

    engine: Path
    side: int = 3
    searches: Sequence[RungName] = ()
    kinds: Sequence[EngineKind] = ()
    seconds: float = 10.0
    isolation: str = "plain"
    mpi: str | None = None


def show_solutions(options: SolveOptions, console: Console) -> int:
    """Solve the board, show how, and return the exit status."""
    board: Board = (0,) * options.side**2
    solved: list[Solved] = []
    with take_in(options.engine) as submission:
        searches: list[RungName | None] = list(options.searches)
        if not searches:
            answered = [rung for rung in EXACT_RUNGS if rung in submission.rungs]
            searches = [None, *cast("list[RungName]", answered)]
        notes = _left_out(searches, board)
        with submission_workspace(submission, GAMES) as workspace:
            kind, isolation = EngineKind("serial"), choose_isolation(options.isolation)
            with Engine(kind, workspace, isolation) as engine:
                for search in searches:
                    if search is None and notes:
                        continue
                    name = search or "minimax"
                    with console.status(f"{name} searches"):
                        found = _solve(engine, search, board, options.seconds)
                    if isinstance(found, Failure):
                        notes.append(f"{name}: {found.sentence}")
                        continue
                    with console.status(f"{name} chooses moves"):
                        solved.append(_with_moves(found, search, board, options))
        title = f"The empty {options.side}x{options.side} board, {visible(submission.name)}"
    columns = [_column(kind) for kind in options.kinds]
    if solved:
        console.print(solved_table(title, solved, columns))
    for note in notes:
        console.print(Text(visible(note), "yellow"))
    return SOLVED if solved else FAILED


def _left_out(searches: Sequence[RungName | None], board: Board) -> list[str]:
    if None not in searches or len(board) <= SEARCHABLE:
        return []
    time = in_words(plain_search_seconds(len(board)))
    return [f"minimax would take about {time} here, and is left out"]


def _solve(
    engine: Engine, search: RungName | None, board: Board, seconds: float
) -> Solved | Failure:
    """Make one search, compiled beforehand."""
    nearly_full = random_opening(round(len(board) ** 0.5), len(board) - 1, seed=0)
    setting = Setting(EngineKind("serial"), search or "minimax")
    for position in (nearly_full, board):
        case = Case(_call(position, search), None, "")
        question = Question(
            module=search or "serial", function=search or "minimax", calls=(case.call,)
        )
        reply = engine.ask(question, seconds)[-1]
        failure = judge(setting, case, reply, "type")
        if failure is not None:
            return failure
    [answer] = reply.outcomes
    assert isinstance(answer, Answer)
    assert answer.returned is not None
    assert answer.returned.value is not None
    visited = nodes(board, X) if search is None else answer.nodes or 0
    return Solved(search or "minimax", answer.returned.value, visited, reply.wall_seconds)


def _call(board: Board, search: RungName | None) -> Call:
    if search is None:
        return Call(board=board, player=to_move(board))
    squares = len(board)
    return Call(
        board=board,
        player=to_move(board),
        window=(-(squares + 2), squares + 2),
        order=centre_first(round(squares**0.5)),
        rows=min(3**squares, MOST_ROWS) if search == "transposition" else 0,
    )


def _with_moves(
    solved: Solved, search: RungName | None, board: Board, options: SolveOptions
) -> Solved:
    """Add how long `computer_move` takes with this search, for each kind of engine."""
    moves: list[float | None] = []
    for kind in options.kinds:
        with EnginePlayer(
            options.engine,
            kind,
            isolation=options.isolation,
            mpi=options.mpi,
            seconds=options.seconds,
            rung=search,
        ) as player:
            thought = player.move(board, X)
            moves.append(None if isinstance(thought, Failure) else thought.seconds)
    return replace(solved, moves=tuple(moves))


def _column(kind: EngineKind) -> str:
    return f"{kind.workers} {'threads' if kind.module == 'threads' else 'ranks'}"
