"""Notebooks are made of Markdown, and students get no answer and no hidden check in them."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.composition import function_text
from autograder.assignment.files import ANSWERS
from autograder.assignment.nbgrader_course import released_notebooks, write_course
from autograder.assignment.notebooks import source_notebooks
from autograder.errors import InstructorError, UsageError
from autograder.grading.rubric import read_rubric
from autograder.truth.tables import three_by_three

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted(path.stem for path in (ROOT / "handouts" / "notebooks").glob("*.md"))


@pytest.fixture
def kit(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a kit with one notebook, game.md."""

    def make(markdown: str, *, solution: tuple[str, str] = ("", "")) -> Path:
        root = tmp_path / "kit"
        (root / "handouts" / "notebooks").mkdir(parents=True)
        (root / "handouts" / "notebooks" / "game.md").write_text(markdown)
        (root / "autograder").mkdir()
        shutil.copy(ROOT / "autograder" / "rubric.toml", root / "autograder")
        shutil.copytree(ROOT / "solution", root / "solution")
        serial = root / "solution" / "serial.py"
        serial.write_text(serial.read_text().replace(*solution))
        return root

    return make


def cells_of(notebook: str) -> list[dict]:
    return json.loads(notebook)["cells"]


def graded_cells(notebook: str) -> dict[str, dict]:
    return {
        cell["metadata"]["nbgrader"]["grade_id"]: cell
        for cell in cells_of(notebook)
        if "nbgrader" in cell["metadata"]
    }


def code(*cells: str) -> str:
    return "\n\n".join(f"```python\n{cell}\n```" for cell in cells)


def source(cell: dict) -> str:
    return "".join(cell["source"])


def test_points_are_those_of_the_rubric(kit):
    cells = graded_cells(
        source_notebooks(kit(code('check("win")', 'check("win", hidden=True)')))["game.ipynb"]
    )
    checks = read_rubric().checks.items()
    for name, visibility in (("check_win", "public"), ("hidden_win", "hidden")):
        points = sum(c.points for n, c in checks if n[:4] == "win." and c.visibility == visibility)
        marks = cells[name]["metadata"]["nbgrader"]
        assert (marks["points"], marks["grade"], marks["locked"]) == (points, True, True)
        assert marks["solution"] is False


def test_a_part_that_the_rubric_does_without_has_no_cells_of_checks(kit):
    root = kit(code('check("win")', 'check("mpi")', 'check("mpi", hidden=True)'))
    rubric = root / "autograder" / "rubric.toml"
    before, mpi, after = rubric.read_text().partition("[checks.mpi]")
    rubric.write_text(before + after[after.index("[checks.timing]") :])
    assert mpi
    assert list(graded_cells(source_notebooks(root)["game.ipynb"])) == ["check_win"]


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_comes_out_of_the_solution(name: str, kit):
    module, _, function = name.partition(".")
    notebook = source_notebooks(kit(code(f"%%answer {name}")))["game.ipynb"]
    [cell] = graded_cells(notebook).values()
    solution = (ROOT / "solution" / f"{module}.py").read_text()
    assert source(cell) == f"%%answer {name}\n{function_text(module, solution, function)}"
    assert cell["metadata"]["nbgrader"]["solution"] is True
    assert cell["metadata"]["nbgrader"]["grade"] is False


QUESTION = "# question: best, 2 points\n### BEGIN SOLUTION\nbest = 0.5\n### END SOLUTION"


def test_a_question_by_hand_is_two_cells_and_the_second_has_the_points(kit):
    cells = graded_cells(
        source_notebooks(kit(code(QUESTION, 'check_number("best", best)')))["game.ipynb"]
    )
    assert list(cells) == ["answer_best", "check_best"]
    assert cells["check_best"]["metadata"]["nbgrader"]["points"] == 2
    assert source(cells["check_best"]).startswith('check_number("best", best, points=2, key="')
    assert "0.5" not in source(cells["check_best"])


def test_a_written_answer_is_replaced_when_it_is_released(kit):
    markdown = (
        '<!-- #region manual="why" points=3 -->\nThe model.\n\nFor the TA.\n<!-- #endregion -->'
    )
    root = kit(markdown)
    [cell] = graded_cells(source_notebooks(root)["game.ipynb"]).values()
    marks = cell["metadata"]["nbgrader"]
    assert (marks["points"], marks["grade"], marks["solution"]) == (3, True, True)
    [released] = cells_of(released_notebooks(root)["game.ipynb"])
    assert source(released) == "YOUR ANSWER HERE"


def test_links_lead_from_notebook_to_notebook(kit):
    notebook = source_notebooks(kit("[next](2_threads.md), [guide](guide.md)"))["game.ipynb"]
    assert source(cells_of(notebook)[0]) == "[next](2_threads.ipynb), [guide](guide.md)"


def test_the_same_files_give_the_same_bytes_and_a_new_cell_changes_no_other_ones_id(kit):
    markdown = f"One\n\n{code('1 + 1', '1 + 1')}\n"
    root = kit(markdown)
    first = source_notebooks(root)["game.ipynb"]
    assert source_notebooks(root)["game.ipynb"] == first
    (root / "handouts" / "notebooks" / "game.md").write_text(f"{code('0')}\n\n{markdown}")
    ids = [cell["id"] for cell in cells_of(source_notebooks(root)["game.ipynb"])]
    assert ids[1:] == [cell["id"] for cell in cells_of(first)]
    assert len(set(ids)) == 4


