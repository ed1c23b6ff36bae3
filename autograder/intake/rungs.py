"""Which rungs of the ladder a submission answers: one that is as it was handed out is not."""

from collections.abc import Iterable
from pathlib import Path

from autograder.assignment.composition import is_unanswered
from autograder.assignment.files import RUNG_FILES


def answered_rungs(files: Iterable[Path]) -> frozenset[str]:
    """Return the rungs that some of a submission's files answer, rightly or wrongly."""
    return frozenset(path.stem for path in files if path.name in RUNG_FILES and _is_answered(path))


def _is_answered(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return True  # whoever hands in what nobody can read is told so
    return not is_unanswered(path.stem, text.replace("\r\n", "\n"))
