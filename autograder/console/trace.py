"""Trace one move: run an engine with its own search, and see who searched what, and when."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import platformdirs
from rich.console import Console
from rich.text import Text

from autograder.checks.case import Case, call_text
from autograder.checks.failure import Failure
from autograder.checks.judging import Setting, judge
from autograder.checks.messages import traffic_of
from autograder.checks.positions import SEED
from autograder.checks.stopwatch import timed_boards
from autograder.checks.timeline import Task, Timeline
from autograder.console.output_file import write_output
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.mpi_runtime import engine_mpi
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Call, ModuleName, Question
from autograder.engines.workspace import engine_workspace
from autograder.truth.rules import Board, X
from autograder.views.failure_details import failure_details
from autograder.views.gantt_chart import gantt_chart
from autograder.views.gantt_svg import gantt_svg
from autograder.views.trace_events import trace_events

TRACES = platformdirs.user_cache_path("perfect-play") / "traces"
TRACED, FAILED = 0, 1


@dataclass(frozen=True)
class TraceOptions:
    """What to trace, and where to draw it besides the terminal.

    Attributes:
        engine: where the engine is: a folder of files or notebooks, or an archive.
        module: "threads" or "mpi".
        workers: threads or ranks.
        empty: how many squares of a 4x4 board are empty; None for the empty 3x3 board.
        svg: a file for the chart.
        events: a file for Perfetto or chrome://tracing.
        seconds: the time limit of the call.
        caches: where compiled code is kept.
    """

    engine: Path
    module: ModuleName
    workers: int
    empty: int | None = 10
    svg: Path | None = None
    events: Path | None = None
    seconds: float = 60.0
    caches: Path = TRACES
    isolation: str = "plain"
    mpi: str | None = None


def trace(options: TraceOptions, console: Console) -> int:
    """Draw one traced call, and return the exit status."""
    traced = trace_call(options)
    if isinstance(traced, Failure):
        console.print(Text(traced.sentence, "red"))
        console.print(failure_details(traced))
        return FAILED
    ascii_only = "utf" not in console.encoding
    console.print(gantt_chart(traced, min(console.width, 100) - 8, ascii_only=ascii_only))
    for path, text in ((options.svg, gantt_svg), (options.events, trace_events)):
        if path is not None:
            write_output(path, text(traced), console)
    return TRACED


def trace_call(options: TraceOptions) -> Timeline | Failure:
    """Make one call with the engine's own search, and return what its workers did."""
    kind = EngineKind(options.module, options.workers)
    boards: list[Board] = [(0,) * 9] * 2
    if options.empty is not None:
        boards = [board for board, _ in islice(timed_boards(options.empty, SEED), 2)]
    with ExitStack() as stack:
        workspace = stack.enter_context(engine_workspace(options.engine, options.caches))
        isolation = choose_isolation(options.isolation)
        mpi = engine_mpi(options.mpi, isolation) if options.module == "mpi" else None
        engine = stack.enter_context(Engine(kind, workspace, isolation, mpi=mpi))
        # The first call compiles the search: only the second one is drawn.
        for board in boards:
            reply, failure = _ask(engine, options, board)
            if failure is not None:
                return failure
    return timeline_of(kind, reply, boards[-1])


def _ask(engine: Engine, options: TraceOptions, board: Board) -> tuple[Reply, Failure | None]:
    call = Call(board=board, player=X, traced=True)
    question = Question(
        module=options.module,
        function="computer_move",
        calls=(call,),
        n_threads=options.workers,
    )
    reply = engine.ask(question, options.seconds)[-1]
    setting = Setting(engine.kind, "computer_move")
    return reply, judge(setting, Case(call, None, ""), reply, "any")


def timeline_of(kind: EngineKind, reply: Reply, board: Board) -> Timeline:
    """Return a traced call as it can be drawn."""
    spans = [
        (rank, span)
        for rank, outcome in enumerate(reply.outcomes)
        if isinstance(outcome, Answer)
        for span in outcome.spans
    ]
    spans.sort(key=lambda item: item[1].start)
    rows: list[tuple[int, int]]
    if kind.module == "mpi":
        rows = [(rank, 0) for rank in range(kind.workers)]
        spans_of = [((rank, 0), span) for rank, span in spans]
        names = [f"rank {rank}" for rank in range(kind.workers)]
    else:
        rows = list(dict.fromkeys((rank, span.thread) for rank, span in spans))
        spans_of = [((rank, span.thread), span) for rank, span in spans]
        names = [f"thread {row + 1}" for row in range(max(len(rows), kind.workers))]
    return Timeline(
        title=call_text(kind, "computer_move", Call(board=board, player=X)),
        workers=tuple(names),
        tasks=tuple(
            Task(
                worker=rows.index(row),
                square=span.square,
                score=span.score,
                start=span.start - reply.started,
                end=span.end - reply.started,
            )
            for row, span in spans_of
        ),
        wall_seconds=reply.wall_seconds,
        cpu_seconds=_processor_seconds(kind, reply, rows),
        traffic=traffic_of(reply),
    )


def _processor_seconds(
    kind: EngineKind, reply: Reply, rows: Sequence[tuple[int, int]]
) -> tuple[float, ...]:
    """Return the processor time of each row, as it was read from outside."""
    if not reply.cpu_seconds:
        return ()
    if kind.module == "mpi":
        return tuple(sum(seconds for _, seconds in rank) for rank in reply.cpu_seconds)
    of_thread = dict(reply.cpu_seconds[0])
    seconds = [of_thread.get(thread, 0.0) for _, thread in rows]
    return (*seconds, *(0.0 for _ in range(kind.workers - len(rows))))
