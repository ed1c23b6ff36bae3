"""The notebooks' texts: what they say a cell prints is what it prints, and their questions fit."""

import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path

import pytest

from autograder.checks.timeline import list_schedule_makespan
from autograder.truth.rules import board_from_text
from autograder.truth.tables import position_of

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "handouts/notebooks").glob("*.md"))
CELL = re.compile(
    r"^```python\n(.*?)^```$"
    r"(?:(?:(?!^```).)*?<details><summary>What it prints</summary>\n\n```text\n(.*?)```)?",
    re.MULTILINE | re.DOTALL,
)
QUESTION = re.compile(r"# question: (\w+), (\d+) points?\n")
MANUAL = re.compile(r'<!-- #region manual="(\w+)" points=(\d+) -->\n(.*?)<!-- #endregion -->', re.S)
HINT = re.compile(r'check_number\("(\w+)".*\n```\n\n<details>((?:.|\n)*?)</details>')
END_OF_CELL = "--- end of cell ---"
STUBS = """
import sys, types
notebook = types.ModuleType("autograder.notebook")
notebook.__getattr__ = lambda name: lambda *positional, **named: 0.0
sys.modules["autograder.notebook"] = notebook
"""
"""What the cells need of the kit: checks and pictures that do nothing."""


@dataclass(frozen=True)
class Cell:
    """A code cell, and what the text says that it prints; None if it does not say."""

    code: str
    printed: str | None


def cells_of(source: Path) -> list[Cell]:
    return [Cell(*match.groups()) for match in CELL.finditer(source.read_text(encoding="utf-8"))]


def plain_code(cell: Cell) -> str:
    """Return the cell without IPython's magic; where an answer belongs, with the solution's."""
    if cell.code.startswith("%%answer"):
        module, function = cell.code.split()[1].split(".")
        return f"from solution.{module} import {function}"
    return re.sub(r"^%load_ext .*$", "", cell.code, flags=re.MULTILINE)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_the_cells_run_in_order_and_print_what_the_text_says(source: Path):
    cells = cells_of(source)
    script = STUBS + "".join(f"{plain_code(cell)}\nprint({END_OF_CELL!r})\n" for cell in cells)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    # nbgrader gives a graded cell that writes to stderr no points.
    assert (done.returncode, done.stderr) == (0, "")
    *printed, rest = done.stdout.split(f"{END_OF_CELL}\n")
    assert (len(printed), rest) == (len(cells), "")
    for cell, text in zip(cells, printed, strict=True):
        if cell.printed is not None:
            assert text == cell.printed


def seconds_dealt_out(sizes: list[int], workers: int) -> int:
    return max(sum(sizes[worker::workers]) for worker in range(workers))


def best_after(order: tuple[str, ...]) -> int:
    """Run the steps of two threads that compare and write without a lock."""
    best, is_higher = 0, {}
    for step in order:
        what, score = step.split()
        if what == "compare":
            is_higher[score] = int(score) > best
        elif is_higher[score]:
            best = int(score)
    return best


def orders_with_the_wrong_best() -> int:
    steps = ("compare 9", "write 9", "compare 5", "write 5")
    orders = [
        order
        for order in permutations(steps)
        if order.index("compare 9") < order.index("write 9")
        and order.index("compare 5") < order.index("write 5")
    ]
    assert len(orders) == 6
    return sum(best_after(order) != 9 for order in orders)


def maxloc(pairs: list[tuple[int, int]]) -> tuple[int, int]:
    """The highest value, and the lowest location that has it."""
    return max(pairs, key=lambda pair: (pair[0], -pair[1]))


def square_of_the_winning_rank(bests: list[tuple[int, int]]) -> int:
    _, winning_rank = maxloc([(score, rank) for rank, (score, _) in enumerate(bests)])
    return bests[winning_rank][1]


def score_of(board: str) -> int:
    position = position_of(board_from_text(board))
    assert position is not None
    return position.score


BESTS = [(0, 4), (0, 6), (0, 3)]  # (score, square) of each rank
NUMBERS = {
    "score_of_the_fork": score_of("OXX/X.O/..O"),
    "worth_to_o": max(-7, 6),
    "static_seconds": seconds_dealt_out([9, 1, 8, 2], 2),
    "dynamic_seconds": list_schedule_makespan([9, 1, 8, 2], 2),
    "wrong_orders": orders_with_the_wrong_best(),
    "square_as_location": maxloc(BESTS)[1],
    "rank_as_location": square_of_the_winning_rank(BESTS),
    "lowest_on_four": -(4 * 4 + 1 - 2),
    "speed_up_of_four": 600 / 200,
    "efficiency_of_four": 600 / 200 / 4,
    "limit_of_five_percent": 1 / 0.05,
}


def test_every_number_that_is_asked_for_is_right_and_checked():
    asked = {}
    for source in SOURCES:
        for cell, check in pairwise(cells_of(source)):
            question = QUESTION.match(cell.code)
            if question is None or not check.code.startswith("check_number"):
                continue
            name = question[1]
            assert check.code == f'check_number("{name}", {name})\n'
            names: dict[str, float] = {}
            exec(cell.code, names)
            asked[name] = names[name]
    assert asked.items() <= NUMBERS.items()
    assert asked


def test_a_hint_does_not_give_the_number_away():
    hints = [hint for source in SOURCES for hint in HINT.findall(source.read_text("utf-8"))]
    assert hints
    for name, hint in hints:
        number = re.escape(f"{NUMBERS[name]:g}")
        assert not re.search(rf"(?<![\d.]){number}(?!\.?\d)", hint)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_every_question_has_its_marks_and_is_followed_by_its_check(source: Path):
    cells = cells_of(source)
    for cell, check in zip(cells, [*cells[1:], Cell("", None)], strict=True):
        if "# question:" in cell.code:
            assert QUESTION.match(cell.code)
            assert cell.code.splitlines()[1::2] == ["### BEGIN SOLUTION", "### END SOLUTION"]
            assert check.code.startswith("check_")


def test_every_written_answer_has_points_and_a_rubric_for_them():
    regions = [
        match for source in SOURCES for match in MANUAL.finditer(source.read_text(encoding="utf-8"))
    ]
    assert len({match[1] for match in regions}) == len(regions) > 0
    for _, points, text in (match.groups() for match in regions):
        assert f"*For the TA, {points} points:*" in text


@pytest.mark.parametrize(
    "source", [*SOURCES, *(ROOT / "handouts").glob("*.md")], ids=lambda source: source.stem
)
def test_links_to_other_files_of_the_kit_lead_somewhere(source: Path):
    for target in re.findall(r"\]\(([^)#]+)", source.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (source.parent / target).exists(), target
