"""Make nbgrader's source notebooks of the Markdown in handouts/notebooks.

Source: nbgrader's documentation, "Creating assignment files" (kinds of cells, BEGIN SOLUTION,
BEGIN HIDDEN TESTS) and "nbgrader cell metadata" (version 3); the notebook format 4.5. jupytext
reads the Markdown. What an author writes:

    %%answer serial.win              this line alone: the answer comes out of solution/
    check("win")                     worth what the public checks of that part are in the rubric
    check("win", hidden=True)        the same of the hidden checks; the cell is empty for students
    # question: NAME, 2 points       an answer by hand, between BEGIN SOLUTION and END SOLUTION;
                                     the next cell judges it, by check_square or check_number
    <!-- #region manual="NAME" points=3 -->     a written answer, and what a person looks for in it

The same files give the same bytes.
"""

import ast
import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jupytext
import nbformat

from autograder.assignment.composition import function_text
from autograder.assignment.files import ANSWERS, kit_root
from autograder.assignment.number_key import number_key
from autograder.errors import InstructorError

MAGIC = "%%answer"
QUESTION = re.compile(r"# question: ([a-z_][a-z0-9_]*), ([0-9]+(?:\.[0-9]+)?) points?")
NAME = re.compile(r"[a-z_][a-z0-9_]*")
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
REGION, END_OF_REGION = "<!-- #region", "<!-- #endregion"
REGION_RULE = f'a region has manual="NAME" points=3, and is closed by {END_OF_REGION} -->'
JUDGES = ("check_square", "check_number")
HIDDEN = """# Your grader runs the hidden checks of {part} here. They ask more of the same.
### BEGIN HIDDEN TESTS
{call}
### END HIDDEN TESTS"""
LINK = re.compile(r"(\]\([0-9]_[a-z_]+)\.md\b")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

Cell = dict[str, Any]
Points = Mapping[tuple[str, str], float]
"""What the checks of a part are worth together, by part and visibility."""


@dataclass(frozen=True)
class Written:
    """One cell as its author wrote it.

    Attributes:
        kind: "code" or "markdown".
        text: of the cell.
        marks: what stands in the comment that opens it.
        line: of the file where it begins.
    """

    kind: str
    text: str
    marks: Mapping[str, object]
    line: int


def source_notebooks(kit: Path | None = None) -> dict[str, str]:
    """Return each notebook of a kit in nbgrader's source form, as JSON by file name.

    Raises:
        InstructorError: there is none, or a cell is wrong; names file and line.
    """
    root = kit or kit_root()
    paths = sorted((root / "handouts" / "notebooks").glob("*.md"))
    if not paths:
        raise InstructorError(f"{root}/handouts/notebooks holds no notebook: write one, as game.md")
    points = rubric_points((root / "autograder" / "rubric.toml").read_text(encoding="utf-8"))
    return {
        f"{path.stem}.ipynb": _Notebook(path, root / "solution", points).as_json() for path in paths
    }


def rubric_points(rubric: str) -> Points:
    """Return what the checks of each part are worth.

    Raises:
        InstructorError: it is no rubric.
    """
    points: dict[tuple[str, str], float] = {}
    try:
        for part, checks in tomllib.loads(rubric)["checks"].items():
            for check in checks.values():
                key = (part, check["visibility"])
                points[key] = points.get(key, 0.0) + check["points"]
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        raise InstructorError(f"no points can be read in the rubric: {error}") from error
    return points


