"""What a game tree says, in words: the same in a picture, in a terminal and to a screen reader."""

from collections.abc import Sequence

from autograder.truth.game_tree import Node
from autograder.truth.rules import SYMBOLS, rows_text, winner

Limits = Sequence[int]
"""How many siblings are shown at most, 1 or more, by the depth of their parent."""

MOST_ENDS = 16
"""Of a tree that is shown: more than this nobody looks through."""


def level(node: Node) -> str:
    """Return whether a level takes the highest or the lowest of the scores below it.

    Scores are those of the player at the root, so that the opponent takes the lowest.
    """
    return "max" if node.player == node.root_player else "min"


def verdict(node: Node) -> str:
    """Return what a position comes to, such as "min -8" or "X wins: 9"."""
    if not node.is_over:
        return f"{level(node)} {node.root_score}"
    owner = winner(node.board)
    return f"{SYMBOLS[owner]} wins: {node.root_score}" if owner else "draw: 0"


def below(node: Node) -> str:
    """Return how much of the tree is cut off at a node, or how much a search visits, or nothing."""
    if node.visits is None:
        return f"{node.left_out:,} below" if node.left_out else ""
    if node.visits == 0:
        return "not visited"
    return "" if node.visits == node.size == 1 else f"visits {node.visits:,}"


def shown_children(node: Node, limits: Limits) -> tuple[list[Node], list[Node]]:
    """Return the children to show, as many as the limit allows, and those that are left out.

    The chosen one is always shown; of the others the lowest squares.
    """
    if not node.children:
        return [], []
    others = [child for child in node.children if child is not node.chosen]
    shown = {child.square for child in others[: limits[node.depth] - 1]} | {node.best}
    return (
        [child for child in node.children if child.square in shown],
        [child for child in node.children if child.square not in shown],
    )


def and_more(hidden: list[Node]) -> str:
    """Return what siblings that are left out are worth.

    >>> from autograder.truth.game_tree import game_tree
    >>> and_more(list(game_tree((0,) * 9, plies=1).children[1:]))
    'and 8 more: 0'
    """
    scores = sorted({node.root_score for node in hidden})
    span = " to ".join(str(score) for score in dict.fromkeys((scores[0], scores[-1])))
    return f"and {len(hidden)} more: {span}"


def ends(node: Node, limits: Limits) -> int:
    """Return how many ends a tree has that shows so many siblings."""
    shown, _ = shown_children(node, limits)
    return sum(ends(child, limits) for child in shown) if shown else 1


def fitting_limits(node: Node, most_ends: int) -> Limits:
    """Return limits with which a tree has so many ends at most.

    The moves at the root come first, so that it can be seen what the chosen one is better than;
    the chosen line is always there.
    """
    limits = [1] * max(one.depth for one in node)
    for depth in range(len(limits)):
        for more in range(2, len(node.board) + 1):
            wider = [*limits[:depth], more, *limits[depth + 1 :]]
            if ends(node, wider) > most_ends:
                break
            limits = wider
    return limits


def title(node: Node, search: str = "") -> str:
    """Return what tree it is, and what a search visits of it.

    >>> from autograder.truth.game_tree import game_tree
    >>> title(game_tree((1, -1, 1, 0, 1, 0, -1, -1, 0)))
    'Game tree of XOX/.X./OO., X to move'
    """
    tree = f"Game tree of {rows_text(node.board)}, {SYMBOLS[node.player]} to move"
    if node.visits is None:
        return tree
    return f"{tree}: {search} visits {node.visits:,}, minimax {node.size:,}"


def scoring(node: Node) -> str:
    """Say whose scores they are, and how they come about."""
    who, most = SYMBOLS[node.player], len(node.board) + 1
    return (
        f"Scores are {who}'s: {most} - depth for a win, minus that for a loss, 0 for a draw. "
        f"{who} takes the highest (max), {SYMBOLS[-node.player]} the lowest (min)."
    )


def legend(node: Node) -> str:
    """Say how squares are numbered, what is not there, and how it is searched."""
    cut_off = " The nodes below are counted, not drawn." if any(n.left_out for n in node) else ""
    order = " The search tries them from the centre outwards." if node.visits is not None else ""
    return f"Squares are numbered row by row from 0.{order}{cut_off}"


def story(node: Node, search: str = "") -> str:
    """Tell the tree: what each move is worth, and the line that both choose."""
    who = SYMBOLS[node.player]
    moves = ", ".join(
        f"square {child.square} {child.root_score}"
        + (" (not visited)" if child.visits == 0 else "")
        for child in node.children
    )
    parts = [title(node, search), f"worth {node.root_score} to {who}"]
    if moves:
        parts.append(f"{who}'s moves: {moves}")
    line = [f"{SYMBOLS[-child.player]} on {child.square}" for child in node.line[1:]]
    if line:
        end = node.line[-1]
        parts.append(f"chosen line: {', '.join(line)}; then {_standing(end)}")
    return "; ".join(parts)


def _standing(node: Node) -> str:
    if not node.is_over:
        return f"{SYMBOLS[node.player]} is to move"
    owner = winner(node.board)
    return f"{SYMBOLS[owner]} has won" if owner else "it is a draw"
