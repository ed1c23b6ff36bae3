"""Put the notebooks where nbgrader works on them, and release them as nbgrader does.

Source: nbgrader 0.9's `GenerateAssignment`, whose preprocessors these are, in its order, but for
those that write to a gradebook.
"""

from pathlib import Path

import nbformat
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ClearSolutions,
    ComputeChecksums,
    LockCells,
)
from traitlets.config import Config

from autograder.assignment.files import CODE_STUB
from autograder.assignment.notebooks import source_notebooks
from autograder.assignment.release import MARK
from autograder.errors import InstructorError, UsageError

ASSIGNMENT = "perfect_play"
CONFIGURATION = "nbgrader_config.py"
CELL_SECONDS = 900
"""nbgrader gives up on a cell after 30 s; a check of threads or ranks may take longer."""
STEPS = (
    *(LockCells, ClearSolutions, ClearOutput, CheckCellMetadata, ComputeChecksums),
    *(ClearHiddenTests, ClearMarkScheme, ComputeChecksums, CheckCellMetadata),
)
LEFT_OVER = (MARK, "HIDDEN TESTS", "hidden=True")

CONFIGURED = f"""\
c = get_config()

# What stands in the place of an answer; the checks know it again.
c.ClearSolutions.code_stub = {CODE_STUB!r}
# Seconds for a cell: the checks of threads and ranks take longer than the usual 30.
c.Execute.timeout = {CELL_SECONDS}
"""


def write_course(course: Path) -> list[str]:
    """Write the source notebooks into a course, and return the names of the files that changed.

    A configuration that is there already is kept.

    Raises:
        InstructorError: a notebook is wrong.
        UsageError: the folder cannot be written.
    """
    source = Path("source") / ASSIGNMENT
    files = {source / name: text for name, text in source_notebooks().items()}
    if not (course / CONFIGURATION).exists():
        files[Path(CONFIGURATION)] = CONFIGURED
    changed = []
    try:
        for name, text in files.items():
            path = course / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed.append(str(name))
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be written: {error.strerror}") from error
    return changed


def released_notebooks(kit: Path) -> dict[str, str]:
    """Return each notebook of a kit as students get it, as JSON by file name.

    Raises:
        InstructorError: a notebook is wrong, or an answer or a hidden check is left in it.
    """
    return {name: _released(name, text) for name, text in source_notebooks(kit).items()}


def _released(name: str, source: str) -> str:
    notebook = nbformat.reads(source, as_version=4)  # type: ignore[no-untyped-call]
    config = Config()
    config.ClearSolutions.code_stub = CODE_STUB
    try:
        for step in STEPS:
            notebook, _ = step(config=config).preprocess(notebook, {})
    except RuntimeError as error:
        raise InstructorError(f"{name}: its marks are wrong: {error}") from error
    text = f"{nbformat.writes(notebook)}\n"  # type: ignore[no-untyped-call]
    for mark in LEFT_OVER:
        if mark in text:
            raise InstructorError(f"{name} would be handed out with {mark} in it")
    return text
