"""Let Monte Carlo tree search play 3x3 to see that it loses no game.

    python -m tests.studies.monte_carlo_games --games 200

Its opponents are perfect play, which takes any of the best squares; whoever keeps what the position
is worth, by any square that does, and so sets more traps; and chance. Sides take turns, and every
move has a seed of its own.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable

import numpy as np

from autograder.truth.rules import (
    Board,
    O,
    X,
    board_after,
    is_over,
    legal_squares,
    to_move,
    winner,
)
from autograder.truth.tables import three_by_three
from solution.monte_carlo import monte_carlo

Opponent = Callable[[Board, random.Random], int]
TABLE = {position.board: position for position in three_by_three()}


def perfect(board: Board, generator: random.Random) -> int:
    """Return any of the best squares."""
    return generator.choice(TABLE[board].best_squares)


def keeper(board: Board, generator: random.Random) -> int:
    """Return any square that throws neither a win nor a draw away."""
    player = to_move(board)
    worth = {s: -TABLE[board_after(board, s, player)].score for s in legal_squares(board)}
    if TABLE[board].score > 0:
        return generator.choice([s for s, score in worth.items() if score > 0])
    return generator.choice([s for s, score in worth.items() if score >= TABLE[board].score])


def chance(board: Board, generator: random.Random) -> int:
    """Return any free square."""
    return generator.choice(legal_squares(board))


def play(opponent: Opponent, side: int, playouts: int, generator: random.Random) -> int:
    """Play a game and return 1, 0 or -1: won, drawn or lost for the search, which plays `side`."""
    board: Board = (0,) * 9
    stop = np.zeros(1, dtype=np.uint8)
    while not is_over(board):
        player = to_move(board)
        if player == side:
            visits = np.zeros(9, dtype=np.int64)
            squares = np.array(board, dtype=np.int8)
            seed = generator.randrange(2**31)
            square = int(monte_carlo(squares, player, playouts, seed, visits, stop))
        else:
            square = opponent(board, generator)
        board = board_after(board, square, player)
    return winner(board) * side


def main() -> int:
    """Play the games and print how they ended."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    lost = 0
    for opponent in (perfect, keeper, chance):
        generator = random.Random(options.seed)
        ended = Counter(
            play(opponent, (X, O)[number % 2], options.playouts, generator)
            for number in range(options.games)
        )
        lost += ended[-1]
        print(
            f"seed {options.seed}, {options.playouts} playouts, {options.games} games against "
            f"{opponent.__name__}: {ended[1]} won, {ended[0]} drawn, {ended[-1]} lost"
        )
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
