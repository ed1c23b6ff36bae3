"""The notebooks' texts: what they say a cell prints is what it prints, and their questions fit."""

import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "handouts/notebooks").glob("*.md"))
NUMBERS = ROOT / "autograder/truth/data/numbers.toml"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUESTION = re.compile(r"# question: (\w+), (\d+) points\n")
MANUAL = re.compile(r'<!-- #region manual="(\w+)" points=(\d+) -->\n(.*?)<!-- #endregion -->', re.S)
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
    fences = [(match[1], match[2]) for match in FENCE.finditer(source.read_text(encoding="utf-8"))]
    following = [*fences[1:], ("", "")]
    return [
        Cell(code, after[1] if after[0] == "text" else None)
        for (language, code), after in zip(fences, following, strict=True)
        if language == "python"
    ]


def plain_code(cell: Cell) -> str:
    """Return the cell without IPython's magic; an answer is the student's, and not run here."""
    if cell.code.startswith("%%answer"):
        return ""
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


def test_every_number_that_is_asked_for_is_right_checked_and_known():
    numbers = tomllib.loads(NUMBERS.read_text(encoding="utf-8"))
    asked = []
    for source in SOURCES:
        cells = cells_of(source)
        for cell, check in pairwise(cells):
            question = QUESTION.match(cell.code)
            if question is None or not check.code.startswith("check_number"):
                continue
            name = question[1]
            assert check.code == f'check_number("{name}", {name})\n'
            names: dict[str, float] = {}
            exec(cell.code, names)
            assert names[name] == numbers[name]["value"]
            asked.append(name)
    assert asked == list(numbers)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_every_question_has_its_marks_and_is_followed_by_its_check(source: Path):
    cells = cells_of(source)
    for cell, check in zip(cells, [*cells[1:], Cell("", None)], strict=True):
        if "# question:" in cell.code:
            assert QUESTION.match(cell.code)
            assert cell.code.splitlines()[1::2] == ["### BEGIN SOLUTION", "### END SOLUTION"]
            assert check.code.startswith("check_")


@pytest.mark.parametrize("name", list(tomllib.loads(NUMBERS.read_text(encoding="utf-8"))))
def test_a_hint_does_not_give_the_number_away(name: str):
    entry = tomllib.loads(NUMBERS.read_text(encoding="utf-8"))[name]
    value = re.escape(f"{entry['value']:g}")
    assert not re.search(rf"(?<![\d.]){value}(?!\.?\d)", entry["hint"])


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
