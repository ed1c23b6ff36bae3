"""Solve the empty 4x4 board with the reference, with OpenSpiel and with easyAI.

    pip install easyAI
    python -m tests.studies.four_by_four --limit 120

OpenSpiel plays its own m,n,k-game by its own alpha-beta; easyAI has Negamax with a transposition
table of its own, and is told the rules here. Each peer is given up after the limit. The reference,
rung 3 and the fast engine's alpha-beta, is timed from outside, its engine's answer included, before
the peers and after them.
"""

import argparse
import importlib
import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from autograder.assignment.files import FAST, reference_folder
from autograder.console.exact_search import exact_search
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Question, RungName
from autograder.engines.workspace import fresh_workspace
from autograder.truth.rules import X, lines

SIDE, SQUARES = 4, 16


def open_spiel() -> None:
    """Solve it with OpenSpiel's `alpha_beta_search`."""
    minimax = importlib.import_module("open_spiel.python.algorithms.minimax")
    game = importlib.import_module("pyspiel").load_game(f"mnk(m={SIDE},n={SIDE},k={SIDE})")
    minimax.alpha_beta_search(game)


def easy_ai() -> None:
    """Solve it with easyAI's `Negamax`, all plies deep, with its `TranspositionTable`."""
    easy = importlib.import_module("easyAI")
    table = importlib.import_module("easyAI.AI").TranspositionTable()
    players = [easy.Human_Player(), easy.Human_Player()]
    easy.Negamax(SQUARES, win_score=90, tt=table)(_easy_ai_game(easy.TwoPlayerGame)(players))


def _easy_ai_game(base: Any) -> Any:
    class FourInARow(base):  # type: ignore[misc]
        def __init__(self, players: list[Any]) -> None:
            self.players, self.current_player = players, 1
            self.board = [0] * SQUARES

        def possible_moves(self) -> list[int]:
            return [square for square, owner in enumerate(self.board) if owner == 0]

        def make_move(self, square: int) -> None:
            self.board[square] = self.current_player

        def unmake_move(self, square: int) -> None:
            self.board[square] = 0

        def lose(self) -> bool:
            other = self.opponent_index
            return any(all(self.board[s] == other for s in line) for line in lines(SIDE))

        def is_over(self) -> bool:
            return self.lose() or 0 not in self.board

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[int, ...]:
            return (self.current_player, *self.board)

    return FourInARow


def seconds_of(solve: Callable[[], None], limit: float) -> float | None:
    """Return how long a peer takes in a process of its own, or None after the limit."""
    process = multiprocessing.get_context("spawn").Process(target=solve)
    started = time.perf_counter()
    process.start()
    process.join(limit)
    taken = time.perf_counter() - started
    if process.is_alive():
        process.kill()
        process.join()
        return None
    if process.exitcode != 0:
        raise SystemExit(f"{solve.__name__} ended with status {process.exitcode}")
    return taken


def reference_seconds(folder: Path, rung: RungName, repeats: int) -> list[float]:
    """Return how long each of several searches from the empty board took, once compiled."""
    call = exact_search((0,) * SQUARES, X, rung)
    question = Question(module=rung, function=rung, calls=(call,))
    with (
        fresh_workspace(folder) as workspace,
        Engine(EngineKind("serial"), workspace, choose_isolation("plain")) as engine,
    ):
        engine.ask(question, 60.0)  # compiles
        return [engine.ask(question, 60.0)[-1].wall_seconds for _ in range(repeats)]


def main() -> int:
    """Make the study and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float, default=120.0)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    time_reference(options.repeats)
    for solve in (open_spiel, easy_ai):
        taken = seconds_of(solve, options.limit)
        words = f"not within {options.limit:g} s" if taken is None else f"{taken:.1f} s"
        print(f"{solve.__name__}: {words}", flush=True)
    time_reference(options.repeats)
    return 0


def time_reference(repeats: int) -> None:
    """Print how long each search of the reference's two engines took."""
    folder = reference_folder()
    assert folder is not None
    searches: tuple[tuple[str, Path, RungName], ...] = (
        ("solution", folder, "transposition"),
        (f"solution/{FAST}", folder / FAST, "alpha_beta"),
    )
    for name, engine, rung in searches:
        seconds = reference_seconds(engine, rung, repeats)
        print(f"{name}, {rung}:", ", ".join(f"{s:.4f} s" for s in seconds), flush=True)


if __name__ == "__main__":
    sys.exit(main())
