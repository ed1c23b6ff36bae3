"""Search speed is shown in 80 columns, beside C."""

import io
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from autograder.console.bench import show_speed
from autograder.scaling.search_speed import SearchTimes, SpeedOptions, Tree
from autograder.views.speed_table import speed_table


def console() -> Console:
    return Console(file=io.StringIO(), width=80, color_system=None)


def test_the_table_tells_nodes_a_second_and_the_ratio():
    shown = console()
    times = {"C, gcc -O3 -march=native": [0.010, 0.011, 0.012], "mine\x1b[2J": [0.02, 0.022, 0.024]}
    shown.print(speed_table([SearchTimes(Tree((0,) * 9), times)], yardstick="C"))
    screen = shown.file.getvalue()
    assert max(map(len, screen.splitlines())) <= 80
    assert "\x1b" not in screen
    assert "549,946 nodes" in screen
    mine = next(line for line in screen.splitlines() if "mine" in line)
    assert "25.0" in mine  # million nodes a second
    assert "0.50 (0.50 to 0.50)" in mine


def test_a_stub_is_told_as_a_failure(edited_solution: Callable[..., Path]):
    stub = edited_solution(serial=(Path(__file__).parents[2] / "starter" / "serial.py").read_text())
    shown = console()
    assert show_speed(SpeedOptions(engines={"starter": stub}, repeats=1, empty=5), shown) == 1
    assert "not filled in yet" in shown.file.getvalue()
