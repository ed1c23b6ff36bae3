"""Cut starter/ out of solution/ with nbgrader's own ClearSolutions.

Source of the marks and of the cutting: nbgrader documentation, "Creating assignment files",
section "Autograded answer cells" (`### BEGIN SOLUTION`, `### END SOLUTION`).
"""

from pathlib import Path

import nbformat.v4
from nbgrader.preprocessors import ClearSolutions
from traitlets.config import Config

from autograder.assignment.files import ANSWER_FILES, CODE_STUB, GIVEN_FILES, RUNG_FILES
from autograder.errors import InstructorError

MARK = "BEGIN SOLUTION"
BEGIN, END = f"### {MARK}", "### END SOLUTION"


def cut_answers(source: str) -> str:
    """Return `source` with every marked answer replaced by a stub that says it is not filled in.

    Raises:
        InstructorError: a mark is nested or not closed.
    """
    if MARK not in source:  # ClearSolutions would replace the whole file
        return source
    config = Config()
    config.ClearSolutions.code_stub = CODE_STUB
    cell = nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]
    cell.metadata.nbgrader = {"schema_version": 3, "solution": True, "grade": False}
    notebook = nbformat.v4.new_notebook(cells=[cell])  # type: ignore[no-untyped-call]
    try:
        ClearSolutions(config=config).preprocess(notebook, {})
    except RuntimeError as error:
        raise InstructorError(f"the solution marks are wrong: {error}") from error
    return str(cell.source)


def starter_files(solution: Path) -> dict[str, str]:
    """Return the text of every file of starter/, by name, as cut from the folder `solution`.

    Raises:
        InstructorError: a file is missing, or its marks are wrong.
    """
    names = GIVEN_FILES + ANSWER_FILES + RUNG_FILES
    missing = [name for name in names if not (solution / name).is_file()]
    if missing:
        raise InstructorError(f"{solution} is not a solution: it has no {missing[0]}")
    return {name: cut_answers((solution / name).read_text(encoding="utf-8")) for name in names}


def write_starter(solution: Path, starter: Path) -> list[str]:
    """Write starter/ anew and return the names of the files that changed."""
    starter.mkdir(parents=True, exist_ok=True)
    changed = []
    for name, text in starter_files(solution).items():
        path = starter / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            changed.append(name)
    return changed
