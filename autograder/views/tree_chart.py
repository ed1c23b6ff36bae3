"""Draw a game tree in the terminal: a board and three lines of words for each position."""

from rich.console import Group
from rich.text import Text
from rich.tree import Tree

from autograder.truth.game_tree import Node
from autograder.truth.rules import SYMBOLS, side_length
from autograder.views.board_drawing import STYLES
from autograder.views.tree_words import (
    MOST_ENDS,
    Limits,
    and_more,
    below,
    fitting_limits,
    legend,
    level,
    scoring,
    shown_children,
    title,
    verdict,
)

CHOSEN, PRUNED = "bold green", "dim strike"


def tree_chart(node: Node, *, ascii_only: bool = False, search: str = "") -> Group:
    """Return the tree, the chosen line in bold and said so.

    Args:
        node: the root.
        ascii_only: use no other characters than those of ASCII.
        search: whose visits the nodes hold, if they do.
    """
    root = _position(node, on_line=True, taken=False, ascii_only=ascii_only)
    # The lines between boards are chosen by rich, from the encoding of the console.
    tree = Tree(root, guide_style="dim")
    limits = fitting_limits(node, MOST_ENDS)
    _grow(tree, node, limits, on_line=True, ascii_only=ascii_only)
    words = Text(f"{scoring(node)}\n{legend(node)}", "dim")
    return Group(Text(title(node, search), "bold"), tree, words)


def _grow(tree: Tree, node: Node, limits: Limits, *, on_line: bool, ascii_only: bool) -> None:
    shown, hidden = shown_children(node, limits)
    for child in shown:
        taken = child is node.chosen
        goes_on = on_line and taken
        position = _position(child, on_line=goes_on, taken=taken, ascii_only=ascii_only)
        _grow(tree.add(position), child, limits, on_line=goes_on, ascii_only=ascii_only)
    if hidden:
        tree.add(Text(and_more(hidden), "dim"))


def _position(node: Node, *, on_line: bool, taken: bool, ascii_only: bool) -> Text:
    """Return a board with what was played, what it comes to, and who is to move beside it."""
    style = CHOSEN if on_line else PRUNED if node.visits == 0 else ""
    arrow = "<-" if ascii_only else "◀"
    mark = f"  {arrow} {'chosen' if on_line else 'best'}" if taken else ""
    played = "" if node.square is None else f"{SYMBOLS[-node.player]} on {node.square}{mark}"
    words = (
        Text(played, style),
        _verdict(node, style, ascii_only=ascii_only),
        Text(_next(node), "dim"),
    )
    return Text("\n").join(
        Text.assemble(row, "   ", said) for row, said in zip(_rows(node), words, strict=True)
    )


def _verdict(node: Node, style: str, *, ascii_only: bool) -> Text:
    signs = {"max": "^ " if ascii_only else "▲ ", "min": "v " if ascii_only else "▼ "}
    return Text(("" if node.is_over else signs[level(node)]) + verdict(node), style)


def _next(node: Node) -> str:
    if node.is_over:
        return below(node)
    return ", ".join(filter(None, [f"{SYMBOLS[node.player]} to move", below(node)]))


def _rows(node: Node) -> list[Text]:
    side = side_length(node.board)
    cells = [
        Text(SYMBOLS[owner], STYLES[owner]) if owner else Text(str(square), "dim")
        for square, owner in enumerate(node.board)
    ]
    return [Text(" ").join(cells[first : first + side]) for first in range(0, len(cells), side)]
