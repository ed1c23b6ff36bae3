"""Scaling is measured, shown in 80 columns, and written where it is wanted."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from made_scaling import scaling
from rich.console import Console

from autograder.console.scaling import ScalingFiles, show_scaling
from autograder.errors import UsageError
from autograder.scaling.document import read_scaling
from autograder.scaling.measurement import ScalingOptions
from autograder.scaling.simulation import replay
from autograder.views.scaling_table import scaling_csv, scaling_table
from autograder.views.simulation_table import simulation_table


def console() -> Console:
    return Console(file=io.StringIO(), width=80, color_system=None)


def screen(console: Console) -> str:
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_threads_are_measured_and_every_file_is_written(solution_folder: Path, tmp_path: Path):
    files = ScalingFiles(
        csv=tmp_path / "times.csv", json=tmp_path / "times.json", svg=tmp_path / "times.svg"
    )
    options = ScalingOptions(solution_folder, "solution", "threads", (1, 2), repeats=2, empty=7)
    shown = console()
    assert show_scaling(options, files, shown) == 0
    assert "solution: threads on 2 positions of 4x4, 7 squares empty" in screen(shown)
    assert max(map(len, screen(shown).splitlines()[:5])) <= 80
    document = read_scaling(tmp_path / "times.json")
    assert [timing.workers for timing in document.timings] == [1, 2]
    assert (tmp_path / "times.csv").read_text() == scaling_csv(document)
    assert ElementTree.parse(tmp_path / "times.svg").getroot().get("class") == "speed-up"


def test_a_stub_is_told_as_a_failure(edited_solution: Callable[..., Path]):
    text = "def computer_move(board, player, n_threads): raise NotImplementedError\n"
    options = ScalingOptions(edited_solution(threads=text), "starter", "threads", (1,), repeats=1)
    shown = console()
    assert show_scaling(options, ScalingFiles(), shown) == 1
    assert "threads.computer_move is not filled in yet." in screen(shown)


def test_the_table_has_a_row_for_every_number_of_workers():
    times = {count: [0.2 * (0.25 + 0.75 / count)] * 5 for count in (1, 2, 4, 64)}
    shown = console()
    shown.print(scaling_table(scaling(times, engine="solution\x1b[2J")))
    lines = screen(shown).splitlines()
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in screen(shown)
    row = "2 125 ms 1.60 (1.60 to 1.60) 80% (80% to 80%) 0.250"
    assert " ".join(lines[3].split()) == row
    assert len(lines[2].split()) == len(lines[3].split()) - 1  # one worker has no serial share
    assert "serial share of 0.250, at most 4 times as fast" in screen(shown)


def test_how_much_the_trees_grew_stands_in_the_table():
    times = {1: [0.1] * 5, 2: [0.125] * 5, 4: [0.2] * 5}
    shown = console()
    shown.print(scaling_table(scaling(times, {2: 1.875, 4: 5.0}, scaling="weak")))
    lines = screen(shown).splitlines()
    assert max(map(len, lines)) <= 80
    row = "2 1.88 125 ms 1.50 (1.50 to 1.50) 75% (75% to 75%) 0.500"
    assert row in [" ".join(line.split()) for line in lines]
    said = " ".join(screen(shown).split())
    assert "Gustafson's law fits best with a serial share of 0.500" in said


def test_growing_work_is_not_replayed(solution_folder: Path):
    options = ScalingOptions(solution_folder, "solution", "threads", (2,), kind="weak")
    with pytest.raises(UsageError, match="leave --weak out"):
        show_scaling(options, ScalingFiles(), console(), simulated=8)


def test_replayed_workers_stand_beside_measured_ones():
    document = scaling({1: [1.0] * 5, 2: [0.6] * 5})
    carried = [replay([{1: [1.0] * 10, 2: [0.1] * 100}], count) for count in (1, 2, 1024)]
    shown = console()
    shown.print(simulation_table(document, carried))
    lines = [line.split() for line in screen(shown).splitlines()]
    assert max(map(len, screen(shown).splitlines())) <= 80
    assert ["2", "2.00", "100%", "2.00", "100%", "1.67"] in lines
    assert ["1,024", "10.00", "1%", "100.00", "10%"] in lines


def test_the_csv_holds_numbers_alone():
    rows = list(csv.reader(io.StringIO(scaling_csv(scaling({1: [1.0], 2: [0.8]}, engine="=1+1")))))
    assert rows[0][:3] == ["workers", "growth", "seconds"]
    assert rows[1][-1] == ""
    assert all(float(cell) >= 0 for row in rows[1:] for cell in row if cell)
    assert rows[2][5] == "1.25"
