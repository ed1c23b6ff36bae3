"""Draw how the subtrees of a position would be shared."""

from autograder.notebook.errands.errand import Reply, run
from autograder.notebook.errands.workers import require_workers
from autograder.scaling.shares import shared_subtrees
from autograder.truth.game_tree import read_position
from autograder.truth.rules import PLAYERS
from autograder.views.shares_svg import shares_svg


def draw_schedule(*, board: str, player: str, workers: int) -> Reply:
    """Return the picture.

    Raises:
        UsageError: no game leads to the board, or there is too much to count.
    """
    require_workers([workers])
    position, mover = read_position(board, PLAYERS.get(player))
    return {"svg": shares_svg(shared_subtrees(position, mover, workers))}


if __name__ == "__main__":
    raise SystemExit(run(draw_schedule))
