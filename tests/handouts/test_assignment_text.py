"""The assignment's page: its points are the rubric's, its boards are worth what it says."""

import re
from pathlib import Path

import pytest

from autograder.cli.arguments import parser
from autograder.grading.rubric import read_rubric
from autograder.truth.rules import O, X
from autograder.truth.tables import child_scores, position_of

TEXT = (Path(__file__).parents[2] / "handouts/assignment.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("part", ["win", "minimax", "threads", "mpi", "timing"])
def test_the_points_of_a_part_are_the_rubrics(part: str):
    checks = [check for name, check in read_rubric().checks.items() if name.startswith(f"{part}.")]
    points = sum(check.points for check in checks)
    public = sum(check.points for check in checks if check.visibility == "public")
    assert f"| `{part}` | {points:g} | {public:g} |" in TEXT


def test_the_points_of_all_parts_together_are_the_rubrics():
    checks = [check for check in read_rubric().checks.values() if not check.extra]
    public = sum(check.points for check in checks if check.visibility == "public")
    assert f"| together | {sum(check.points for check in checks):g} | {public:g} |" in TEXT


@pytest.mark.parametrize(("number", "player", "move"), [(1, X, 3), (2, O, 8)])
def test_a_drawn_board_shows_what_each_square_is_worth(number: int, player: int, move: int):
    drawing = re.findall(r"```\n(.*?)```", TEXT, re.DOTALL)[number]
    words = re.findall(r"[XO]|-?\d+", drawing)
    board = tuple({"X": X, "O": O}.get(word, 0) for word in words)
    drawn = {square: int(word) for square, word in enumerate(words) if word not in "XO"}
    assert {square: -score for square, score in child_scores(position_of(board))} == drawn
    assert max(drawn, key=lambda square: drawn[square]) == move
    assert f"The right square is {move}" in TEXT
    assert position_of(board).player == player


def test_every_command_is_one_of_ttt():
    known = parser().format_help()
    for command in set(re.findall(r"\bttt (\w+)", TEXT)):
        assert re.search(rf"^    {command}\b", known, re.MULTILINE), command
