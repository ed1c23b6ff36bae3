"""A game tree as a rung of the ladder searches it: which subtrees it visits, and how much of them.

Not part of what students get: it takes the searches that are the second opinion on the solution's.
"""

from collections import Counter
from dataclasses import replace

from autograder.truth.game_tree import Node
from autograder.truth.pruning import SEARCHES
from autograder.truth.rules import Board, centre_first, side_length

Path = tuple[int, ...]
"""The squares that were played since the root."""


class _Visits:
    """How many visits there were in each subtree; a search tells of them in its order."""

    def __init__(self) -> None:
        self.below: Counter[Path] = Counter()
        self._line: list[Board] = []

    def __call__(self, board: Board, depth: int) -> None:
        self._line[depth:] = [board]
        played = [
            next(square for square, owner in enumerate(after) if owner != before[square])
            for before, after in zip(self._line, self._line[1:], strict=False)
        ]
        for plies in range(depth + 1):
            self.below[tuple(played[:plies])] += 1


def searched_tree(tree: Node, rung: str) -> Node:
    """Return the tree with the visits that a rung makes to find the score of its root.

    The window is wide enough for every score, and the squares are tried from the centre outwards.

    >>> from autograder.truth.game_tree import game_tree
    >>> tree = searched_tree(game_tree((1, -1, 1, 0, 1, 0, -1, -1, 0)), "alpha_beta")
    >>> tree.visits, tree.size
    (6, 10)
    """
    visits, squares = _Visits(), len(tree.board)
    window = (-(squares + 2), squares + 2)
    order = centre_first(side_length(tree.board))
    SEARCHES[rung](tree.board, tree.player, 0, window, order, visit=visits)
    return _with_visits(tree, (), visits.below)


def _with_visits(node: Node, path: Path, below: Counter[Path]) -> Node:
    children = []
    for child in node.children:
        assert child.square is not None
        children.append(_with_visits(child, (*path, child.square), below))
    return replace(node, children=tuple(children), visits=below[path])
