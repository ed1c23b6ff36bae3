"""An engine as a player: its move, or what went wrong in the student's terms."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import platformdirs

from autograder.assignment.files import EXACT_RUNGS, PLAYING_RUNGS
from autograder.checks.case import Case
from autograder.checks.failure import Failure
from autograder.checks.judging import Setting, judge
from autograder.console.exact_search import exact_search, visits_in_words
from autograder.console.search_cost import random_opening
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.mpi_runtime import engine_mpi
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Call, ModuleName, Question, RungName
from autograder.engines.workspace import engine_workspace
from autograder.intake.submission import submission_name
from autograder.truth.rules import (
    Board,
    board_after,
    board_text,
    legal_squares,
    side_length,
    to_move,
)

GAMES = platformdirs.user_cache_path("perfect-play") / "games"
REMARK_WITHIN = 5.0
"""Seconds for what is only nice to know."""

CONTRACT = "computer_move returns one of the empty squares, as an int."


@dataclass(frozen=True)
class Thought:
    """A move and the seconds it took."""

    square: int
    seconds: float


class EnginePlayer:
    """Ask one engine for moves and for what moves are worth."""

    def __init__(
        self,
        path: Path,
        kind: EngineKind,
        *,
        isolation: str,
        mpi: str | None,
        seconds: float,
        rung: RungName | None = None,
    ) -> None:
        self.kind = kind
        self._rung = rung
        self._path = path
        self._isolation = choose_isolation(isolation)
        self._mpi = engine_mpi(mpi, self._isolation) if kind.module == "mpi" else None
        self._seconds = seconds
        self._stack = ExitStack()
        self._engines: dict[ModuleName, Engine] = {}
        self._warm = False

    def __enter__(self) -> Self:
        self.read_again()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def name(self) -> str:
        """What the game calls this player."""
        how = {
            "serial": "serial",
            "threads": f"{self.kind.workers} threads",
            "mpi": f"{self.kind.workers} ranks",
        }[self.kind.module]
        search = "" if self._rung is None else f", {self._rung}"
        return f"{submission_name(self._path)} ({how}{search})"

    def read_again(self) -> None:
        """End the engine's processes and lay its files out anew, so that edits count.

        Raises:
            SubmissionError: there is no engine any more; the one that was there goes on.
        """
        with ExitStack() as new:
            workspace = new.enter_context(engine_workspace(self._path, GAMES))
            self._stack.close()
            self._stack = new.pop_all()
        self._engines.clear()
        self._warm = False
        self._workspace = workspace

    def _engine(self, kind: EngineKind) -> Engine:
        if kind.module not in self._engines:
            engine = Engine(kind, self._workspace, self._isolation, mpi=self._mpi)
            self._engines[kind.module] = self._stack.enter_context(engine)
        return self._engines[kind.module]

    def move(self, board: Board, player: int) -> Thought | Failure:
        """Return the engine's move, or why there is none."""
        if not self._warm:
            # Compiling is not thinking: one call on a board with one square left does it first.
            nearly_full = random_opening(side_length(board), len(board) - 1, seed=0)
            self._ask_for_move(nearly_full, to_move(nearly_full))
            self._warm = True
        return self._ask_for_move(board, player)

    def _ask_for_move(self, board: Board, player: int) -> Thought | Failure:
        case = Case(Call(board=board, player=player), None, CONTRACT)
        by_itself = self._rung if self._rung in PLAYING_RUNGS else None
        question = Question(
            module=by_itself or self.kind.module,
            function="computer_move",
            calls=(case.call,),
            n_threads=self.kind.workers if self.kind.module == "threads" else 1,
            rung=None if by_itself else self._rung,
        )
        reply = self._engine(self.kind).ask(question, self._seconds)[-1]
        setting = Setting(self.kind, "computer_move", by_itself)
        failure = judge(setting, case, reply, "type") or _illegal(board, reply)
        return failure or Thought(_values(reply)[0], reply.wall_seconds)

    def remark(self, board: Board, player: int) -> str:
        """Say how many positions an exact rung visits, or whether the book knows; else nothing.

        To choose a move it searches the subtree of each square; here it searches the board itself.
        """
        if self._rung == "book":
            return self._whether_looked_up(board, player)
        if self._rung is None or self._rung not in EXACT_RUNGS:
            return ""
        call = exact_search(board, player, self._rung)
        question = Question(module=self._rung, function=self._rung, calls=(call,))
        seconds = min(self._seconds, REMARK_WITHIN)
        [answer] = self._engine(EngineKind("serial")).ask(question, seconds)[-1].outcomes
        if not isinstance(answer, Answer) or not answer.nodes:
            return ""
        return visits_in_words(self._rung, answer.nodes, board, player)

    def _whether_looked_up(self, board: Board, player: int) -> str:
        call = Call(board=board, player=player)
        question = Question(module="book", function="looked_up", calls=(call,))
        values = _values(self._engine(EngineKind("serial")).ask(question, self._seconds)[-1])
        if not values:
            return ""
        return "searched: not in the table" if values[0] < 0 else "in the table, solved beforehand"

    def worths(self, board: Board, player: int) -> dict[int, int] | Failure:
        """Return what every legal move is worth to `player`, by the engine's own minimax."""
        kind = EngineKind("serial")
        squares = legal_squares(board)
        cases = [
            Case(Call(board=board_after(board, s, player), player=-player, depth=1), None, "")
            for s in squares
        ]
        question = Question(
            module="serial", function="minimax", calls=tuple(case.call for case in cases)
        )
        replies = self._engine(kind).ask(question, self._seconds, total_seconds=self._seconds)
        for case, reply in zip(cases, replies, strict=False):
            failure = judge(Setting(kind, "minimax"), case, reply, "type")
            if failure is not None:
                return failure
        return {square: -_values(reply)[0] for square, reply in zip(squares, replies, strict=True)}


