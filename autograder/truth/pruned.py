"""Read the table of what the rungs of the ladder return and visit."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from autograder.truth.rules import Board, board_from_text

TABLE = Path(__file__).parent / "data" / "pruned.csv"


@dataclass(frozen=True)
class Pruned:
    """One row: a search with a window and an order, what it returns and how much it visits.

    Attributes:
        window: (alpha, beta).
        order: all squares, in the order in which they are tried.
        horizon: how many plies there are to it, and the contempt, of a depth-limited search.
        score: what a fail-soft search returns.
        nodes: how many positions it visits, the root included.
    """

    board: Board
    player: int
    window: tuple[int, int]
    order: tuple[int, ...]
    horizon: tuple[int, int] | None
    score: int
    nodes: int


@cache
def pruned(rung: str) -> tuple[Pruned, ...]:
    """Return the rows of one rung; the first is the empty 3x3 board from the centre outwards."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return tuple(
            Pruned(
                board=board_from_text(row["board"]),
                player=int(row["player"]),
                window=(int(row["alpha"]), int(row["beta"])),
                order=tuple(int(square) for square in row["order"].split()),
                horizon=(int(row["plies"]), int(row["contempt"])) if row["plies"] else None,
                score=int(row["score"]),
                nodes=int(row["nodes"]),
            )
            for row in csv.DictReader(file)
            if row["rung"] == rung
        )
