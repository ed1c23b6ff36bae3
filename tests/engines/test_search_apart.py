"""Threads search boards on cache lines of their own, and notice nothing of it."""

import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
from numba import njit

INSIDE = Path(__file__).parents[2] / "autograder" / "engines" / "inside_sandbox"
sys.path.insert(0, str(INSIDE))
import search_apart  # noqa: E402

from solution.board import CACHE_LINE, board_after  # noqa: E402

SOURCE = """
from somewhere import minimax
def computer_move(board, player, n_threads, search=minimax):
    return search(board, player, 1)
def keyword_only(board, *, search=minimax):
    return search(board, 1, 1)
def without(board):
    return board.sum()
"""


def minimax(board, player, depth):
    minimax.seen.append(board)
    return int(board.sum()) * player + depth


minimax.seen = []
minimax.nogil = True


def test_the_search_that_is_left_out_searches_a_copy_with_the_same_squares():
    namespace = ModuleType("starter.threads")
    namespace.minimax = minimax
    text = SOURCE.replace("from somewhere import minimax\n", "")
    exec(compile(text, "threads.py", "exec"), vars(namespace))
    search_apart.let_search_apart(namespace, minimax)
    board = np.array([1, 0, -1, 0, 1, 0, 0, 0, 0], dtype=np.int8)
    assert namespace.computer_move(board, 1, 2) == 2
    assert namespace.keyword_only(board) == 2
    assert namespace.without(board) == 1
    assert len(minimax.seen) == 2
    for seen in minimax.seen:
        assert seen is not board
        assert seen.flags.c_contiguous
        assert (seen.dtype, seen.tolist()) == (np.int8, board.tolist())


def test_name_and_default_stay_one_thing():
    namespace = ModuleType("starter.threads")
    namespace.minimax = minimax
    exec("def is_own(search=minimax): return search is minimax", vars(namespace))
    search_apart.let_search_apart(namespace, minimax)
    assert namespace.is_own()
    assert namespace.minimax is not minimax


def test_a_module_whose_compiled_code_uses_the_name_is_left_alone():
    namespace = ModuleType("starter.threads")
    namespace.minimax, namespace.njit = minimax, njit
    exec(
        "@njit\ndef helper(board): return minimax(board, 1, 1)\n"
        "def computer_move(board, search=minimax): return search",
        vars(namespace),
    )
    search_apart.let_search_apart(namespace, minimax)
    assert namespace.minimax is namespace.computer_move(None) is minimax


def test_what_is_put_in_place_looks_like_the_search():
    assert search_apart.SearchApart(minimax).nogil


def test_a_search_of_the_callers_own_is_left_alone():
    namespace = ModuleType("starter.threads")
    exec("def computer_move(board, player, n_threads, search=len): return search", vars(namespace))
    search_apart.let_search_apart(namespace, minimax)
    assert namespace.computer_move(None, 1, 2) is len


def test_no_two_boards_share_a_cache_line():
    board = np.zeros(16, dtype=np.int8)
    children = [board_after(board, square, 1) for square in range(16)]
    places = sorted(child.ctypes.data for child in children)
    assert min(after - before for before, after in pairwise(places)) >= len(board) + CACHE_LINE
