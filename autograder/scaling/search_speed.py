"""Measure how fast engines search: the same positions for all of them and for C, in turn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from autograder.checks.case import call_text
from autograder.checks.failure import CheckFailedError, Failure
from autograder.checks.judging import Setting, judge
from autograder.checks.positions import sample, score_case
from autograder.checks.stopwatch import timed_boards
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_level
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import engine_workspace
from autograder.scaling.asking import answers, less, question_seconds
from autograder.scaling.yardstick import NAME, yardstick_on
from autograder.truth.game_tree import nodes
from autograder.truth.rules import Board, X, board_text, side_length
from autograder.truth.tables import three_by_three

CACHES = platformdirs.user_cache_path("perfect-play") / "speed"
SERIAL = EngineKind("serial")
RIGHT_FIRST = 40
"""Positions of 3x3 that each engine must know the score of before it is timed."""


@dataclass(frozen=True)
class SpeedOptions:
    """What to measure.

    Attributes:
        engines: where each one is, in files, an archive or notebooks, by what the user calls it.
        repeats: how often each position is searched by each.
        empty: empty squares of the 4x4 board; the empty 3x3 board is searched as well.
        seed: what that board follows from.
        seconds: the time limit of a search.
        caches: where compiled code is kept.
    """

    engines: Mapping[str, Path]
    repeats: int = 9
    empty: int = 9
    seed: int = 0
    seconds: float = 60.0
    caches: Path = CACHES
    isolation: str = "plain"


@dataclass(frozen=True)
class Tree:
    """A position, X to move, whose tree is searched."""

    board: Board

    @property
    def nodes(self) -> int:
        """How many positions a plain search visits, each as often as it is reached."""
        return nodes(self.board, X)

    @property
    def title(self) -> str:
        """What it is, in words."""
        side, empty = side_length(self.board), self.board.count(0)
        return f"{side}x{side}, {'' if any(self.board) else 'all '}{empty} squares empty"


@dataclass(frozen=True)
class SearchTimes:
    """What each engine took for one tree.

    Attributes:
        seconds: by the engine's name, a time for each round; the yardstick's first, if there is
            one, measured by itself, the others from outside, less what a question takes.
    """

    tree: Tree
    seconds: Mapping[str, Sequence[float]]


Searcher = Callable[[], tuple[int, float]]
"""Searches once, and returns the score and the seconds that it took."""


def measure_search(
    options: SpeedOptions, yardstick: Path | None, on_round: Callable[[], None]
) -> list[SearchTimes]:
    """Time every engine, and C if there is a yardstick, on each tree.

    In each round all of them search the tree once, and who is first changes.

    Args:
        options: what to measure.
        yardstick: the program, as `compile_yardstick` makes it.
        on_round: called when another round is over.

    Raises:
        CheckFailedError: a call failed, or the engines do not agree on a score.
    """
    boards = [(0,) * 9, next(timed_boards(options.empty, options.seed))[0]]
    level = choose_level(options.isolation)
    measured: list[SearchTimes] = []
    with ExitStack() as stack:
        engines = {}
        for name, path in options.engines.items():
            workspace = stack.enter_context(engine_workspace(path, options.caches))
            engine = Engine(SERIAL, workspace, level.backend())
            engines[name] = stack.enter_context(engine)
        for engine in engines.values():
            _expect_right_scores(engine, options.seconds)
        for tree in map(Tree, boards):
            searchers: dict[str, Searcher] = {}
            if yardstick is not None:
                searching = stack.enter_context(yardstick_on(yardstick, tree.board, X))
                searchers[NAME] = searching.search
            for name, engine in engines.items():
                searchers[name] = _searcher(engine, tree.board, options.seconds)
            seconds = _in_turn(tree, searchers, options.repeats, on_round)
            measured.append(SearchTimes(tree, seconds))
    return measured


def _expect_right_scores(engine: Engine, limit: float) -> None:
    """See that a search is right where it matters: most large trees are worth 0."""
    decided = [position for position in three_by_three() if position.score]
    cases = [score_case(position) for position in sample(decided, RIGHT_FIRST)]
    calls = tuple(case.call for case in cases)
    question = Question(module="serial", function="minimax", calls=calls)
    for case, reply in zip(cases, answers(engine, question, limit), strict=True):
        failure = judge(Setting(SERIAL, "minimax"), case, reply, "value")
        if failure is not None:
            raise CheckFailedError(failure)


def _searcher(engine: Engine, board: Board, limit: float) -> Searcher:
    call = Call(board=board, player=X)
    question = Question(module="serial", function="minimax", calls=(call,))
    alone = question_seconds(engine, limit)

    def search() -> tuple[int, float]:
        reply = answers(engine, question, limit)[-1]
        assert reply.first_value is not None
        return reply.first_value, less(reply.wall_seconds, alone)

    return search


def _in_turn(
    tree: Tree, searchers: Mapping[str, Searcher], repeats: int, on_round: Callable[[], None]
) -> dict[str, list[float]]:
    _expect_one_score(tree, {name: search()[0] for name, search in searchers.items()})  # compiles
    seconds: dict[str, list[float]] = {name: [] for name in searchers}
    names = list(searchers)
    for number in range(repeats):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            seconds[name].append(searchers[name]()[1])
        on_round()
    return seconds


def _expect_one_score(tree: Tree, scores: Mapping[str, int]) -> None:
    if len(set(scores.values())) == 1:
        return
    said = ", ".join(f"{score} by {name}" for name, score in scores.items())
    raise CheckFailedError(
        Failure(
            sentence="The engines do not agree on a score.",
            board=board_text(tree.board),
            call=call_text(SERIAL, "minimax", Call(board=tree.board, player=X)),
            returned=said,
            expected="one score",
            why="Speed counts only if the answer is right: run ttt check first.",
        )
    )