MISTAKES = {
    "unknown answer": (code("%%answer serial.wim"), 2, "serial.win"),
    "an answer written out": (code("%%answer serial.win\ndef win(board): ..."), 2, "solution/"),
    "unknown part": (code('check("wim")'), 2, "there are no checks of 'wim'"),
    "no hidden part": (code('check("nobody", hidden=True)'), 2, "no checks of 'nobody'"),
    "more than a check": (code('points = check("win")'), 2, "stands alone"),
    "hidden by a variable": (code('check("win", hidden=yes)'), 2, "stands alone"),
    "two of a name": (code('check("win")', 'check("win")'), 6, "called check_win already"),
    "question without points": (code("# question: best\nbest = 1"), 2, "begins like"),
    "question without an answer": (code("# question: best, 2 points\nbest"), 2, "BEGIN SOLUTION"),
    "question that nobody judges": (f"Text\n\n{code(QUESTION)}", 4, "must judge"),
    "question and then text": (f"{code(QUESTION)}\n\nText", 2, "must judge"),
    "another question's judge": (code(QUESTION, 'check_number("x", best)'), 2, "begins: check_n"),
    "another variable": (code(QUESTION, 'check_square("X........", "O", x)'), 2, "given best last"),
    "a comment after the judge": (
        code(QUESTION, 'check_square("X........", "O", best)  # (or so)'), 9, "ends with the",
    ),
    "no number": (
        code(QUESTION.replace("0.5", "print"), 'check_number("best", best)'), 2, "must be a number",
    ),
    "judge without question": (code('check_number("best", best)'), 2, "follows its # question"),
    "region without an end": (
        'Text\n\n<!-- #region manual="why" points=3 -->\nThe model.', 3, "closed by",
    ),
    "region without points": (
        '<!-- #region manual="why" -->\nThe model.\n<!-- #endregion -->', 2, "points=3",
    ),
    "region that is not quoted": (
        "<!-- #region manual=why points=3 -->\nThe model.\n<!-- #endregion -->", 2, "closed by",
    ),
    "region without a name": (
        "Text\n\n<!--#region points=3-->\nThe model.\n<!-- #endregion -->", 3, "closed by",
    ),
    "end of no region": ("Text\n\n<!-- #endregion -->", 3, "closed by"),
    "marks of a code cell": ('```python tags=["x"]\n1\n```', 2, "closed by"),
    "region of no name": (
        '<!-- #region manual="a b" points=3 -->\nThe model.\n<!-- #endregion -->', 2, "no name",
    ),
    "a solution anywhere": (code("### BEGIN SOLUTION\n1\n### END SOLUTION"), 2, "where nbgrader"),
}  # fmt: skip


@pytest.mark.parametrize(("markdown", "line", "says"), MISTAKES.values(), ids=MISTAKES)
def test_an_instructors_mistake_is_one_sentence_with_file_and_line(
    markdown: str, line: int, says: str, kit
):
    with pytest.raises(InstructorError, match=says) as caught:
        source_notebooks(kit(markdown))
    assert f"game.md, line {line}: " in str(caught.value)


def test_an_answer_that_is_not_marked_is_not_handed_out(kit):
    root = kit(code("%%answer serial.win"), solution=("### BEGIN SOLUTION", "#"))
    with pytest.raises(InstructorError, match="nothing of win is marked"):
        source_notebooks(root)


def test_a_kit_without_notebooks_says_so(tmp_path: Path):
    with pytest.raises(InstructorError, match="holds no notebook"):
        source_notebooks(tmp_path)


def test_a_course_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    (tmp_path / "source").write_text("in the way")
    with pytest.raises(UsageError, match="cannot be written"):
        write_course(tmp_path)


def test_a_course_keeps_its_configuration(tmp_path: Path):
    (tmp_path / "nbgrader_config.py").write_text("mine")
    names = write_course(tmp_path)
    assert names == [f"source/perfect_play/{name}.ipynb" for name in NOTEBOOKS]
    assert write_course(tmp_path) == []
    assert (tmp_path / "nbgrader_config.py").read_text() == "mine"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_nothing_of_answers_and_hidden_checks_is_released(name: str):
    cells = cells_of(source_notebooks()[f"{name}.ipynb"])
    released = {
        cell["id"]: source(cell) for cell in cells_of(released_notebooks(ROOT)[f"{name}.ipynb"])
    }
    assert list(released) == [cell["id"] for cell in cells]
    for cell in cells:
        marks = cell["metadata"].get("nbgrader", {})
        left = released[cell["id"]]
        if marks.get("grade_id", "").startswith("hidden_"):
            assert [line[:2] for line in left.splitlines()] == ["# "]
        elif marks.get("solution"):
            inside = source(cell).partition("### BEGIN SOLUTION")[2] or source(cell)
            telling = {line.strip() for line in inside.splitlines()} - {"", "### END SOLUTION"}
            assert telling.isdisjoint(line.strip() for line in left.splitlines())
        else:
            assert left == source(cell)


def test_what_the_first_notebook_says_that_minimax_prints_is_right_and_answers_no_question():
    text = (ROOT / "handouts" / "notebooks" / "1_the_game.md").read_text()
    boards = re.findall(r"print\(minimax\(np.array\((\[.*?\])", text)
    scores = {position.board: position.score for position in three_by_three()}
    printed = [scores[tuple(json.loads(board))] for board in boards]
    [said] = re.findall(r"The first line should print (\S+), the second (\S+)\.", text)
    assert [str(score) for score in printed] == list(said)
    asked = re.findall(r"### BEGIN SOLUTION\n\w+ = (\S+)\n", text.partition("## The tree")[2])
    assert len(asked) == 2
    assert set(said).isdisjoint(asked)
