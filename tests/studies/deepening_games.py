"""Let iterative deepening play a search of fixed depth under the same clock, on 5x5.

    python -m tests.studies.deepening_games --games 200 --plies 1 2 3 4 5 6 7 8 --milliseconds 20

Openings are boards on which each side has stones on lines of its own, and which X, who is to move,
does not win: the fast engine says so. Each is played twice, with sides exchanged. A move of either
may take so many milliseconds. The search of fixed depth looks at one square after the other, those
on the most lines first, and when the time is up plays the best of those that it has been through.

How deep to look is not known beforehand, and no depth suits all boards. One that keeps the time on
all of them leaves nothing to be won either: of 6,897 boards with 4 to 6 stones of each side on two
or three lines, X won 1,391, all of them within three plies.
"""

import argparse
import random
import sys
import threading
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
from solution import board as given
from solution.deepening import deepening, look_ahead

SIDE, SQUARES = 5, 25
STONES_EACH, LINES_EACH = 5, 2
BATCH = 500


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


def fixed_depth(plies: int, seconds: float) -> Player:
    """Return who looks so many plies ahead after each move that it has the time for."""

    def choose(board: np.ndarray, player: int) -> int:
        squares = [square for square in centre_first(SIDE) if board[square] == 0]
        stop = np.zeros(1, dtype=np.uint8)
        timer = threading.Timer(seconds, stop.fill, [1])
        timer.start()
        scores: dict[int, int] = {}
        for square in squares:
            child = given.board_after(board, square, player)
            score = -look_ahead(child, -player, 1, plies, stop)
            if stop[0] != 0:
                break
            scores[square] = score
        timer.cancel()
        return max(scores or squares[:1], key=lambda square: (scores.get(square, 0), -square))

    return Player(choose)


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
        Call(board=b, player=X, window=(-beyond, beyond), order=centre_first(SIDE)) for b in boards
    )
    question = Question(module="alpha_beta", function="alpha_beta", calls=calls)
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


def games_of(
    deeper: Player, fixed: Player, openings: list[Board]
) -> tuple[list[Played], tuple[int, int, int]]:
    """Play each opening from both sides; return the games; won, drawn and lost by deepening."""
    games = []
    for opening in openings:
        for x, o in ((0, 1), (1, 0)):
            last = play({X: (deeper, fixed)[x], O: (deeper, fixed)[o]}, opening)
            plies = opening.count(0) - last.count(0)
            pairing = Pairing(x=x, o=o, opening=opening)
            games.append(Played(pairing, winner(last), plies, seconds=(0.0, 0.0), forfeit=""))
    won = sum(game.winner == (X if game.pairing.x == 0 else O) for game in games)
    drawn = sum(game.winner == 0 for game in games)
    return games, (won, drawn, len(games) - won - drawn)


def milliseconds(player: Player) -> str:
    """Return how long a move took, and the longest one."""
    mean = sum(player.seconds) / len(player.seconds)
    return f"{1e3 * mean:.1f} ms a move, the longest {1e3 * max(player.seconds):.1f}"


def main() -> int:
    """Make the study and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200, help="against each depth")
    parser.add_argument("--plies", type=int, nargs="+", default=[1, 2, 3, 4, 5, 6, 7, 8])
    parser.add_argument("--milliseconds", type=float, default=20.0, help="for each move")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    seconds = options.milliseconds / 1e3
    openings = drawn_openings(options.games // 2, options.seed)
    compiling = fixed_depth(1, 60.0)
    play({X: compiling, O: compiling}, openings[0])
    print(f"seed {options.seed}, {options.milliseconds} ms a move")
    every: list[Played] = []
    for plies in options.plies:
        deeper, fixed = deepening_for(seconds), fixed_depth(plies, seconds)
        games, (won, drawn, lost) = games_of(deeper, fixed, openings)
        every += games
        print(
            f"against {plies} plies: {won} won, {drawn} drawn, {lost} lost; deepening took "
            f"{milliseconds(deeper)}, fixed depth {milliseconds(fixed)}",
            flush=True,
        )
    print(f"Elo of iterative deepening over all of them: {ratings(2, every)[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
