"""Show the game tree of a position, or how its subtrees are shared among workers."""

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from autograder.console.output_file import write_output
from autograder.scaling.shares import shared_subtrees
from autograder.truth.game_tree import game_tree, read_position
from autograder.views.gantt_chart import gantt_chart
from autograder.views.shares_svg import shares_svg
from autograder.views.tree_chart import tree_chart
from autograder.views.tree_svg import tree_svg

TREE_BOARD = "XOX.X.OO."
"""X can win at once; every other move loses."""

SHARES_BOARD = ".X...XX.OOO.X..."
"""O can win at once, so that one subtree is a single node and the others are not."""


@dataclass(frozen=True)
class TreeOptions:
    """What to show, and where to draw it besides the terminal.

    Attributes:
        board: as the user wrote it; None for one that shows something.
        player: who is to move; None if X began.
        plies: how deep the tree goes.
        svg: a file for the picture.
        search: a rung of the ladder, to show what it visits.
    """

    board: str | None = None
    player: int | None = None
    plies: int = 3
    svg: Path | None = None
    search: str = ""


def show_tree(options: TreeOptions, console: Console) -> int:
    """Draw the tree of a position, and return the exit status."""
    board, player = read_position(options.board or TREE_BOARD, options.player)
    tree = game_tree(board, player, plies=options.plies)
    if options.search:
        from autograder.truth.searched_tree import searched_tree  # noqa: PLC0415 - not at students'

        tree = searched_tree(tree, options.search)
    ascii_only = "utf" not in console.encoding
    console.print(tree_chart(tree, ascii_only=ascii_only, search=options.search))
    if options.svg:
        write_output(options.svg, tree_svg(tree, search=options.search), console)
    return 0


def show_shares(options: TreeOptions, workers: int, console: Console) -> int:
    """Draw three ways to share the subtrees of a position, and return the exit status."""
    board, player = read_position(options.board or SHARES_BOARD, options.player)
    shares = shared_subtrees(board, player, workers)
    longest = max(timeline.makespan for timeline in shares.timelines)
    console.print(Text(shares.title))
    for timeline in shares.timelines:
        width, ascii_only = min(console.width, 100) - 8, "utf" not in console.encoding
        console.print()
        console.print(gantt_chart(timeline, width, ascii_only=ascii_only, seconds=longest))
    if options.svg:
        write_output(options.svg, shares_svg(shares), console)
    return 0
