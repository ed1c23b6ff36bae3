"""Tell which platform an export is of, read it, and account for every file of it."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from autograder.classroom.attempt import Attempt, Export, LeftOver
from autograder.classroom.exports.canvas import read_canvas
from autograder.classroom.exports.github import read_github
from autograder.classroom.exports.gradescope import read_gradescope
from autograder.classroom.exports.moodle import read_moodle
from autograder.classroom.exports.nbgrader import read_nbgrader
from autograder.classroom.exports.plain import read_plain
from autograder.classroom.exports.reading import Reading
from autograder.classroom.exports.tree import Tree, listed, open_tree
from autograder.errors import UsageError
from autograder.visible_text import visible

READERS = (read_gradescope, read_moodle, read_canvas, read_github, read_nbgrader)
"""The least mistakable first."""


def read_export(path: Path) -> Export:
    """Read what a learning platform lets one download, or any folder of submissions.

    Each file is in the `sources` of an attempt or in `left_over`; of the litter of systems and
    editors there is one line, with the number of the files and folders.

    Args:
        path: a zip file, or the folder that it was unpacked to.

    Raises:
        UsageError: it cannot be read, or holds no submission.
    """
    with open_tree(path) as tree:
        readings = (read(tree) for read in READERS)
        reading = next((found for found in readings if found is not None), None)
        reading = reading or read_plain(tree)
        left_over = _left_over(tree, reading)
    if not reading.attempts:
        first = f"; {left_over[0].path}: {left_over[0].why}" if left_over else ""
        raise UsageError(
            f"{visible(str(path))} holds no submission: give what Canvas, Moodle, Gradescope, "
            f"GitHub Classroom or nbgrader made, or one folder or archive for each student{first}"
        )
    return Export(reading.kind, _in_order(reading.attempts), left_over)


def _left_over(tree: Tree, reading: Reading) -> tuple[LeftOver, ...]:
    """Say of every file that is in no attempt why it is not, whatever the reader forgot."""
    sources = {source for attempt in reading.attempts for source in attempt.sources}
    lines = [
        LeftOver(listed(path), reading.reasons.get(path, reading.why_not))
        for path in tree.files
        if listed(path) not in sources
    ]
    lines += tree.refused
    if tree.litter:
        others = f", and {len(tree.litter) - 1} more" if len(tree.litter) > 1 else ""
        why = f"a system or an editor left it behind{others}"
        lines.append(LeftOver(listed(tree.litter[0]), why))
    return tuple(lines)


def _in_order(attempts: tuple[Attempt, ...]) -> tuple[Attempt, ...]:
    """Return the attempts in the order of names and times, each student's numbered."""
    numbers: Counter[str] = Counter()
    numbered = []
    for attempt in sorted(attempts, key=_order):
        numbers[attempt.student] += 1
        numbered.append(replace(attempt, number=numbers[attempt.student]))
    return tuple(numbered)


def _order(attempt: Attempt) -> tuple[str, str, float, tuple[str, ...]]:
    time = attempt.submitted.timestamp() if attempt.submitted else 0.0
    name = (attempt.name or attempt.student).casefold()
    return name, attempt.student, time, attempt.sources
