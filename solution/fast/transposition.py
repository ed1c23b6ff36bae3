"""The search with a table as fast as we know how: it solves the empty 5x5 board in seconds.

It returns the scores of rung 3, and visits far fewer positions, because it knows of lines:

- A line that holds stones of both is dead. How many stones a player is short of on the best line
  that is not dead says how soon a win can come at best, which bounds the score before anything is
  searched; where all lines are dead it is a draw.
- Who can complete a line does it. Who has to stop the other from it has one square to look at.
- The squares of the fullest lines come first, and of those on dead lines only one is looked at.

A row of the table is one word, and so never half written: the threads of a process share a table
without locks. Source: R. Hyatt and T. Mann, "A lock-less transposition table implementation for
parallel search" (ICGA Journal 25, 2002), on what goes wrong where a row is more than one word.
"""

from functools import cache

import numpy as np
from numba import njit

from .board import side_length
from .ladder import AT_LEAST, AT_MOST, EXACT
from .serial import lines_of, stones_of, win

LARGEST_SIDE = 5
"""A row has 25 bits for the stones of each player."""

SHARED_ROWS = 4_000_037
FEW_STONES = 12
"""Up to so many, images of a position are looked for: later it costs more than it saves."""

THEIRS, SCORE, KIND = 25, 50, 57
"""The first bit of each field of a row; `SCORE` holds the score plus `OFFSET`."""

OFFSET, SCORE_BITS = 32, 127
KEY_BITS = (1 << SCORE) - 1
DEAD = -1


def _masks(side: int) -> np.ndarray:
    """Return int64[2n + 2]: the squares of each line, as bits."""
    return np.array([sum(1 << square for square in line) for line in lines_of(side)])


def _images(side: int) -> np.ndarray:
    """Return int64[7, n*n]: where each square goes when the board is turned or mirrored."""
    board = np.arange(side * side).reshape(side, side)
    turned = [np.rot90(b, quarters) for b in (board, board.T) for quarters in range(4)]
    return np.array([image.ravel() for image in turned[1:]])


MASKS = {side: _masks(side) for side in range(1, LARGEST_SIDE + 1)}
IMAGES = {side: _images(side) for side in range(1, LARGEST_SIDE + 1)}


@njit(nogil=True, cache=True)
def _count(stones: int) -> int:
    count = 0
    while stones:
        stones &= stones - 1
        count += 1
    return count


@njit(nogil=True, cache=True)
def _moved(stones: int, image: np.ndarray) -> int:
    moved = 0
    for square in range(len(image)):
        if stones >> square & 1:
            moved |= 1 << image[square]
    return moved


@njit(nogil=True, cache=True)
def _key(mine: int, theirs: int, images: np.ndarray) -> int:
    """Return 50 bits that tell positions apart: with few stones, all but images of one another."""
    key = mine | theirs << THEIRS
    if _count(mine | theirs) <= FEW_STONES:
        for image in images:
            key = min(key, _moved(mine, image) | _moved(theirs, image) << THEIRS)
    return key


@njit(nogil=True, cache=True)
def _on_lines(mine: int, theirs: int, side: int, masks: np.ndarray) -> tuple[int, int]:
    """Return the most stones of `mine` on a line, or DEAD, and the squares that complete one."""
    most, completing = DEAD, 0
    for mask in masks:
        if theirs & mask == 0:
            stones = _count(mine & mask)
            most = max(most, stones)
            if stones == side - 1:
                completing |= mask & ~mine
    return most, completing


@njit(nogil=True, cache=True)
def _weights(mine: int, theirs: int, squares: int, masks: np.ndarray) -> np.ndarray:
    """Return int64[n*n]: 4 to the power of the stones on it, over all lines that are not dead."""
    weights = np.zeros(squares, dtype=np.int64)
    for mask in masks:
        if mine & mask == 0 or theirs & mask == 0:
            weight = 4 ** _count((mine | theirs) & mask)
            for square in range(squares):
                if mask >> square & 1:
                    weights[square] += weight
    return weights


