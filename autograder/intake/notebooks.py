"""Take answers out of notebooks that students handed in, whatever else the files hold.

Source: the notebook format 4.5 (`cells`, each with `cell_type` and a `source` that is a text or a
list of texts). An answer is a code cell whose first line is `%%answer serial.win`, as IPython
understands it: empty lines may come before it.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from autograder.assignment.composition import compose, is_unanswered
from autograder.assignment.files import ANSWER_FILES, ANSWERS, MAGIC, PACKAGE, kit_root
from autograder.intake.allowed import LARGEST_FILE
from autograder.intake.members import (
    LARGEST_NOTEBOOK,
    MOST_NOTEBOOKS,
    NOTEBOOK,
    is_notebook_name,
    shown,
)
from autograder.visible_text import visible

LARGEST_ANSWER = 64 * 1024
"""Characters of one answer: three together must not be more than a file may have."""
MOST_CELLS = 2_000


class NotANotebookError(Exception):
    """A file is no notebook; one clause says why."""


class _Notebook(msgspec.Struct):
    # Each cell is looked at by itself: one that is broken costs no other.
    cells: list[msgspec.Raw]


class _Cell(msgspec.Struct):
    cell_type: str
    source: str | list[str]


@dataclass(frozen=True)
class ComposedFiles:
    """Files of a submission that were put together from notebooks.

    Attributes:
        files: content by name.
        notes: what was not taken and why, a line each, harmless to print.
    """

    files: dict[str, bytes]
    notes: tuple[str, ...]


def answers_in(content: bytes) -> dict[str, str]:
    """Return the answers that a notebook holds, by names such as "serial.win"; the last one counts.

    Raises:
        NotANotebookError: it is none, or larger than any could be.
    """
    answers = {}
    for cell in _cells(content):
        try:
            read = msgspec.json.decode(cell, type=_Cell)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            continue  # a cell that Jupyter could not open either
        source = read.source if isinstance(read.source, str) else "".join(read.source)
        first, _, rest = source.lstrip().partition("\n")
        words = first.split()
        if read.cell_type == "code" and words[:1] == [MAGIC] and words[1:] and words[1] in ANSWERS:
            answers[words[1]] = rest
    return answers


def read_answers(notebooks: Mapping[str, bytes]) -> tuple[dict[str, str], list[str]]:
    """Return the answers of several notebooks, and what is to be said about them.

    Of two notebooks with the same answer the first by name counts, so that a copy that Jupyter
    called `1_the_game-Copy1.ipynb` does not.
    """
    answers: dict[str, str] = {}
    notes: list[str] = []
    for name in sorted(notebooks, key=lambda name: name[: -len(NOTEBOOK)]):
        try:
            found = answers_in(notebooks[name])
        except NotANotebookError as error:
            notes.append(f"{shown(name)}: {error}")
            continue
        for answer, text in found.items():
            if len(text) > LARGEST_ANSWER:
                notes.append(f"{shown(name)}: the answer {answer} is larger than any needs to be")
            elif answer in answers:
                notes.append(f"{shown(name)}: another notebook holds {answer} too, and counts")
            else:
                answers[answer] = text
        if not found:
            notes.append(f"{shown(name)}: it holds no answer cells")
    return answers, notes


def compose_files(answers: Mapping[str, str]) -> ComposedFiles:
    """Put answers into the files of starter/; a function without one is not filled in."""
    files: dict[str, bytes] = {}
    notes: list[str] = []
    for name in ANSWER_FILES:
        module = PurePosixPath(name).stem
        starter = (kit_root() / PACKAGE / name).read_text(encoding="utf-8")
        composed = compose(module, starter, answers)
        # Half a character cannot be written to a file; Python says so where it stands.
        files[name] = composed.text.encode("utf-8", "replace")
        notes += composed.notes
    return ComposedFiles(files, tuple(notes))


def files_from(notebooks: Mapping[str, bytes]) -> ComposedFiles:
    """Return the files of a submission that some notebooks make, if they answer any of a file."""
    answers, notes = read_answers(notebooks)
    composed = compose_files(answers)
    answered = {f"{answer.partition('.')[0]}.py" for answer in answers}
    files = {name: data for name, data in composed.files.items() if name in answered}
    return ComposedFiles(files, (*notes, *composed.notes))


def with_answers_of_notebooks(
    files: Mapping[PurePosixPath, bytes],
) -> tuple[dict[PurePosixPath, bytes], list[str]]:
    """Return files with every folder's notebooks made into Python files, and what is to be said.

    Where somebody wrote answers into Python files those count, and the notebooks are left out;
    starter files that are still as they were handed out answer nothing.
    """
    notebooks = {place: data for place, data in files.items() if is_notebook_name(place.name)}
    kept = {place: data for place, data in files.items() if place not in notebooks}
    if not notebooks:
        return kept, []
    stubs = {p for p in kept if p.name in ANSWER_FILES and answers_nothing(p.name, kept[p])}
    if any(place.name in ANSWER_FILES for place in kept.keys() - stubs):
        return kept, [f"{shown(place)}: the answers are in Python files" for place in notebooks]
    made: dict[PurePosixPath, bytes] = {}
    notes = []
    for folder in sorted({place.parent for place in notebooks}):
        here = {place.name: data for place, data in notebooks.items() if place.parent == folder}
        composed = files_from(here)
        made |= {folder / name: data for name, data in composed.files.items()}
        notes += [f"{shown(folder)}/{line}".removeprefix("./") for line in composed.notes]
    if not made:
        return kept, notes
    notes += [f"{shown(stub)}: it is as it was handed out" for stub in sorted(stubs)]
    return {place: kept[place] for place in kept.keys() - stubs} | made, notes


def read_notebooks(folder: Path) -> dict[str, bytes]:
    """Return the first notebooks in a folder, no further than anybody reads them; no links."""
    notebooks = {}
    for path in sorted(folder.glob(f"*{NOTEBOOK}"))[:MOST_NOTEBOOKS]:
        if path.is_file() and not path.is_symlink() and os.access(path, os.R_OK):
            with path.open("rb") as file:
                notebooks[path.name] = file.read(LARGEST_NOTEBOOK + 1)
    return notebooks


def answers_nothing(name: str, content: bytes) -> bool:
    """Return whether a file of the assignment is still as it was handed out."""
    text = content.decode("utf-8", "replace").replace("\r\n", "\n")
    return len(content) <= LARGEST_FILE and is_unanswered(PurePosixPath(name).stem, text)


def _cells(content: bytes) -> list[msgspec.Raw]:
    if len(content) > LARGEST_NOTEBOOK:
        raise NotANotebookError(
            f"it is larger than {LARGEST_NOTEBOOK // 1024**2} MiB: clear its outputs"
        )
    try:
        cells = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"), type=_Notebook).cells
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        why = visible(str(error)[:100])
        raise NotANotebookError(f"it cannot be read as a notebook ({why})") from error
    if len(cells) > MOST_CELLS:
        raise NotANotebookError(f"it has more than {MOST_CELLS:,} cells")
    return cells
