"""How to play."""

from dataclasses import dataclass
from pathlib import Path

from autograder.engines.protocol import ModuleName, RungName
from autograder.truth.rules import X


@dataclass(frozen=True)
class PlayOptions:
    """What can be chosen about a session.

    Attributes:
        engine: where the engine is: a folder of files or notebooks, or an archive.
        run_as: which of its computer_moves plays.
        workers: threads or ranks.
        rung: of the ladder, whose search is used in place of minimax.
        opponent: where a second engine is; then nobody plays by hand, and the first is X.
        human: which side is played by hand.
        side: n of the n*n board.
        opening: plies played at random first; None for as many as a plain search needs.
        seed: of the random plies.
        seconds_per_move: how long an engine may think.
    """

    engine: Path
    run_as: ModuleName = "serial"
    workers: int = 2
    rung: RungName | None = None
    opponent: Path | None = None
    human: int = X
    side: int = 3
    opening: int | None = None
    seed: int = 0
    seconds_per_move: float = 60.0
    isolation: str = "plain"
    mpi: str | None = None
