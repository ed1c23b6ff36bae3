"""Draw the tree of a position."""

from autograder.errors import UsageError
from autograder.notebook.errands.errand import Reply, run
from autograder.truth.game_tree import game_tree, read_position
from autograder.truth.rules import PLAYERS
from autograder.views.tree_svg import tree_svg


def draw_tree(*, board: str, player: str, plies: int) -> Reply:
    """Return the picture.

    Raises:
        UsageError: no game leads to the board, or there is too much to draw.
    """
    if not 1 <= plies <= 9:
        raise UsageError(f"a tree has 1 to 9 plies, not {plies}")
    position, mover = read_position(board, PLAYERS.get(player))
    return {"svg": tree_svg(game_tree(position, mover, plies=plies))}


if __name__ == "__main__":
    raise SystemExit(run(draw_tree))
