"""The game tree of a 3x3 position, with every value taken from the tables of true scores."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from autograder.errors import UsageError
from autograder.truth.rules import (
    SYMBOLS,
    Board,
    O,
    X,
    board_after,
    board_from_text,
    is_over,
    legal_squares,
    swapped,
    to_move,
)
from autograder.truth.tables import Position, position_of

MOST_NODES = 5000
"""In one tree: more can be counted, but neither drawn nor read."""


@dataclass(frozen=True)
class Node:
    """A position in the tree.

    Attributes:
        board: the squares.
        player: who is to move.
        depth: plies below the root.
        score: what `minimax` returns here: for `player`, `depth` plies below the root.
        root_player: who is to move at the root.
        square: the square that was played to get here; None at the root.
        children: the positions one ply further, lowest square first; empty where the game is over
            or the tree is cut off.
        best: the square that the contract asks for; None where the game is over.
        left_out: how many nodes are below this one and not in the tree.
        visits: how many a search made in this subtree; None if no search is looked at.
    """

    board: Board
    player: int
    depth: int
    score: int
    root_player: int
    square: int | None
    children: tuple["Node", ...]
    best: int | None
    left_out: int
    visits: int | None = None

    @property
    def size(self) -> int:
        """How many positions there are in the whole subtree, this one included."""
        return 1 + self.left_out + sum(child.size for child in self.children)

    @property
    def root_score(self) -> int:
        """What the position is worth to the player at the root."""
        return self.score if self.player == self.root_player else -self.score

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.best is None

    @property
    def chosen(self) -> "Node | None":
        """The child that gives this node its score; None where the tree ends."""
        return next((child for child in self.children if child.square == self.best), None)

    @property
    def line(self) -> tuple["Node", ...]:
        """This node and what perfect play makes of it, as far as the tree goes."""
        return (self, *self.chosen.line) if self.chosen else (self,)

    def __iter__(self) -> Iterator["Node"]:
        """Yield this node and all below it, each before its children."""
        yield self
        for child in self.children:
            yield from child


def read_position(text: str, player: int | None = None) -> tuple[Board, int]:
    """Read a board as users write it, and say who is to move: X began, if `player` is not given.

    Raises:
        UsageError: it is no board, no game leads to it, or the game is over.

    >>> read_position("XOX/.X./OO.")
    ((1, -1, 1, 0, 1, 0, -1, -1, 0), 1)
    """
    try:
        board = board_from_text(text)
    except ValueError as error:
        raise UsageError(f"{error}: write it row by row, such as XOX.X.OO.") from error
    if player is None:
        if sum(board) == -1:
            raise UsageError("O has one stone more than X, who begins: say --player X if O began")
        player = to_move(board)
    if sum(board) not in (0, -player):
        stones = f"{board.count(X)} X and {board.count(O)} O"
        raise UsageError(f"{SYMBOLS[player]} cannot be to move with {stones} on the board")
    if is_over(board):
        raise UsageError("the game is over on this board: give one on which somebody can move")
    return board, player


def game_tree(board: Board, player: int | None = None, *, plies: int = 3) -> Node:
    """Return the tree of a 3x3 position, cut off `plies` below it.

    Args:
        board: the position.
        player: who is to move; X began if it is not given.
        plies: how far to go; the full tree is 9 plies deep at most.

    Raises:
        UsageError: the tables do not know the position, or there is too much to show.

    >>> tree = game_tree((1, -1, 1, 0, 1, 0, -1, -1, 0), plies=1)
    >>> [(child.square, child.root_score) for child in tree.children], tree.best
    ([(3, -8), (5, -8), (8, 9)], 8)
    """
    mover = to_move(board) if player is None else player
    if _position(board, mover) is None:
        raise UsageError(
            "the tables of true scores know the 3x3 boards that play can reach, and this is none"
        )
    count = nodes(board, mover, plies=plies)
    if count > MOST_NODES:
        raise UsageError(
            f"{count:,} positions are too many to show: ask for fewer plies, or for a fuller board"
        )
    return _node(board, mover, None, 0, plies)


@cache
def nodes(board: Board, player: int, *, plies: int = 16) -> int:
    """Count the nodes of a position's tree, itself included: what a plain search visits.

    Positions that are reached in several ways count each time, as they cost each time.

    Args:
        board: of any size; beyond ten empty squares it takes long.
        player: who is to move.
        plies: count no deeper than this.

    >>> nodes((0,) * 9, 1)
    549946
    """
    if plies == 0 or is_over(board):
        return 1
    return 1 + sum(
        nodes(board_after(board, square, player), -player, plies=plies - 1)
        for square in legal_squares(board)
    )


def subtree_nodes(board: Board, player: int) -> dict[int, int]:
    """Return what the search of each legal square costs, in nodes, lowest square first."""
    return {
        square: nodes(board_after(board, square, player), -player)
        for square in legal_squares(board)
    }


def _position(board: Board, player: int) -> Position | None:
    """Return the row of the tables; where O began, that of the board with X and O exchanged."""
    if to_move(board) == player:
        return position_of(board)
    exchanged = swapped(board)
    return position_of(exchanged) if to_move(exchanged) == -player else None


def _node(board: Board, player: int, square: int | None, depth: int, plies: int) -> Node:
    position = _position(board, player)
    assert position is not None, "play cannot leave the tables"
    goes_on = depth < plies and not position.is_over
    return Node(
        board=board,
        player=player,
        depth=depth,
        score=position.score_at(depth),
        root_player=player if depth % 2 == 0 else -player,
        square=square,
        children=tuple(
            _node(board_after(board, next_square, player), -player, next_square, depth + 1, plies)
            for next_square in (legal_squares(board) if goes_on else ())
        ),
        best=None if position.is_over else position.move,
        left_out=0 if goes_on else nodes(board, player) - 1,
    )
