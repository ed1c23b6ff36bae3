"""How much room the checks of Monte Carlo tree search leave for chance.

    python -m tests.studies.monte_carlo_margins --seeds 12

Of each kind of position that is asked: how often the solution chose a wrong square, which part of
its playouts the right ones got at least, and how often the least played square was played.
"""

import argparse
import sys

import numpy as np

from autograder.checks.decisive_positions import Decisive, decisive, threatened, winning
from autograder.checks.playouts import SOME
from autograder.truth.rules import legal_squares
from solution.monte_carlo import monte_carlo

ALL = 10_000
"""More positions than there are."""


def visits_of(position: Decisive, seed: int) -> tuple[int, np.ndarray]:
    """Return the square that the solution chose, and its visits."""
    visits = np.zeros(len(position.board), dtype=np.int64)
    board, stop = np.array(position.board, dtype=np.int8), np.zeros(1, dtype=np.uint8)
    return int(monte_carlo(board, position.player, SOME, seed, visits, stop)), visits


def main() -> int:
    """Print a line for each kind of position."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=12)
    options = parser.parse_args()
    kinds = {"decisive": decisive(ALL, seed=0)}
    for side in (3, 4, 5):
        kinds[f"winning {side}x{side}"] = winning(side, 40)
        kinds[f"threatened {side}x{side}"] = threatened(side, 30)
    failed = 0
    for kind, positions in kinds.items():
        wrong, shares, least = 0, [], []
        for position in positions:
            for seed in range(options.seeds):
                square, visits = visits_of(position, seed)
                wrong += square not in position.right
                shares.append(visits[list(position.right)].sum() / SOME)
                least.append(min(visits[free] for free in legal_squares(position.board)))
        failed += wrong
        print(
            f"{kind}: {wrong} of {len(shares)} wrong; the right squares got {min(shares):.0%} or "
            f"more, every square {min(least)} playouts or more",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
