"""Play against an engine, or watch two: open the engines and run a session."""

from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from autograder.console.engine_player import EnginePlayer
from autograder.console.options import PlayOptions
from autograder.console.session import ReadLine, Session
from autograder.engines.engine import EngineKind
from autograder.truth.rules import O, X


def play(options: PlayOptions, console: Console, read_line: ReadLine | None = None) -> int:
    """Play until the person leaves, or until two engines have finished; return the exit status."""
    with ExitStack() as stack:
        engines = {
            player: stack.enter_context(_engine_player(options, folder))
            for player, folder in _sides(options).items()
        }
        return Session(options, console, read_line or console.input, engines).run()


def _sides(options: PlayOptions) -> dict[int, Path]:
    if options.opponent is not None:
        return {X: options.engine, O: options.opponent}
    return {-options.human: options.engine}


def _engine_player(options: PlayOptions, folder: Path) -> EnginePlayer:
    workers = 1 if options.run_as == "serial" else options.workers
    return EnginePlayer(
        folder,
        EngineKind(options.run_as, workers),
        isolation=options.isolation,
        mpi=options.mpi,
        seconds=options.seconds_per_move,
        rung=options.rung,
    )
