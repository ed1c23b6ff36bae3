"""Let iterative deepening play a search of fixed depth, with as much time for both, on 5x5.

    python -m tests.studies.deepening_games --games 200

Openings are boards on which each side has stones on lines of its own, and which X, who is to move,
does not win: the fast engine says so. Each is played twice, with sides exchanged. The fixed search
plays itself first, which tells how long its moves take; so long may each move of the other take.

Five in a row on 5x5 gives a deep search nothing to find: of 6,897 boards with 4 to 6 stones of each
side on two or three lines, X won 1,391, all of them within three plies. From the others all of 300
games were drawn, a hundred each against 2, 3 and 4 plies.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np

from autograder.assignment.files import FAST, reference_folder
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import fresh_workspace
from autograder.tournament.elo import ratings
from autograder.tournament.pairings import Pairing
from autograder.tournament.record import Played
from autograder.truth.rules import (
    Board,
    O,
    X,
    board_after,
    centre_first,
    is_over,
    lines,
    to_move,
    winner,
)
from solution import serial
from solution.deepening import deepening, look_ahead

SIDE, SQUARES = 5, 25
STONES_EACH, LINES_EACH = 5, 2
ROWS = 1_000_003
BATCH = 500
CALIBRATION_GAMES = 20
NEVER = np.zeros(1, dtype=np.uint8)


@dataclass
class Player:
    """Who chooses squares, and the seconds that each took."""

    choose: Callable[[np.ndarray, int], int]
    seconds: list[float] = field(default_factory=list)

    def move(self, board: Board) -> int:
        """Return the square that is chosen."""
        squares = np.array(board, dtype=np.int8)
        started = time.perf_counter()
        square = self.choose(squares, to_move(board))
        self.seconds.append(time.perf_counter() - started)
        return square


def fixed_depth(plies: int) -> Player:
    """Return who looks so many plies ahead after each move, and no further."""

    def search(board: np.ndarray, player: int, depth: int) -> int:
        return look_ahead(board, player, depth, plies, NEVER)

    return Player(lambda board, player: serial.computer_move(board, player, search))


def deepening_for(seconds: float) -> Player:
    """Return who looks as far ahead as the time allows."""
    best = np.zeros(1, dtype=np.int64)
    return Player(lambda board, player: deepening(board, player, seconds, best))


def play(players: dict[int, Player], opening: Board) -> Board:
    """Play a game, and return the last board."""
    board = opening
    while not is_over(board):
        board = board_after(board, players[to_move(board)].move(board), to_move(board))
    return board


def tense_board(generator: random.Random) -> Board:
    """Return a board on which each side has stones on lines of its own; X is to move."""
    board = [0] * SQUARES
    for player in (X, O):
        own = generator.sample(lines(SIDE), LINES_EACH)
        free = [square for square in sorted(frozenset().union(*own)) if board[square] == 0]
        for square in generator.sample(free, min(STONES_EACH, len(free))):
            board[square] = player
    return tuple(board)


def plies_to_win(engine: Engine, boards: list[Board]) -> list[int]:
    """Return for each board how soon X, who is to move, wins; 0 if X does not."""
    beyond = SQUARES + 2
    calls = tuple(
        Call(board=b, player=X, window=(-beyond, beyond), order=centre_first(SIDE), rows=ROWS)
        for b in boards
    )
    question = Question(module="transposition", function="transposition", calls=calls)
    scores = [reply.first_value for reply in engine.ask(question, 60.0)]
    return [SQUARES + 1 - score if score and score > 0 else 0 for score in scores]


def drawn_openings(count: int, seed: int) -> list[Board]:
    """Return boards that X does not win, and say how soon it wins the others."""
    folder = reference_folder()
    assert folder is not None
    generator = random.Random(seed)
    soon: Counter[int] = Counter()
    found: dict[Board, None] = {}
    with ExitStack() as stack:
        workspace = stack.enter_context(fresh_workspace(folder / FAST))
        isolation = choose_isolation("plain")
        engine = stack.enter_context(Engine(EngineKind("serial"), workspace, isolation))
        while len(found) < count:
            boards = [tense_board(generator) for _ in range(BATCH)]
            boards = [b for b in boards if sum(b) == 0 and not is_over(b)]
            plies = plies_to_win(engine, boards)
            soon.update(plies)
            found.update((b, None) for b, won in zip(boards, plies, strict=True) if won == 0)
    won = ", ".join(f"{number} in {plies}" for plies, number in sorted(soon.items()) if plies)
    print(f"of {soon.total()} boards X wins, in so many plies: {won}")
    return list(found)[:count]


def main() -> int:
    """Make the study and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--plies", type=int, default=3, help="that the fixed search looks ahead")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    started = time.monotonic()
    openings = drawn_openings(options.games // 2, options.seed)
    fixed = fixed_depth(options.plies)
    play({X: fixed, O: fixed}, openings[0])  # compiles
    fixed.seconds.clear()
    for opening in openings[:CALIBRATION_GAMES]:
        play({X: fixed, O: fixed}, opening)
    deeper = deepening_for(sum(fixed.seconds) / len(fixed.seconds))
    fixed.seconds.clear()
    games = []
    for opening in openings:
        for x, o in ((0, 1), (1, 0)):
            last = play({X: (deeper, fixed)[x], O: (deeper, fixed)[o]}, opening)
            plies = opening.count(0) - last.count(0)
            pairing = Pairing(x=x, o=o, opening=opening)
            games.append(Played(pairing, winner(last), plies, seconds=(0.0, 0.0), forfeit=""))
    won = sum(game.winner == (X if game.pairing.x == 0 else O) for game in games)
    drawn = sum(game.winner == 0 for game in games)
    print(f"seed {options.seed}, {len(games)} games, {time.monotonic() - started:.0f} s")
    print(f"iterative deepening: {won} won, {drawn} drawn, {len(games) - won - drawn} lost")
    for name, player in (("iterative deepening", deeper), ("fixed depth", fixed)):
        mean = 1e3 * sum(player.seconds) / len(player.seconds)
        print(f"{name}: {mean:.2f} ms a move, the longest {1e3 * max(player.seconds):.1f} ms")
    print(f"Elo of iterative deepening: {ratings(2, games)[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
