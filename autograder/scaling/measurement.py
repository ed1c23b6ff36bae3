"""Measure scaling: every number of workers in turn, so that all of them meet the same weather."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from autograder.checks.case import call_text
from autograder.checks.failure import CheckFailedError, Failure
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_level
from autograder.engines.mpi_runtime import engine_mpi
from autograder.engines.processor_time import available_cores
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import engine_workspace
from autograder.grading.result import this_machine
from autograder.scaling.asking import answers
from autograder.scaling.document import ScalingDocument, ScalingKind, SharedModule, Timing
from autograder.scaling.workloads import Workload, growing_workloads, same_workloads
from autograder.truth.rules import X, board_text

CACHES = platformdirs.user_cache_path("perfect-play") / "scaling"


@dataclass(frozen=True)
class ScalingOptions:
    """What to measure.

    Attributes:
        engine: where it is, in files, an archive or notebooks; `name` is what the user calls it.
        module: whose workers are counted.
        workers: numbers of them; 1 is measured in any case.
        kind: "strong" if all search the same positions, "weak" if these grow with the workers.
        repeats: on how many positions.
        empty: empty squares of each 4x4 board; of one worker's, where they grow.
        seed: what the boards follow from.
        seconds: the time limit of a call.
        caches: where compiled code is kept.
    """

    engine: Path
    name: str
    module: SharedModule
    workers: Sequence[int]
    kind: ScalingKind = "strong"
    repeats: int = 9
    empty: int = 10
    seed: int = 0
    seconds: float = 60.0
    caches: Path = CACHES
    isolation: str = "plain"
    mpi: str | None = None


WARM_UP_EMPTY = 9
"""A search that compiles the engine and starts its threads; its time does not count."""

OnPosition = Callable[[int], None]
"""Called with the number of positions that have been searched."""


def measure_scaling(options: ScalingOptions, on_position: OnPosition) -> ScalingDocument:
    """Time the engine with each number of workers.

    All of them search their board before any of them sees the next, and who is first changes.

    Raises:
        CheckFailedError: a call failed, or two numbers of workers did not agree on a square.
        UsageError: there are no boards that grow so far.
    """
    counts = sorted({1, *options.workers})
    boards_of = same_workloads if options.kind == "strong" else growing_workloads
    workloads = boards_of(counts, options.empty, options.seed, options.repeats)
    level = choose_level(options.isolation)
    mpi = engine_mpi(options.mpi, level.backend()) if options.module == "mpi" else None
    started = datetime.now(UTC).isoformat(timespec="seconds")
    seconds: dict[int, list[float]] = {count: [] for count in counts}
    with ExitStack() as stack:
        workspace = stack.enter_context(engine_workspace(options.engine, options.caches))
        engines = {
            count: stack.enter_context(
                Engine(EngineKind(options.module, count), workspace, level.backend(), mpi=mpi)
            )
            for count in counts
        }
        [warm_up] = same_workloads(counts, min(options.empty, WARM_UP_EMPTY), options.seed, 1)
        _search(engines, counts, warm_up, options.seconds)
        for number, workload in enumerate(workloads):
            turn = number % len(counts)
            order = counts[turn:] + counts[:turn]
            for count, taken in _search(engines, order, workload, options.seconds).items():
                seconds[count].append(taken)
            on_position(number + 1)
    return ScalingDocument(
        scaling=options.kind,
        engine=options.name,
        module=options.module,
        empty=options.empty,
        seed=options.seed,
        started=started,
        machine=this_machine(level.name, mpi.name if mpi else "not used"),
        usable_cores=available_cores(),
        timings=tuple(
            Timing(
                workers=count,
                boards=tuple(board_text(workload.boards[count]) for workload in workloads),
                growth=tuple(workload.growth[count] for workload in workloads),
                seconds=tuple(seconds[count]),
            )
            for count in counts
        ),
    )


def _search(
    engines: Mapping[int, Engine], order: Sequence[int], workload: Workload, limit: float
) -> dict[int, float]:
    """Let each number of workers search its board, and return the seconds that each took."""
    seconds: dict[int, float] = {}
    played: dict[Call, dict[int, int]] = {}
    for count in order:
        kind = engines[count].kind
        call = Call(board=workload.boards[count], player=X)
        question = Question(
            module=kind.module, function="computer_move", calls=(call,), n_threads=count
        )
        reply = answers(engines[count], question, limit)[-1]
        assert reply.first_value is not None
        seconds[count] = reply.wall_seconds
        played.setdefault(call, {})[count] = reply.first_value
    for call, squares in played.items():
        if len(set(squares.values())) > 1:
            raise CheckFailedError(_disagreement(kind, call, squares))
    return seconds


def _disagreement(kind: EngineKind, call: Call, squares: Mapping[int, int]) -> Failure:
    said = ", ".join(f"square {square} with {count}" for count, square in sorted(squares.items()))
    return Failure(
        sentence="Different numbers of workers do not play the same square.",
        board=board_text(call.board),
        call=call_text(kind, "computer_move", call),
        returned=said,
        expected="one square, whatever the number of workers",
        why="A speed-up counts only if the answer stays the same: run ttt check first.",
    )
