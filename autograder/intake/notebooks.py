"""Take answers out of notebooks that students handed in, whatever else the files hold.

Source: the notebook format 4.5 (`cells`, each with `cell_type` and a `source` that is a text or a
list of texts). An answer is a code cell whose first line is `%%answer serial.win`, as IPython
understands it: empty lines may come before it.
"""

import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from autograder.assignment.composition import compose, holds_stub, is_unanswered
from autograder.assignment.files import ANSWER_FILES, ANSWERS, MAGIC, pristine_answer_file
from autograder.errors import UsageError
from autograder.intake.allowed import LARGEST_FILE
from autograder.intake.answers import distance, is_answer_file
from autograder.intake.members import (
    LARGEST_NOTEBOOK,
    MOST_NOTEBOOKS,
    NOTEBOOK,
    is_notebook_name,
    shown,
    too_large,
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


class _LooseNotebook(msgspec.Struct):
    cells: list[object]


class _Cell(msgspec.Struct):
    cell_type: str
    source: str | list[str]

    @property
    def text(self) -> str:
        return self.source if isinstance(self.source, str) else "".join(self.source)


@dataclass(frozen=True)
class NotebookAnswers:
    """What several notebooks hold.

    Attributes:
        answers: their texts by names such as "serial.win".
        notes: what was not taken and why, a line each, harmless to print.
        without: names of the notebooks that hold no answer.
    """

    answers: dict[str, str]
    notes: tuple[str, ...]
    without: tuple[str, ...]


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
        first, _, rest = cell.text.lstrip().partition("\n")
        words = first.split()
        if cell.cell_type == "code" and words[:1] == [MAGIC] and words[1:] and words[1] in ANSWERS:
            answers[words[1]] = rest
    return answers


def read_answers(notebooks: Mapping[str, bytes]) -> NotebookAnswers:
    """Return the answers of several notebooks, and what is to be said about them.

    Of two notebooks with the same answer the first by name counts, so that a copy that Jupyter
    called `1_the_game-Copy1.ipynb` does not, unless only the copy was filled in.
    """
    answers: dict[str, str] = {}
    homes: dict[str, str] = {}
    notes: list[str] = []
    without: list[str] = []
    for name in sorted(notebooks, key=lambda name: name[: -len(NOTEBOOK)]):
        try:
            found = answers_in(notebooks[name])
        except NotANotebookError as error:
            notes.append(f"{shown(name)}: {error}")
            continue
        for answer, text in found.items():
            if len(text) > LARGEST_ANSWER:
                notes.append(f"{shown(name)}: the answer {answer} is larger than any needs to be")
            elif answer not in answers:
                answers[answer], homes[answer] = text, name
            elif _is_stub(answer, answers[answer]) and not _is_stub(answer, text):
                notes.append(f"{shown(homes[answer])}: {answer} is as it was handed out")
                answers[answer], homes[answer] = text, name
            else:
                counts = shown(homes[answer])
                notes.append(f"{shown(name)}: {counts} holds {answer} too, and counts")
        if not found:
            without.append(name)
    return NotebookAnswers(answers, tuple(notes), tuple(without))


def compose_files(answers: Mapping[str, str]) -> ComposedFiles:
    """Put answers into files as they were handed out; a function without one is not filled in.

    Raises:
        UsageError: the kit's own files cannot be read.
    """
    files: dict[str, bytes] = {}
    notes: list[str] = []
    for name in ANSWER_FILES:
        module, pristine = PurePosixPath(name).stem, pristine_answer_file(name)
        try:
            composed = compose(module, pristine.read_text(encoding="utf-8"), answers)
        except (OSError, SyntaxError, ValueError) as error:
            raise UsageError(
                f"{pristine} cannot be read as Python: get the kit again ({visible(str(error))})"
            ) from error
        # Half a character cannot be written to a file; Python says so where it stands.
        files[name] = composed.text.encode("utf-8", "replace")
        notes += composed.notes
    return ComposedFiles(files, tuple(notes))


def files_from(notebooks: Mapping[str, bytes]) -> ComposedFiles:
    """Return the files of a submission that some notebooks make, if they answer any of a file."""
    read = read_answers(notebooks)
    composed = compose_files(read.answers)
    answered = {f"{answer.partition('.')[0]}.py" for answer in read.answers}
    files = {name: data for name, data in composed.files.items() if name in answered}
    without = [f"{shown(name)}: it holds no answer cells" for name in read.without]
    return ComposedFiles(files, (*read.notes, *without, *composed.notes))


def with_answers_of_notebooks(
    files: Mapping[PurePosixPath, bytes],
) -> tuple[dict[PurePosixPath, bytes], list[str]]:
    """Return files with every folder's notebooks made into Python files, and what is to be said.

    Where somebody wrote answers into Python files those count, and the notebooks are left out,
    unless notebooks that answer something lie nearer: there may be an older work farther away.
    Files that are still as they were handed out answer nothing.
    """
    notebooks = {place: data for place, data in files.items() if is_notebook_name(place.name)}
    kept = {place: data for place, data in files.items() if place not in notebooks}
    if not notebooks:
        return kept, []
    made, notes = _made_of(notebooks)
    written, in_notebooks = _answered(kept), _answered(made)
    if written and not any(_is_nearer(place, written) for place in in_notebooks):
        return kept, [f"{shown(place)}: the answers are in Python files" for place in notebooks]
    if not made:
        return kept, notes
    # Whoever worked in a copy may have left the first notebook as it was.
    named = {place.name for place in in_notebooks}
    idle = {place for place in made.keys() - in_notebooks if place.name in named}
    stubs = {place for place in kept if is_answer_file(place)} - written
    notes += [f"{shown(place)}: it is as it was handed out" for place in sorted(stubs | idle)]
    kept = {place: kept[place] for place in kept.keys() - stubs}
    return kept | {place: made[place] for place in made.keys() - idle}, notes


def _is_nearer(place: PurePosixPath, others: Collection[PurePosixPath]) -> bool:
    return all(distance(place) < distance(other) for other in others)


def _made_of(
    notebooks: Mapping[PurePosixPath, bytes],
) -> tuple[dict[PurePosixPath, bytes], list[str]]:
    made: dict[PurePosixPath, bytes] = {}
    notes = []
    for folder in sorted({place.parent for place in notebooks}):
        here = {place.name: data for place, data in notebooks.items() if place.parent == folder}
        composed = files_from(here)
        made |= {folder / name: data for name, data in composed.files.items()}
        notes += [f"{shown(folder)}/{line}".removeprefix("./") for line in composed.notes]
    return made, notes


def _answered(files: Mapping[PurePosixPath, bytes]) -> set[PurePosixPath]:
    return {
        place
        for place, content in files.items()
        if is_answer_file(place) and not answers_nothing(place.name, content)
    }


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
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    return len(content) <= LARGEST_FILE and is_unanswered(PurePosixPath(name).stem, text)


def _is_stub(answer: str, text: str) -> bool:
    return holds_stub(text, answer.partition(".")[2])


def _cells(content: bytes) -> Iterator[_Cell]:
    """Yield the cells that Jupyter could open; others cost nobody an answer."""
    if len(content) > LARGEST_NOTEBOOK:
        raise NotANotebookError(too_large(NOTEBOOK))
    try:
        cells = _cells_of_json(content.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        why = visible(str(error)[:100])
        raise NotANotebookError(f"it cannot be read as a notebook ({why})") from error
    if len(cells) > MOST_CELLS:
        raise NotANotebookError(f"it has more than {MOST_CELLS:,} cells")
    for cell in cells:
        try:
            if isinstance(cell, msgspec.Raw):
                yield msgspec.json.decode(cell, type=_Cell)
            else:
                yield msgspec.convert(cell, type=_Cell)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            continue


def _cells_of_json(content: bytes) -> Sequence[object]:
    try:
        return msgspec.json.decode(content, type=_Notebook).cells
    except msgspec.MsgspecError:
        # One output may hold NaN or half a character: no JSON, but Python writes and reads them.
        return msgspec.convert(json.loads(content.decode()), type=_LooseNotebook).cells
