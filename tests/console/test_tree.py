"""A tree in the terminal shows what the picture shows, in 80 columns."""

import io
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from autograder.console.tree import TreeOptions, show_shares, show_tree
from autograder.errors import UsageError
from autograder.truth.game_tree import game_tree
from autograder.truth.tables import three_by_three
from autograder.views.tree_chart import tree_chart
from autograder.views.tree_words import below, ends, fitting_limits

OPEN = [position.board for position in three_by_three() if not position.is_over]


def console(encoding: str = "utf-8") -> Console:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
    return Console(file=stream, width=80, color_system=None)


def screen(console: Console) -> str:
    console.file.flush()
    return console.file.buffer.getvalue().decode()  # type: ignore[attr-defined]


def test_the_tree_of_the_default_board_is_drawn():
    shown = console()
    assert show_tree(TreeOptions(), shown) == 0
    text = screen(shown)
    assert text.startswith("Game tree of XOX/.X./OO., X to move\nX O X")
    assert "▲ max 9" in text
    assert text.count("▼ min -8") == 2
    assert text.count("◀ chosen") == 1
    assert "X on 8  ◀ chosen" in text


def test_where_the_terminal_has_only_ascii_nothing_else_is_written():
    shown = console("ascii")
    show_tree(TreeOptions(), shown)
    show_shares(TreeOptions(), 3, shown)
    text = screen(shown)
    assert "X on 8  <- chosen" in text
    assert "^ max 9" in text
    assert "v min -8" in text
    assert "+-- X O X" in text


@given(st.sampled_from(OPEN), st.integers(0, 3))
def test_no_line_is_wider_than_the_terminal(board: tuple[int, ...], plies: int):
    shown = console()
    shown.print(tree_chart(game_tree(board, plies=plies)))
    assert all(len(line) <= 80 for line in screen(shown).splitlines())


@given(st.sampled_from(OPEN), st.integers(0, 3), st.integers(1, 30))
def test_as_many_siblings_are_shown_as_fit(board: tuple[int, ...], plies: int, most: int):
    tree = game_tree(board, plies=plies)
    limits = fitting_limits(tree, most)
    assert ends(tree, limits) <= most
    for depth in range(len(limits)):
        wider = [limit + (place == depth) for place, limit in enumerate(limits)]
        assert ends(tree, wider) == ends(tree, limits) or ends(tree, wider) > most


def test_what_is_not_shown_is_counted():
    shown = console()
    show_tree(TreeOptions(board=".........", plies=2), shown)
    text = screen(shown)
    assert text.count("◀ best\n") == 8  # every move of X's is there, with O's best reply
    assert text.count("and 7 more: ") == 9
    assert "7,331 below" in text


def test_three_ways_to_share_stand_on_one_axis():
    shown = console()
    assert show_shares(TreeOptions(), 4, shown) == 0
    text = screen(shown)
    assert text.startswith("O's moves on .X../.XX./OOO./X..., shared among 4 workers")
    assert text.count("simulated time") == text.count("194 ms\n") == 3
    makespans = [line.partition(";")[0] for line in text.splitlines() if "makespan" in line]
    assert makespans == ["makespan 187 ms", "makespan 194 ms", "makespan 131 ms"]
    assert text.count("no schedule is shorter than 128 ms") == 3


def test_what_a_rung_does_not_visit_is_said():
    shown = console()
    show_tree(TreeOptions(search="alpha_beta"), shown)
    text = screen(shown)
    assert text.startswith("Game tree of XOX/.X./OO., X to move: alpha_beta visits 6, minimax 10\n")
    assert "X to move, visits 6\n" in text
    assert text.count("not visited") == 4
    assert "tries them from the centre" in text


def test_what_is_visited_twice_is_not_called_a_part():
    [leaf] = [node for node in game_tree((1, -1, 1, 0, 1, 0, -1, -1, 0)) if node.square == 8][-1:]
    assert below(replace(leaf, visits=1)) == ""
    assert below(replace(leaf, visits=2)) == "visits 2"


@pytest.mark.parametrize("kind", ["tree", "shares"])
def test_the_picture_is_written_where_it_is_wanted(kind: str, tmp_path: Path):
    options = TreeOptions(board="XX.O....O", svg=tmp_path / "picture.svg")
    if kind == "tree":
        show_tree(options, console())
    else:
        show_shares(options, 2, console())
    assert ElementTree.parse(tmp_path / "picture.svg").getroot().get("class") == kind


def test_a_picture_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be written"):
        show_tree(TreeOptions(svg=tmp_path / "nowhere" / "tree.svg"), console())