class _Notebook:
    """One Markdown file on its way to a notebook."""

    def __init__(self, path: Path, solution: Path, points: Points) -> None:
        self._path, self._solution, self._points = path, solution, points
        self._question: tuple[Written, str, float] | None = None
        self._ids: set[str] = set()
        self._line = 0

    def as_json(self) -> str:
        cells = [self._cell(written) for written in self._written()]
        if self._question is not None:
            raise self._error(self._question[0], "the next cell must judge this question")
        notebook = nbformat.from_dict(  # type: ignore[no-untyped-call]
            {
                "cells": cells,
                "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}},
                "nbformat": 4,
                "nbformat_minor": 5,
            }
        )
        nbformat.validate(notebook)
        return f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]

    def _written(self) -> Iterator[Written]:
        """Yield the cells, each with its line, which jupytext does not tell."""
        text = self._path.read_text(encoding="utf-8")
        lines, start = text.split("\n"), 0
        self._refuse_open_regions(lines)
        for cell in jupytext.reads(text, fmt="md").cells:
            first = cell.source.split("\n")[0]
            start = next((n for n in range(start, len(lines)) if lines[n] == first), start)
            yield Written(cell.cell_type, cell.source, cell.metadata, start + 1)
            start += cell.source.count("\n") + 1

    def _refuse_open_regions(self, lines: list[str]) -> None:
        """See that each region is closed: jupytext would take all that follows for the answer."""
        opened: Written | None = None
        for number, line in enumerate(lines, start=1):
            here = Written("markdown", line, {}, number)
            if line.startswith(REGION):
                if opened is not None or "manual=" not in line:
                    raise self._error(opened or here, REGION_RULE)
                opened = here
            elif line.startswith(END_OF_REGION):
                if opened is None:
                    raise self._error(here, REGION_RULE)
                opened = None
        if opened is not None:
            raise self._error(opened, REGION_RULE)

    def _cell(self, written: Written) -> Cell:
        question, self._question = self._question, None
        if question is not None:
            return self._judged(written, *question)
        if "manual" in written.marks:
            return self._manual(written)
        if written.kind != "code":
            return self._plain(written)
        if written.text.startswith(MAGIC):
            return self._answer(written)
        if written.text.startswith("# question"):
            return self._asked(written)
        return self._check(written)

    def _plain(self, written: Written) -> Cell:
        if "BEGIN SOLUTION" in written.text or "BEGIN HIDDEN" in written.text:
            raise self._error(written, "a solution or hidden check stands where nbgrader has none")
        digest = hashlib.sha256(written.text.encode()).hexdigest()[:8]
        number = 1
        while (name := f"cell-{digest}-{number}") in self._ids:
            number += 1
        self._ids.add(name)
        # On a code host the Markdown files lead to each other, in Jupyter the notebooks do.
        return _as_cell(written.kind, LINK.sub(r"\1.ipynb", written.text), name)

    def _answer(self, written: Written) -> Cell:
        name = written.text.removeprefix(MAGIC).strip()
        if name not in ANSWERS:
            raise self._error(
                written,
                f"{MAGIC} stands alone in its cell, with one of {', '.join(ANSWERS)}: "
                "the builder fills the answer in from solution/",
            )
        module, _, function = name.partition(".")
        try:
            source = (self._solution / f"{module}.py").read_text(encoding="utf-8")
            text = function_text(module, source, function)
        except (OSError, KeyError, SyntaxError) as error:
            raise self._error(written, f"solution/{module}.py holds no {function}") from error
        if BEGIN not in text or END not in text:
            raise self._error(written, f"nothing of {function} is marked in solution/{module}.py")
        return self._graded(
            written, f"answer_{module}_{function}", f"{MAGIC} {name}\n{text}", solution=True
        )

    def _check(self, written: Written) -> Cell:
        """Return a cell of checks, or a plain one."""
        called = _calls(written.text)
        if "check" not in called:
            if called.intersection(JUDGES):
                raise self._error(written, "a judging cell follows its # question: cell")
            return self._plain(written)
        match _only_call(written.text):
            case ast.Call(args=[ast.Constant(value=str(part))], keywords=[]):
                visibility = "public"
            case ast.Call(
                args=[ast.Constant(value=str(part))],
                keywords=[ast.keyword(arg="hidden", value=ast.Constant(value=True))],
            ):
                visibility = "hidden"
            case _:
                raise self._error(
                    written, 'check stands alone: check("win") or check("win", hidden=True)'
                )
        points = self._points.get((part, visibility), 0.0)
        if not points:
            raise self._error(
                written, f"the rubric has no points for {visibility} checks of {part}"
            )
        if visibility == "hidden":
            text = HIDDEN.format(part=part, call=written.text.strip())
            return self._graded(written, f"hidden_{part}", text, points=points)
        return self._graded(written, f"check_{part}", written.text, points=points)

    def _asked(self, written: Written) -> Cell:
        head = QUESTION.fullmatch(written.text.split("\n")[0].strip())
        if head is None:
            raise self._error(written, "a question begins like: # question: NAME, 2 points")
        if BEGIN not in written.text or END not in written.text:
            raise self._error(written, f"the answer stands between {BEGIN} and {END}")
        self._question = (written, head[1], float(head[2]))
        return self._graded(written, f"answer_{head[1]}", written.text, solution=True)

    def _judged(self, written: Written, asked: Written, name: str, points: float) -> Cell:
        call = _only_call(written.text) if written.kind == "code" else None
        if call is None or not isinstance(call.func, ast.Name) or call.func.id not in JUDGES:
            raise self._error(asked, f"the next cell must judge this question: {JUDGES[0]}(...)")
        more = [f"points={points:g}"]
        if call.func.id == "check_number":
            more.append(f'key="{number_key(name, self._number(asked, name, call))}"')
        text = f"{written.text.rstrip().removesuffix(')')}, {', '.join(more)})"
        return self._graded(written, f"check_{name}", text, points=points)

    def _number(self, asked: Written, name: str, call: ast.Call) -> float:
        """Return the right number, as the answer's cell has it."""
        if not call.args or ast.unparse(call.args[0]) != repr(name):
            raise self._error(asked, f'the cell that judges it begins: check_number("{name}", ')
        for node in ast.parse(asked.text).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                try:
                    return float(ast.literal_eval(node.value))
                except (ValueError, TypeError):
                    break
        raise self._error(asked, f"the answer must be a number: {name} = 17")

    def _manual(self, written: Written) -> Cell:
        name, points = written.marks["manual"], written.marks.get("points")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise self._error(written, f"manual={name!r} is no name: use letters, digits and _")
        if isinstance(points, bool) or not isinstance(points, int | float) or points <= 0:
            raise self._error(written, f'a written answer has points: manual="{name}" points=3')
        return self._graded(written, name, written.text, points=points, solution=True)

    def _graded(
        self, written: Written, name: str, text: str, *, points: float = 0, solution: bool = False
    ) -> Cell:
        if name in self._ids:
            raise self._error(written, f"another cell is called {name} already")
        self._ids.add(name)
        grade = points > 0
        marks = {
            "schema_version": 3,
            "grade_id": name,
            "grade": grade,
            "solution": solution,
            "locked": grade and not solution,
            "task": False,
            "cell_type": written.kind,
        }
        cell = _as_cell(written.kind, text, name.replace("_", "-"))
        cell["metadata"]["nbgrader"] = marks | ({"points": points} if grade else {})
        return cell

    def _error(self, written: Written, sentence: str) -> InstructorError:
        return InstructorError(f"{self._path}, line {written.line}: {sentence}")


def _as_cell(kind: str, text: str, name: str) -> Cell:
    cell: Cell = {"cell_type": kind, "id": name[:64], "metadata": {}, "source": text}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _python(text: str) -> ast.Module:
    """Return what a cell does, IPython's own lines left out; nothing if it is no Python."""
    plain = "\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in text.split("\n"))
    try:
        return ast.parse(plain)
    except SyntaxError:
        return ast.Module([], [])


def _calls(text: str) -> set[str]:
    """Return the names of the functions that a cell calls."""
    nodes = ast.walk(_python(text))
    return {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}


def _only_call(text: str) -> ast.Call | None:
    """Return the call that a cell consists of, or None if there is more or less."""
    match _python(text).body:
        case [ast.Expr(value=ast.Call() as call)]:
            return call
    return None
