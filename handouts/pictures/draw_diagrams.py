"""Draw the trees, shares.svg and speed_up.svg; the times of the last are in speed_up.json.

To measure anew, on a quiet machine: `ttt scaling solution --json handouts/pictures/speed_up.json`.
"""

from pathlib import Path

from autograder.console.tree import SHARES_BOARD, TREE_BOARD
from autograder.scaling.document import read_scaling
from autograder.scaling.shares import shared_subtrees
from autograder.truth.game_tree import game_tree, read_position
from autograder.truth.searched_tree import searched_tree
from autograder.views.shares_svg import shares_svg
from autograder.views.speed_up_svg import speed_up_svg
from autograder.views.tree_svg import tree_svg

HERE = Path(__file__).parent
WORKERS = 4
PRUNING = "alpha_beta"


def diagrams() -> dict[str, str]:
    """Return each picture by the name of its file."""
    tree = game_tree(*read_position(TREE_BOARD))
    return {
        "tree.svg": tree_svg(tree),
        "pruned_tree.svg": tree_svg(searched_tree(tree, PRUNING), search=PRUNING),
        "shares.svg": shares_svg(shared_subtrees(*read_position(SHARES_BOARD), WORKERS)),
        "speed_up.svg": speed_up_svg(read_scaling(HERE / "speed_up.json")),
    }


def main() -> None:
    """Write all of them."""
    for name, picture in diagrams().items():
        (HERE / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
