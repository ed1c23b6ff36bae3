"""What it takes to solve the empty board, search by search."""

import io
from pathlib import Path

from rich.console import Console

from autograder.console.exact_search import MOST_ROWS
from autograder.console.solve import SolveOptions, show_solutions
from autograder.truth.game_tree import nodes
from autograder.truth.pruning import least_nodes
from autograder.views.solved_table import LEAST_ON_THREE, MINIMAX_ON_THREE, Solved, solved_table
from solution import ladder

ROOT = Path(__file__).parents[2]


def solved(options: SolveOptions) -> tuple[int, str]:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    status = show_solutions(options, console)
    return status, console.file.getvalue()


def rows(screen: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in screen.splitlines() if line.split()}


def test_every_search_of_the_solution_finds_the_draw_and_each_visits_fewer():
    status, screen = solved(SolveOptions(ROOT / "solution"))
    assert status == 0
    shown = rows(screen)
    searches = ("minimax", "alpha_beta", "negascout", "transposition")
    assert [shown[name][:2] for name in searches] == [
        ["0", "549,946"],
        ["0", "7,865"],
        ["0", "6,370"],
        ["0", "532"],
    ]
    assert shown["least"] == ["of", "any", "order", "alone", f"{LEAST_ON_THREE:,}"]


def test_what_is_known_beforehand_is_true():
    assert MOST_ROWS == ladder.MOST_ROWS
    assert nodes((0,) * 9, 1) == MINIMAX_ON_THREE
    assert least_nodes((0,) * 9, 1) == LEAST_ON_THREE


def test_four_by_four_is_solved_with_a_table_and_minimax_is_not_begun():
    status, screen = solved(SolveOptions(ROOT / "solution", side=4, searches=["transposition"]))
    assert status == 0
    assert rows(screen)["transposition"][:2] == ["0", "304,264"]
    assert "least of any order alone" not in screen


def test_boards_that_have_no_keys_are_not_searched_with_a_table():
    options = SolveOptions(ROOT / "solution", side=7, searches=["transposition"])
    status, screen = solved(options)
    assert status == 1
    assert "transposition is left out: the keys of ladder.py go up to 6x6" in screen


def test_a_search_that_takes_too_long_is_told_and_the_others_go_on():
    options = SolveOptions(
        ROOT / "solution", side=4, searches=["alpha_beta", "transposition"], seconds=2.0
    )
    status, screen = solved(options)
    assert status == 0
    assert "alpha_beta: alpha_beta.alpha_beta did not return within 2 s." in screen
    assert "304,264" in screen


def test_a_stub_is_told_in_one_sentence():
    status, screen = solved(SolveOptions(ROOT / "starter"))
    assert status == 1
    assert screen == "minimax: serial.minimax is not filled in yet.\n"


def test_what_minimax_would_take_is_said_where_it_is_left_out():
    status, screen = solved(SolveOptions(ROOT / "starter", side=4))
    assert status == 1
    assert "minimax would take about 13 days here, and is left out" in screen


def test_threads_and_ranks_have_columns_and_all_fit_80_columns():
    console = Console(file=io.StringIO(), width=80, color_system=None)
    one = Solved("transposition", 0, 516_713_163, 53.7, (1.25, None))
    console.print(
        solved_table("The empty 4x4 board, ada", [one], ["16 threads", "16 ranks"], least=None)
    )
    screen = console.file.getvalue()
    assert max(map(len, screen.splitlines())) <= 80
    assert "53700 ms" in screen
    assert "1250 ms" in screen
    assert "-" in rows(screen)["transposition"]
