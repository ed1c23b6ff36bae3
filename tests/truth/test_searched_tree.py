"""A searched tree holds every visit once, in the subtree that it belongs to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.truth.game_tree import Node, game_tree, nodes
from autograder.truth.pruning import SEARCHES
from autograder.truth.rules import Board, centre_first
from autograder.truth.searched_tree import searched_tree
from autograder.truth.tables import three_by_three

LATE = [p.board for p in three_by_three() if not p.is_over and p.empty <= 6]


def tree_of(board: Board, rung: str, plies: int) -> Node:
    return searched_tree(game_tree(board, plies=plies), rung)


@given(st.sampled_from(LATE), st.sampled_from(sorted(SEARCHES)), st.integers(0, 3))
def test_the_root_has_the_visits_of_the_whole_search(board: Board, rung: str, plies: int):
    tree = tree_of(board, rung, plies)
    outcome = SEARCHES[rung](board, tree.player, 0, (-11, 11), centre_first(3))
    assert tree.visits == outcome.nodes
    assert tree.size == nodes(board, tree.player)


@given(st.sampled_from(LATE), st.sampled_from(["alpha_beta", "transposition"]))
def test_who_visits_nothing_twice_visits_a_position_and_what_is_below(board: Board, rung: str):
    for node in tree_of(board, rung, 9):
        below = sum(child.visits for child in node.children)
        assert node.visits == (1 + below if node.visits else 0)


def test_what_alpha_beta_need_not_know_is_not_visited():
    tree = tree_of((1, -1, 1, 0, 1, 0, -1, -1, 0), "alpha_beta", 9)
    visits = {(node.board, node.depth): node.visits for node in tree}
    assert [child.visits for child in tree.children] == [2, 2, 1]
    on_3_then_5 = (1, -1, 1, 1, 1, -1, -1, -1, 0)
    assert visits[on_3_then_5, 2] == 0


def test_negascout_visits_some_positions_twice():
    again = [
        board
        for board in LATE
        if any(n.is_over and n.visits > 1 for n in tree_of(board, "negascout", 9))
    ]
    assert again


@pytest.mark.parametrize("rung", sorted(SEARCHES))
def test_the_squares_are_tried_from_the_centre_outwards(rung: str):
    tree = tree_of((1, 0, 0, 0, 0, 0, 0, 0, -1), rung, 1)
    most_first = {child.square: child.visits for child in tree.children}
    assert most_first[4] > most_first[1]
