"""Engines play one another, and a table says who is how strong."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from autograder.cli.main import main
from autograder.console.match import MatchOptions, show_match
from autograder.errors import UsageError
from autograder.tournament.pairings import Pairing
from autograder.tournament.record import Played
from autograder.truth.rules import X
from autograder.views.cross_table import cross_table, games_csv

FIRST_FREE = "def computer_move(board, player, search=None): return list(board).index(0)\n"
FOREVER = "def computer_move(board, player, search=None):\n    while True:\n        pass\n"


def match(*engines: Path, **options: object) -> tuple[int, str]:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    names = [engine.name for engine in engines]
    what = MatchOptions(engines, names, **options)  # type: ignore[arg-type]
    return show_match(what, console), console.file.getvalue()  # type: ignore[attr-defined]


def test_the_better_engine_comes_first(
    solution_folder: Path, edited_solution: Callable[..., Path], tmp_path: Path
):
    weak = edited_solution(serial=FIRST_FREE).rename(tmp_path / "weak")
    games = tmp_path / "games.csv"
    status, screen = match(weak, solution_folder, games=6, csv=games)
    assert status == 0
    table, _, written = screen.partition("wrote ")
    assert max(map(len, table.splitlines())) <= 80
    assert written.strip() == str(games)
    rows = [line.split() for line in table.splitlines()]
    assert [row[:2] for row in rows[1:3]] == [["1", "solution"], ["2", "weak"]]
    played = list(csv.DictReader(games.read_text().splitlines()))
    assert len(played) == 6
    assert len({game["opening"] for game in played}) == 3
    assert {game["x"] for game in played} == {"solution", "weak"}


def test_who_cannot_go_on_has_lost_and_it_is_said_why(
    solution_folder: Path, edited_solution: Callable[..., Path], tmp_path: Path
):
    stuck = edited_solution(serial=FOREVER).rename(tmp_path / "stuck")
    status, screen = match(stuck, solution_folder, games=2, seconds_per_move=3.0)
    assert status == 1
    assert "stuck could not go on in 2 games: " in " ".join(screen.split())
    assert screen.splitlines()[1].split()[1] == "solution"


def test_there_are_not_more_openings_than_there_are(solution_folder: Path):
    with pytest.raises(UsageError, match="only 9 openings of 1 plies"):
        match(solution_folder, solution_folder, games=20, opening=1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["solution"], "two engines at least"),
        (["solution", "solution"], "under its own name"),
        (["solution", "starter", "--threads", "2", "--ranks", "2"], "not both"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["match", *arguments]) == 2
    assert says in " ".join(capsys.readouterr().err.split())


def test_names_can_be_neither_commands_of_a_terminal_nor_formulas():
    names = ["=1+1\x1b[2J", "b"]
    games = [Played(Pairing(0, 1, (0,) * 9), X, 5, (0.1, 0.1), forfeit="=2")]
    assert next(csv.DictReader(io.StringIO(games_csv(names, games))))["x"].startswith("'=1+1")
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(cross_table(names, games))
    assert "\x1b" not in console.file.getvalue()  # type: ignore[attr-defined]
