"""How far sharing out would carry: measured costs of subtrees, replayed on more workers than exist.

Each subtree is searched alone and timed. On paper whoever is free then takes the next one (list
scheduling): handing out takes nothing there, and nobody slows anybody down. A machine that hands
the same subtrees out in the same order can hardly do better; one in another order may.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice

from autograder.checks.stopwatch import timed_boards
from autograder.checks.timeline import list_schedule_makespan
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_level
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import engine_workspace
from autograder.scaling.asking import NO_SEARCH, answers, less, question_seconds
from autograder.scaling.measurement import OnPosition, ScalingOptions
from autograder.scaling.speed_up import Estimate
from autograder.truth.rules import Board, board_after, is_over, legal_squares

SERIAL = EngineKind("serial")
DEPTHS = (1, 2)
"""Plies below the root at which the tree is cut into subtrees."""
LEAST_EMPTY = 10
"""With fewer empty squares a subtree takes no longer than the question about it."""

Costs = Mapping[int, Sequence[float]]
"""Seconds of each subtree, in the order of the squares, by the depth at which the tree is cut."""


@dataclass(frozen=True)
class Carried:
    """What so many workers would gain.

    Attributes:
        workers: how many.
        speed_up: against one worker, by the depth at which the tree is cut.
    """

    workers: int
    speed_up: Mapping[int, Estimate]


def measure_costs(options: ScalingOptions, on_position: OnPosition) -> list[Costs]:
    """Time every subtree one and two plies deep, with the engine's own serial search.

    Args:
        options: the positions are those of the measurement with real workers.
        on_position: called when all of a position are timed.

    Raises:
        CheckFailedError: a call failed.
    """
    positions = islice(timed_boards(options.empty, options.seed), options.repeats)
    measured: list[Costs] = []
    with ExitStack() as stack:
        workspace = stack.enter_context(engine_workspace(options.engine, options.caches))
        isolation = choose_level(options.isolation).backend()
        engine = stack.enter_context(Engine(SERIAL, workspace, isolation))
        alone = question_seconds(engine, options.seconds)
        for number, (board, player) in enumerate(positions):
            costs = {}
            for plies in DEPTHS:
                calls = [Call(board=b, player=p, depth=d) for b, p, d in cut(board, player, plies)]
                seconds = _seconds(engine, calls, options.seconds)
                costs[plies] = tuple(less(taken, alone) for taken in seconds)
            measured.append(costs)
            on_position(number + 1)
    return measured


def cut(board: Board, player: int, plies: int, depth: int = 0) -> list[tuple[Board, int, int]]:
    """Return the subtrees at which a tree is cut: board, who is to move, and plies below the root.

    Where the game ends before, it is cut there.

    >>> [len(cut((0,) * 9, 1, plies)) for plies in (1, 2)]
    [9, 72]
    """
    if depth == plies or is_over(board):
        return [(board, player, depth)]
    return [
        subtree
        for square in legal_squares(board)
        for subtree in cut(board_after(board, square, player), -player, plies, depth + 1)
    ]


def _seconds(engine: Engine, calls: Sequence[Call], limit: float) -> list[float]:
    """Return the time of each call but of the first, which has the question's arrival in it."""
    question = Question(module="serial", function="minimax", calls=(NO_SEARCH, *calls))
    return [reply.wall_seconds for reply in answers(engine, question, limit)[1:]]


def replay(measured: Sequence[Costs], workers: int) -> Carried:
    """Share the subtrees of each position among so many workers, on paper."""
    return Carried(
        workers=workers,
        speed_up={
            plies: Estimate.of(
                sum(costs[plies]) / list_schedule_makespan(costs[plies], workers)
                for costs in measured
            )
            for plies in DEPTHS
        },
    )
