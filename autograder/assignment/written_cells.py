"""The cells of a notebook as its author wrote them, in Markdown, each with its line in the file.

Source: jupytext's documentation, "Notebooks as Markdown documents": fenced Python is a code cell;
a region is one Markdown cell, and its opening comment holds the cell's metadata.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import jupytext

from autograder.errors import InstructorError

OPENS = re.compile(r"\s*<!--\s*#(region|md|markdown)\b")
CLOSES = re.compile(r"\s*<!--\s*#end(region|md|markdown)\b")
RULE = 'a region is <!-- #region manual="NAME" points=3 -->, closed by <!-- #endregion -->'


@dataclass(frozen=True)
class Written:
    """One cell as its author wrote it.

    Attributes:
        kind: "code" or "markdown".
        text: of the cell.
        marks: what stands in the comment that opens it.
        path: of the file.
        line: of the file where it begins.
    """

    kind: str
    text: str
    marks: Mapping[str, object]
    path: Path
    line: int

    def mistake(self, sentence: str) -> InstructorError:
        """Return an error that says where the cell is."""
        return InstructorError(f"{self.path}, line {self.line}: {sentence}")

    @property
    def first_line(self) -> str:
        """The first line, without what surrounds it."""
        return self.text.split("\n")[0].strip()

    @property
    def calls(self) -> set[str]:
        """The names of the functions that are called in it."""
        calls = (node for node in ast.walk(self.python) if isinstance(node, ast.Call))
        return {call.func.id for call in calls if isinstance(call.func, ast.Name)}

    @property
    def only_call(self) -> ast.Call | None:
        """The call that it consists of; None if there is more or less."""
        match self.python.body:
            case [ast.Expr(value=ast.Call() as call)]:
                return call
        return None

    @property
    def python(self) -> ast.Module:
        """What it does, IPython's own lines left out; nothing if it is no Python."""
        lines = self.text.split("\n") if self.kind == "code" else []
        plain = "\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in lines)
        try:
            return ast.parse(plain)
        except SyntaxError:
            return ast.Module([], [])


def written_cells(path: Path) -> list[Written]:
    """Return the cells of a Markdown file.

    Raises:
        InstructorError: a region is not closed, or not written as it should be.
    """
    text = path.read_text(encoding="utf-8")
    lines, start = text.split("\n"), 0
    _refuse_open_regions(path, lines)
    cells = []
    for cell in jupytext.reads(text, fmt="md").cells:
        # jupytext does not tell lines, but keeps the order and the text.
        first = cell.source.split("\n")[0]
        start = next((n for n in range(start, len(lines)) if lines[n] == first), start)
        cells.append(Written(cell.cell_type, cell.source, cell.metadata, path, start + 1))
        if cell.metadata and "manual" not in cell.metadata:
            raise cells[-1].mistake(RULE)
        start += cell.source.count("\n") + 1
    return cells


def _refuse_open_regions(path: Path, lines: list[str]) -> None:
    """See that each region is closed: jupytext would take all that follows for the answer."""
    opened: Written | None = None
    for number, line in enumerate(lines, start=1):
        here = Written("markdown", line, {}, path, number)
        if OPENS.match(line):
            if opened is not None or "manual=" not in line:
                raise (opened or here).mistake(RULE)
            opened = here
        elif CLOSES.match(line):
            if opened is None:
                raise here.mistake(RULE)
            opened = None
    if opened is not None:
        raise opened.mistake(RULE)
