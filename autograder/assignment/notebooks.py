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
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat

from autograder.assignment.composition import function_text
from autograder.assignment.files import ANSWERS, MAGIC, kit_root
from autograder.assignment.number_key import number_key
from autograder.assignment.release import BEGIN, END, MARK
from autograder.assignment.written_cells import Written, written_cells
from autograder.errors import InstructorError

QUESTION = re.compile(r"# question: ([a-z_][a-z0-9_]*), ([0-9]+(?:\.[0-9]+)?) points?")
NAME = re.compile(r"[a-z_][a-z0-9_]*")
PARTS = ("win", "minimax", "threads", "mpi")
"""What a notebook can check; time is judged where nothing else runs."""

JUDGES = ("check_square", "check_number")
HIDDEN = """# Your grader runs the hidden checks of {part} here. They ask more of the same.
### BEGIN HIDDEN TESTS
{call}
### END HIDDEN TESTS"""
LINK = re.compile(r"(\]\([0-9]_[a-z_]+)\.md\b")
LINK_TO_A_GUIDE = re.compile(r"\[([^\]]+)\]\(\.\./[a-z_]+\.md\)")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}

Cell = dict[str, Any]
Points = Mapping[tuple[str, str], float]
"""What the checks of a part are worth together, by part and visibility."""


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

    def as_json(self) -> str:
        made = [self._cell(written) for written in written_cells(self._path)]
        cells = [cell for cell in made if cell is not None]
        if self._question is not None:
            raise self._question[0].mistake("the next cell must judge this question")
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

    def _cell(self, written: Written) -> Cell | None:
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
        if MARK in written.text or "BEGIN HIDDEN" in written.text:
            raise written.mistake("a solution or hidden check stands where nbgrader has none")
        digest = hashlib.sha256(written.text.encode()).hexdigest()[:8]
        number = 1
        while (name := f"cell-{digest}-{number}") in self._ids:
            number += 1
        self._ids.add(name)
        # On a code host the Markdown files lead to each other, in Jupyter the notebooks do; the
        # guides do not lie where a course has its notebooks.
        text = LINK_TO_A_GUIDE.sub(r"*\1*", LINK.sub(r"\1.ipynb", written.text))
        return _as_cell(written.kind, text, name)

    def _answer(self, written: Written) -> Cell:
        name = written.text.removeprefix(MAGIC).strip()
        if name not in ANSWERS:
            raise written.mistake(
                f"{MAGIC} stands alone in its cell, with one of {', '.join(ANSWERS)}: "
                "the builder fills the answer in from solution/",
            )
        module, _, function = name.partition(".")
        try:
            source = (self._solution / f"{module}.py").read_text(encoding="utf-8")
            text = function_text(module, source, function)
        except (OSError, KeyError, SyntaxError) as error:
            raise written.mistake(f"solution/{module}.py holds no {function}") from error
        if BEGIN not in text or END not in text:
            raise written.mistake(f"nothing of {function} is marked in solution/{module}.py")
        return self._graded(
            written, f"answer_{module}_{function}", f"{MAGIC} {name}\n{text}", solution=True
        )

    def _check(self, written: Written) -> Cell | None:
        """Return a cell of checks, or a plain one; None if no check of it is in the rubric."""
        called = written.calls
        if "check" not in called:
            if called.intersection(JUDGES):
                raise written.mistake("a judging cell follows its # question: cell")
            return self._plain(written)
        match written.only_call:
            case ast.Call(args=[ast.Constant(value=str(part))], keywords=[]):
                visibility = "public"
            case ast.Call(
                args=[ast.Constant(value=str(part))],
                keywords=[ast.keyword(arg="hidden", value=ast.Constant(value=True))],
            ):
                visibility = "hidden"
            case _:
                raise written.mistake(
                    'check stands alone: check("win") or check("win", hidden=True)'
                )
        if part not in PARTS:
            raise written.mistake(f"there are no checks of {part!r}: write {', '.join(PARTS)}")
        points = self._points.get((part, visibility), 0.0)
        if not points:  # this course does without them
            return None
        if visibility == "hidden":
            text = HIDDEN.format(part=part, call=written.text.strip())
            return self._graded(written, f"hidden_{part}", text, points=points)
        return self._graded(written, f"check_{part}", written.text, points=points)

    def _asked(self, written: Written) -> Cell:
        head = QUESTION.fullmatch(written.first_line)
        if head is None:
            raise written.mistake("a question begins like: # question: NAME, 2 points")
        if BEGIN not in written.text or END not in written.text:
            raise written.mistake(f"the answer stands between {BEGIN} and {END}")
        self._question = (written, head[1], float(head[2]))
        return self._graded(written, f"answer_{head[1]}", written.text, solution=True)

    def _judged(self, written: Written, asked: Written, name: str, points: float) -> Cell:
        call = written.only_call
        if call is None or not isinstance(call.func, ast.Name) or call.func.id not in JUDGES:
            raise asked.mistake(f"the next cell must judge this question: {JUDGES[0]}(...)")
        # Names of questions are unique, so no answer is judged in the place of another one.
        if not call.args or ast.unparse(call.args[-1]) != name:
            raise asked.mistake(f"the cell that judges it is given {name} last")
        more = [f"points={points:g}"]
        if call.func.id == "check_number":
            more.append(f'key="{number_key(name, self._number(asked, name, call))}"')
        called = written.text.rstrip()
        ends_there = called.endswith(ast.get_source_segment(called, call) or "\0")
        text = f"{called[:-1]}, {', '.join(more)})"
        if not ends_there or replace(written, text=text).only_call is None:
            raise written.mistake("a judging cell ends with the bracket of its call")
        return self._graded(written, f"check_{name}", text, points=points)

    def _number(self, asked: Written, name: str, call: ast.Call) -> float:
        """Return the right number, as the answer's cell has it."""
        if not call.args or ast.unparse(call.args[0]) != repr(name):
            raise asked.mistake(f'the cell that judges it begins: check_number("{name}", ')
        for node in ast.parse(asked.text).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                try:
                    return float(ast.literal_eval(node.value))
                except (ValueError, TypeError):
                    break
        raise asked.mistake(f"the answer must be a number: {name} = 17")

    def _manual(self, written: Written) -> Cell:
        name, points = written.marks["manual"], written.marks.get("points")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise written.mistake(f"manual={name!r} is no name: use letters, digits and _")
        if isinstance(points, bool) or not isinstance(points, int | float) or points <= 0:
            raise written.mistake(f'a written answer has points: manual="{name}" points=3')
        return self._graded(written, name, written.text, points=points, solution=True)

    def _graded(
        self, written: Written, name: str, text: str, *, points: float = 0, solution: bool = False
    ) -> Cell:
        if name in self._ids:
            raise written.mistake(f"another cell is called {name} already")
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


def _as_cell(kind: str, text: str, name: str) -> Cell:
    cell: Cell = {"cell_type": kind, "id": name[:64], "metadata": {}, "source": text}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})
