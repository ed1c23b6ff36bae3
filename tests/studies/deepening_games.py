"""Let iterative deepening play a search of fixed depth, with as much time for both, on 5x5.

    python -m tests.studies.deepening_games --games 200

From most openings of 5x5 everything is a draw, so those are taken from which somebody can win, but
not within the plies that the fixed search sees: the reference's table says so. Each opening is
played twice, with sides exchanged. The fixed search plays itself first, which tells how long its
moves take; so long may each move of the other take.
"""

import argparse
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count as count_from

from autograder.assignment.files import reference_folder
from autograder.console.search_cost import random_opening
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Answer, Call, Question
from autograder.engines.workspace import fresh_workspace
from autograder.tournament.elo import ratings
from autograder.tournament.pairings import Pairing
from autograder.tournament.record import Played
from autograder.truth.rules import Board, O, X, board_after, centre_first, is_over, to_move, winner

SIDE = 5
ROWS = 1_000_003
SEEN = 6
"""Plies: the move itself, and the five that `search` of the fixed one looks ahead."""

CALIBRATION_GAMES = 20


@dataclass
class Player:
    """An engine, the budget of its moves if it keeps one, and the seconds that its moves took."""

    engine: Engine
    budget: float | None = None
    seconds: list[float] = field(default_factory=list)

    def move(self, board: Board) -> int:
        """Return the square that the engine takes."""
        call = Call(board=board, player=to_move(board), budget=self.budget)
        if self.budget is None:
            question = Question(
                module="serial", function="computer_move", rung="depth_limited", calls=(call,)
            )
        else:
            question = Question(module="deepening", function="deepening", calls=(call,))
        reply = self.engine.ask(question, 60.0)[-1]
        [answer] = reply.outcomes
        assert isinstance(answer, Answer), answer
        assert answer.returned is not None, answer
        assert answer.returned.value is not None
        self.seconds.append(reply.wall_seconds)
        return answer.returned.value


def play(players: dict[int, Player], opening: Board) -> Board:
    """Play a game, and return the last board."""
    board = opening
    while not is_over(board):
        board = board_after(board, players[to_move(board)].move(board), to_move(board))
    return board


def hard_openings(engine: Engine, count: int, plies: int, seed: int) -> list[Board]:
    """Return positions that are won for one side, too far ahead for the fixed search to see."""
    found: dict[Board, None] = {}
    for number in count_from(seed):
        board = random_opening(SIDE, plies, number)
        squares = len(board)
        call = Call(
            board=board,
            player=to_move(board),
            window=(-(squares + 2), squares + 2),
            order=centre_first(SIDE),
            rows=ROWS,
        )
        question = Question(module="transposition", function="transposition", calls=(call,))
        [answer] = engine.ask(question, 60.0)[-1].outcomes
        assert isinstance(answer, Answer), answer
        assert answer.returned is not None
        score = answer.returned.value or 0
        if score and squares + 1 - abs(score) > SEEN:
            found[board] = None
        if len(found) == count:
            break
    return list(found)


def main() -> int:
    """Make the study and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--opening", type=int, default=11, help="random plies of each opening")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    folder = reference_folder()
    assert folder is not None
    started = time.monotonic()
    with ExitStack() as stack:
        workspace = stack.enter_context(fresh_workspace(folder))
        fixed, deeper = (
            Player(
                stack.enter_context(
                    Engine(EngineKind("serial"), workspace, choose_isolation("plain"))
                )
            )
            for _ in range(2)
        )
        openings = hard_openings(fixed.engine, options.games // 2, options.opening, options.seed)
        for opening in openings[:CALIBRATION_GAMES]:
            play({X: fixed, O: fixed}, opening)
        # The first move compiled.
        deeper.budget = sum(fixed.seconds[1:]) / len(fixed.seconds[1:])
        deeper.move(openings[0])
        fixed.seconds.clear()
        deeper.seconds.clear()
        games = []
        for opening in openings:
            for x, o in ((0, 1), (1, 0)):
                players = {X: (deeper, fixed)[x], O: (deeper, fixed)[o]}
                last = play(players, opening)
                pairing = Pairing(x=x, o=o, opening=opening)
                games.append(
                    Played(
                        pairing=pairing,
                        winner=winner(last),
                        plies=SIDE**2 - last.count(0) - options.opening,
                        seconds=(0.0, 0.0),
                        forfeit="",
                    )
                )
    won = sum(game.winner == (X if game.pairing.x == 0 else O) for game in games)
    drawn = sum(game.winner == 0 for game in games)
    print(f"seed {options.seed}, {len(games)} games, {time.monotonic() - started:.0f} s")
    print(f"iterative deepening: {won} won, {drawn} drawn, {len(games) - won - drawn} lost")
    for name, player in (("iterative deepening", deeper), ("fixed depth", fixed)):
        mean = 1e3 * sum(player.seconds) / len(player.seconds)
        print(f"{name}: {mean:.1f} ms a move, the longest {1e3 * max(player.seconds):.0f} ms")
    print(f"Elo of iterative deepening: {ratings(2, games)[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