def _values(reply: Reply) -> list[int]:
    return [
        answer.returned.value
        for answer in reply.outcomes
        if isinstance(answer, Answer)
        and answer.returned is not None
        and answer.returned.value is not None
    ]


def _illegal(board: Board, reply: Reply) -> Failure | None:
    """Return why an int is not a move: taken, off the board, or not the same on every rank."""
    values = _values(reply)
    legal = ", ".join(map(str, legal_squares(board)))
    if len(set(values)) > 1 or len(values) < len(reply.outcomes):
        told = ", ".join(f"rank {rank}: {value}" for rank, value in enumerate(values))
        return Failure(
            sentence="The ranks do not agree on a square.",
            returned=told,
            why="computer_move returns the same square on every rank.",
        )
    if values[0] not in legal_squares(board):
        inside = 0 <= values[0] < len(board)
        return Failure(
            sentence=f"The engine plays square {values[0]}, which "
            f"{'is taken' if inside else 'is not on the board'}.",
            board=board_text(board),
            returned=str(values[0]),
            expected=f"one of {legal}",
            why=CONTRACT,
        )
    return None


def worth_in_words(worth: int, squares: int, cell: int) -> str:
    """Return what a move is worth, in plies from now, as wide as a cell of the board allows.

    >>> worth_in_words(9, 9, 11), worth_in_words(-8, 9, 11), worth_in_words(7, 9, 5)
    ('wins in 1', 'loses in 2', '+3')
    """
    plies = squares + 1 - abs(worth)
    if worth == 0:
        return "draw" if cell >= 4 else "="
    if not 1 <= plies <= squares:
        return f"score {worth}?"[:cell]
    if cell < len("loses in 10"):
        short = f"{'+' if worth > 0 else '-'}{plies}"
        long = f"{'wins' if worth > 0 else 'loses'} {plies}"
        return long if len(long) <= cell else short
    return f"{'wins' if worth > 0 else 'loses'} in {plies}"