@njit(nogil=True, cache=True)
def _is_answer(kind: int, score: int, alpha: int, beta: int) -> bool:
    """Return whether a score of this kind makes a search with this window needless."""
    if kind == EXACT:
        return True
    return score >= beta if kind == AT_LEAST else score <= alpha


@njit(nogil=True, cache=True)
def _search(
    mine: int,
    theirs: int,
    side: int,
    reward: int,
    alpha: int,
    beta: int,
    masks: np.ndarray,
    images: np.ndarray,
    nodes: np.ndarray,
    table: np.ndarray,
) -> int:
    """Return the score for the owner of `mine`, who is to move, or a bound outside the window.

    Args:
        reward: the score of a line that is completed by the next stone; the others as elsewhere.
    """
    nodes[0] += 1
    squares = side * side
    most, completing = _on_lines(mine, theirs, side, masks)
    if completing:
        return reward
    others_most, threats = _on_lines(theirs, mine, side, masks)
    empty = squares - _count(mine | theirs)
    needed, others_needed = 2 * (side - most) - 1, 2 * (side - others_most)
    highest = reward + 1 - needed if most != DEAD and needed <= empty else 0
    lowest = others_needed - reward - 1 if others_most != DEAD and others_needed <= empty else 0
    if highest <= alpha or highest == lowest:
        return highest
    if lowest >= beta:
        return lowest
    if threats:  # of two, the second one wins whichever is stopped
        mine |= threats & -threats
        return -_search(theirs, mine, side, reward - 1, -beta, -alpha, masks, images, nodes, table)
    key = _key(mine, theirs, images)
    row = key % len(table)
    known = table[row, 0]
    depth = squares - reward
    if known != 0 and known & KEY_BITS == key:
        score = (known >> SCORE & SCORE_BITS) - OFFSET
        score -= np.sign(score) * depth
        if _is_answer(known >> KIND, score, alpha, beta):
            return score
    best = -(squares + 2)
    left, weights = ~(mine | theirs), _weights(mine, theirs, squares, masks)
    while best < beta and best < highest:
        square, heaviest = -1, -1
        for candidate in range(squares):
            if left >> candidate & 1 and weights[candidate] > heaviest:
                square, heaviest = candidate, weights[candidate]
        if square == -1:
            break
        left &= ~(1 << square)
        if heaviest == 0:
            left = 0
        score = -_search(
            theirs,
            mine | 1 << square,
            side,
            reward - 1,
            -beta,
            -max(alpha, best),
            masks,
            images,
            nodes,
            table,
        )
        best = max(best, score)
    kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
    as_root = best + np.sign(best) * depth
    table[row, 0] = key | (as_root + OFFSET) << SCORE | kind << KIND
    return best


def transposition(
    board: np.ndarray,
    player: int,
    depth: int,
    alpha: int,
    beta: int,
    _order: np.ndarray,
    nodes: np.ndarray,
    table: np.ndarray,
) -> int:
    """Return the score, or a bound where it is not within the window, as rung 3 does.

    The order of the squares follows from the lines. Of the table the first column is used.

    Raises:
        ValueError: the board is larger than 5x5.
    """
    side, squares = side_length(board), len(board)
    if side > LARGEST_SIDE:
        raise ValueError("the fast search with a table plays on boards up to 5x5")
    winner = win(board)
    if winner != 0:
        nodes[0] += 1
        return (squares + 1 - depth) * winner * player
    mine, theirs = stones_of(board, player), stones_of(board, -player)
    masks, images = MASKS[side], IMAGES[side]
    reward = squares - depth
    return _search(mine, theirs, side, reward, alpha, beta, masks, images, nodes, table)


@cache
def _shared_table(_side: int) -> np.ndarray:
    """Return the table of all searches of boards of this size: what a board is worth stays true."""
    return np.zeros((SHARED_ROWS, 1), dtype=np.int64)


def search(board: np.ndarray, player: int, depth: int) -> int:
    """Score one subtree as `minimax` does: `computer_move(board, player, search)` plays by it."""
    beyond, nodes = len(board) + 2, np.zeros(1, dtype=np.int64)
    table = _shared_table(side_length(board))
    return transposition(board, player, depth, -beyond, beyond, board, nodes, table)
