"""The tree agrees with the tables everywhere, and what it leaves out is counted."""

import pytest

from autograder.errors import UsageError
from autograder.truth.game_tree import Node, game_tree, nodes, read_position, subtree_nodes
from autograder.truth.rules import O, X, board_from_text, is_over, swapped
from autograder.truth.tables import child_scores, three_by_three

OPEN = [position for position in three_by_three() if not position.is_over]
LATE = [position for position in OPEN if position.empty <= 5]


def test_every_position_and_its_children_are_worth_what_the_tables_say():
    for position in OPEN:
        tree = game_tree(position.board, plies=1)
        assert (tree.score, tree.best) == (position.score, position.move)
        assert tuple((c.square, c.score) for c in tree.children) == child_scores(position)


def test_each_level_takes_the_highest_or_the_lowest_score_below_it():
    for position in LATE[::5]:
        for node in game_tree(position.board, plies=9):
            scores = [child.root_score for child in node.children]
            if scores:
                take = max if node.player == position.player else min
                assert node.root_score == take(scores)
                first_best = next(c for c in node.children if c.root_score == node.root_score)
                assert node.chosen is first_best


def test_a_won_game_is_worth_more_the_sooner_it_ends():
    for position in LATE[::7]:
        for node in game_tree(position.board, plies=9):
            if node.is_over:
                assert node.score in (0, node.depth - 10)


def test_what_is_in_the_tree_and_what_is_left_out_is_everything():
    for position in OPEN[::40]:
        for plies in range(4):
            tree = game_tree(position.board, plies=plies)
            assert sum(1 + node.left_out for node in tree) == nodes(position.board, position.player)


def test_the_whole_game_has_549946_nodes():
    assert nodes((0,) * 9, X) == 549_946
    assert sum(subtree_nodes((0,) * 9, X).values()) == 549_945


def counted_one_by_one(node: Node) -> int:
    return 1 + sum(map(counted_one_by_one, node.children))


def test_counting_by_position_is_counting_one_by_one():
    for position in LATE[::11]:
        whole = game_tree(position.board, plies=9)
        assert nodes(position.board, position.player) == counted_one_by_one(whole)


def test_a_game_that_o_began_is_the_same_with_the_letters_exchanged():
    for position in OPEN[::50]:
        tree = game_tree(position.board, plies=2)
        other = game_tree(swapped(position.board), -position.player, plies=2)
        for node, exchanged in zip(tree, other, strict=True):
            assert exchanged.board == swapped(node.board)
            assert exchanged.player == -node.player
            assert (exchanged.score, exchanged.best) == (node.score, node.best)


def test_the_line_goes_from_the_root_to_the_end_of_perfect_play():
    tree = game_tree(board_from_text("X...O...X"), plies=9)
    *before, end = tree.line
    assert is_over(end.board)
    assert all(node.best == after.square for node, after in zip(before, tree.line[1:], strict=True))
    assert {node.root_score for node in tree.line} == {tree.score}


def test_the_same_board_can_have_either_player_to_move():
    text = "XOX.X.OO."
    assert read_position(text)[1] == X
    assert read_position(text.lower(), O)[1] == O


MISTAKES = {
    "wrong length": ("XOX.X", None, "not 5"),
    "unknown letter": ("XOX.X.OOQ", None, "'Q'"),
    "too many stones": ("XXX.X.OO.", None, "4 X and 2 O"),
    "not their turn": ("X........", X, "X cannot be to move"),
    "O began": ("O........", None, "--player X"),
    "won": ("XXXOO....", None, "game is over"),
    "full": ("XOXXOXOXO", None, "game is over"),
}


@pytest.mark.parametrize(("text", "player", "says"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_position_is_one_sentence(text: str, player: int | None, says: str):
    with pytest.raises(UsageError, match=says):
        read_position(text, player)


@pytest.mark.parametrize(
    ("board", "plies", "says"),
    [((0,) * 16, 1, "3x3"), ((1, 1, 1, -1, -1, -1, 0, 0, 0), 1, "reach"), ((0,) * 9, 6, "fewer")],
    ids=["4x4", "two winners", "too deep"],
)
def test_a_tree_that_cannot_be_shown_is_refused(board: tuple[int, ...], plies: int, says: str):
    with pytest.raises(UsageError, match=says):
        game_tree(board, plies=plies)
