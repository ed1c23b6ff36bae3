"""Which files of a submission are its answers, wherever students put them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.assignment.files import ANSWER_FILES
from autograder.errors import SubmissionError
from autograder.intake.members import is_archive_name, shown

NAMES = ", ".join(ANSWER_FILES)
CHECKS = "/autograder/checks/"
"""Where a kit keeps what judges answers, in files called threads.py and mpi.py as well."""


@dataclass(frozen=True)
class Answers:
    """The answers and what lies beside them.

    Attributes:
        files: content by name.
        notes: what was left out and why, and what was taken from elsewhere, a line each.
    """

    files: dict[str, bytes]
    notes: tuple[str, ...]


def find_answers(name: str, files: Mapping[PurePosixPath, bytes]) -> Answers:
    """Find the folder that holds the answers: the nearest one that does, with all that is in it.

    Whatever answer it lacks is taken from the next nearest folder, if only one holds it, so that
    answers in part1/, part2/ and part3/ come together. An archive is farther than any folder.
    The kit's own checks, which are called as the answers are, are none.

    Args:
        name: of the submission, harmless to print.
        files: content by path.

    Raises:
        SubmissionError: no folder holds answers, or several that are equally near hold the same.
    """
    taken: dict[str, PurePosixPath] = {}
    named = [place for place in files if is_answer_file(place)]
    for level in sorted({distance(place) for place in named}):
        near = [p for p in named if p.name not in taken and distance(p) == level]
        twice = {p.name for p in near if sum(p.name == other.name for other in near) > 1}
        if twice and not taken:
            where = " and ".join(sorted(shown(p.parent) for p in near if p.name in twice))
            raise SubmissionError(
                f"{name} holds answers more than once, in {where}: keep one of them"
            )
        homes = {p.parent for p in near if p.name not in twice}
        for place in sorted(place for place in files if place.parent in homes):
            if place.name not in twice:
                taken.setdefault(place.name, place)
    if not taken:
        raise SubmissionError(f"{name} is not a submission: it holds none of {NAMES}")
    return Answers({new: files[old] for new, old in taken.items()}, _notes(files, taken))


def is_answer_file(place: PurePosixPath) -> bool:
    """Return whether a file is called as an answer is, and is none of the kit's checks.

    >>> is_answer_file(PurePosixPath("kit/autograder/checks/public/threads.py"))
    False
    """
    return place.name in ANSWER_FILES and CHECKS not in f"/{place}"


def distance(place: PurePosixPath) -> tuple[int, int]:
    """Return how far a file lies: how many archives deep first, then how many folders."""
    archives = sum(is_archive_name(part) for part in place.parent.parts)
    return archives, len(place.parts)


def _notes(
    files: Mapping[PurePosixPath, bytes], taken: Mapping[str, PurePosixPath]
) -> tuple[str, ...]:
    home = min(taken.values(), key=distance).parent
    lines = []
    for place in files:
        if taken.get(place.name) != place:
            lines.append(f"{shown(place)}: it does not lie beside the answers")
        elif place.parent != home:
            lines.append(f"{shown(place)}: it was taken although it lies apart")
    return tuple(lines)
