"""A search to the end of the game, by minimax or an exact rung: its call, and what it visits."""

import msgspec

from autograder.engines.protocol import Call, RungName
from autograder.truth.game_tree import nodes
from autograder.truth.rules import Board, centre_first, side_length

MOST_ROWS = 1_000_003
"""Of the transposition table, as `new_table` has it."""

COUNTABLE = 9
"""Empty squares up to which the tree of a plain search is counted in an instant."""


def exact_search(board: Board, player: int, rung: RungName | None) -> Call:
    """Return the call that searches to the end of the game, with minimax if there is no rung."""
    call = Call(board=board, player=player)
    if rung is None:
        return call
    squares, side = len(board), side_length(board)
    return msgspec.structs.replace(
        call,
        window=(-(squares + 2), squares + 2),
        order=centre_first(side),
        rows=min(3**squares, MOST_ROWS) if rung == "transposition" else 0,
    )


def visits_in_words(rung: RungName, visited: int, board: Board, player: int) -> str:
    """Say how many positions a rung visits, and how many minimax does, where that is known.

    >>> visits_in_words("alpha_beta", 7_865, (0,) * 9, 1)
    'alpha_beta visits 7,865 positions from here, minimax 549,946'
    """
    said = f"{rung} visits {visited:,} positions from here"
    if board.count(0) > COUNTABLE:
        return said
    return f"{said}, minimax {nodes(board, player):,}"
