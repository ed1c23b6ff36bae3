"""Solve the empty board with each search that an engine has: the score, the visits, the time."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
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
from autograder.console.exact_search import exact_search
from autograder.console.search_cost import (
    SEARCHABLE,
    in_words,
    plain_search_seconds,
    random_opening,
)
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Answer, FunctionName, Question, RungName
from autograder.engines.workspace import submission_workspace
from autograder.intake.submission import Submission, take_in
from autograder.truth.rules import Board, X, to_move
from autograder.views.solved_table import (
    LEAST_ON_THREE,
    MINIMAX_ON_THREE,
    Solved,
    solved_table,
)
from autograder.visible_text import visible

SOLVED, FAILED = 0, 1
SERIAL = EngineKind("serial")
COMPILED_WITHIN = 60.0
LARGEST_KEYED = 6
"""Side of the largest boards that `key_of` tells apart."""


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
    notes: list[str] = []
    with ExitStack() as stack:
        submission = stack.enter_context(take_in(options.engine))
        workspace = stack.enter_context(submission_workspace(submission, GAMES))
        isolation = choose_isolation(options.isolation)
        engine = stack.enter_context(Engine(SERIAL, workspace, isolation))
        for search in _searches(options, submission):
            if search is None and len(board) > SEARCHABLE:
                time = in_words(plain_search_seconds(len(board)))
                notes.append(f"minimax would take about {time} here, and is left out")
                continue
            if search == "transposition" and options.side > LARGEST_KEYED:
                size = f"{LARGEST_KEYED}x{LARGEST_KEYED}"
                notes.append(f"transposition is left out: the keys of ladder.py go up to {size}")
                continue
            with console.status(f"{search or 'minimax'} searches"):
                found = _solve(engine, search, board, options.seconds)
                if isinstance(found, Failure):
                    notes.append(f"{search or 'minimax'}: {found.sentence}")
                else:
                    moves = tuple(_moves(search, board, options, notes))
                    solved.append(replace(found, moves=moves))
    if solved:
        title = f"The empty {options.side}x{options.side} board, {visible(submission.name)}"
        least = LEAST_ON_THREE if options.side == 3 else None
        heads = [_workers(kind) for kind in options.kinds]
        console.print(solved_table(title, solved, heads, least=least))
    for note in notes:
        console.print(Text(visible(note), "yellow"))
    return SOLVED if solved else FAILED


def _searches(options: SolveOptions, submission: Submission) -> list[RungName | None]:
    """Return what was asked for, or minimax (None) and the exact rungs that are answered."""
    answered = [rung for rung in EXACT_RUNGS if rung in submission.rungs]
    return list(options.searches) or [None, *cast("list[RungName]", answered)]


def _solve(
    engine: Engine, search: RungName | None, board: Board, seconds: float
) -> Solved | Failure:
    """Make one search, compiled beforehand."""
    nearly_full = random_opening(round(len(board) ** 0.5), len(board) - 1, seed=0)
    name: FunctionName = search or "minimax"
    for position, limit in ((nearly_full, COMPILED_WITHIN), (board, seconds)):
        case = Case(exact_search(position, to_move(position), search), None, "")
        question = Question(module=search or "serial", function=name, calls=(case.call,))
        reply = engine.ask(question, limit)[-1]
        failure = judge(Setting(SERIAL, name), case, reply, "type")
        if failure is not None:
            return failure
    [answer] = reply.outcomes
    assert isinstance(answer, Answer)
    assert answer.returned is not None
    assert answer.returned.value is not None
    visited = MINIMAX_ON_THREE if search is None else answer.nodes or 0
    return Solved(name, answer.returned.value, visited, reply.wall_seconds)


def _moves(
    search: RungName | None, board: Board, options: SolveOptions, notes: list[str]
) -> Iterator[float | None]:
    """Yield how long `computer_move` takes with a search, for each kind of engine."""
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
        if isinstance(thought, Failure):
            notes.append(f"{search or 'minimax'}, {_workers(kind)}: {thought.sentence}")
            yield None
        else:
            yield thought.seconds


def _workers(kind: EngineKind) -> str:
    return f"{kind.workers} {'threads' if kind.module == 'threads' else 'ranks'}"
