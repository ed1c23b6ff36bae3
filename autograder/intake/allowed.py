"""Which files of a submission are taken, and why the others are not."""

import os
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.files import GIVEN_FILES, PACKAGE
from autograder.visible_text import visible

LARGEST_FILE = 256 * 1024
MOST_LEFT_OUT = 100
LONGEST_NAME = 200
MOST_FILES = 50
# Names by which Python, pytest or the kit would find a student's file instead of their own.
TAKEN_NAMES = frozenset(
    {
        *("conftest", "sitecustomize", "usercustomize", "setup", "autograder", "solution", PACKAGE),
        *("numpy", "numba", "llvmlite", "mpi4py", "pytest", "nbgrader", "rich", "msgspec"),
    }
)
LITTER = frozenset(
    {
        *(".DS_Store", ".git", ".gitignore", ".idea", ".vscode", "__MACOSX", "__pycache__"),
        *(".ipynb_checkpoints", "Thumbs.db", "desktop.ini"),
        *("venv", ".venv", "site-packages", "node_modules"),
    }
)
"""Left behind by Python, systems, editors and installers; not worth a word."""


@dataclass(frozen=True)
class Sorted:
    """The content of a submission's folder, sorted.

    Attributes:
        taken: the files that are.
        left_out: what is not and why, a line each, harmless to print.
    """

    taken: tuple[Path, ...]
    left_out: tuple[str, ...]


def sort_files(folder: Path, known: Collection[str] = ()) -> Sorted:
    """Say what is taken of a folder: plain Python files at its top level, with names of their own.

    The kit's given files are replaced by its own, and are neither taken nor complained about.

    Args:
        folder: of a submission.
        known: names of files that somebody else has seen to.
    """
    taken: list[Path] = []
    left_out: list[str] = []
    for path in sorted(folder.iterdir()):
        if path.name in LITTER or path.name in GIVEN_FILES or path.name in known:
            continue
        why = why_not_taken(path)
        if why is None and len(taken) >= MOST_FILES:
            why = f"there are more than {MOST_FILES} files"
        if why is None:
            taken.append(path)
        else:
            left_out.append(f"{visible(path.name)}: {why}")
    return Sorted(tuple(taken), at_most(left_out))


def at_most(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines, and how many there are besides if they are too many."""
    if len(lines) <= MOST_LEFT_OUT:
        return tuple(lines)
    return (*lines[:MOST_LEFT_OUT], f"and {len(lines) - MOST_LEFT_OUT} more")


def why_not_taken(path: Path) -> str | None:
    """Return why one file or folder is not taken, or None if it is."""
    if path.is_symlink():
        return "it is a link"
    if not path.is_file():
        return "it is a folder" if path.is_dir() else "it is not a plain file"
    is_library = path.stem in TAKEN_NAMES or path.stem in sys.stdlib_module_names
    reasons = (
        (path.suffix != ".py", "it is not a Python file"),
        (is_library, "it has the name of a library's module"),
        (not path.stem.isidentifier(), "no module can have this name"),
        (not os.access(path, os.R_OK), "it cannot be read"),
        (path.stat().st_size > LARGEST_FILE, f"it is larger than {LARGEST_FILE // 1024} KiB"),
    )
    return next((why for applies, why in reasons if applies), None)
