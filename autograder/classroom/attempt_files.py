"""Write an attempt as the folder that the grader takes in, its text as Python reads it."""

import codecs
import re
from pathlib import Path

from autograder.classroom.attempt import Attempt
from autograder.errors import SubmissionError
from autograder.intake.allowed import at_most
from autograder.intake.answers import find_answers
from autograder.intake.members import Member, shown, why_not_taken
from autograder.intake.submission import named_by
from autograder.intake.temporary import remove_folder

BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",  # begins like that of UTF-16
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
FALLBACK = "cp1252"
"""What editors on Windows call ANSI."""
DECLARATION = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
"""PEP 263, in one of the first two lines."""


def lay_out(attempt: Attempt, folder: Path) -> tuple[str, ...]:
    """Make a folder hold what `write_attempt` writes; if it does so already, leave it alone.

    A task of a Slurm array may be reading it just now.
    """
    fresh = folder.with_name(f".{folder.name}")
    _remove(fresh)
    try:
        left_out = write_attempt(attempt, fresh)
    except SubmissionError:
        _remove(fresh)
        _remove(folder)  # of what they handed in before
        raise
    if folder.exists() and _contents(folder) == _contents(fresh):
        _remove(fresh)
    else:
        _remove(folder)
        fresh.rename(folder)
    return left_out


def _remove(folder: Path) -> None:
    if folder.exists():
        remove_folder(folder)


def _contents(folder: Path) -> dict[str, bytes | None]:
    return {p.name: p.read_bytes() if p.is_file() else None for p in folder.iterdir()}


def write_attempt(attempt: Attempt, folder: Path) -> tuple[str, ...]:
    """Write the answers of an attempt, and the Python files beside them, into a folder.

    Line ends become line feeds, and text becomes UTF-8 without a byte order mark, which says of a
    file how it was saved and not what it does. A file that says its own encoding, as PEP 263 has
    it, keeps that.

    Args:
        attempt: of a student.
        folder: an empty one, or one that is yet to be made.

    Returns:
        What of the attempt was left out and why, a line each.

    Raises:
        SubmissionError: it holds no answers, or the same one twice.
    """
    answers = find_answers(named_by(attempt.name or attempt.student), attempt.files)
    folder.mkdir(parents=True, exist_ok=True)
    notes = [*attempt.left_out, *answers.notes]
    for name, content in answers.files.items():
        why = why_not_taken(Member(name, True, False, len(content)), archives_too=False)
        if why is not None:
            notes.append(f"{shown(name)}: {why}")
            continue
        text, was = normalised(content)
        (folder / name).write_bytes(text)
        if was:
            notes.append(f"{shown(name)}: it was {was}, and is read as UTF-8")
    return at_most(notes)


def normalised(content: bytes) -> tuple[bytes, str]:
    r"""Return a source file as Python reads it, and its encoding if Python would not have.

    >>> normalised("# \u00fc\r\n".encode("utf-16"))
    (b'# \xc3\xbc\n', 'utf-16-le')
    >>> normalised(b"\xef\xbb\xbfx = 1\r")
    (b'x = 1\n', '')
    """
    text, encoding = _decoded(content)
    if text is None:
        return content.replace(b"\r\n", b"\n"), ""
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    return unified.encode("utf-8"), "" if encoding == "utf-8" else encoding


def _decoded(content: bytes) -> tuple[str | None, str]:
    """Return the text and its encoding; no text if it is to be left as it is."""
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return _text(content[len(mark) :], encoding), encoding
    guesses = ["utf-8", FALLBACK]
    if b"\0" in content[:2]:  # the first character is ASCII in all likelihood
        guesses = ["utf-16-be" if content[:1] == b"\0" else "utf-16-le"]
    elif _declares_another(content):
        return None, ""
    decoded = ((_text(content, guess), guess) for guess in guesses)
    return next(((text, guess) for text, guess in decoded if text is not None), (None, ""))


def _declares_another(content: bytes) -> bool:
    """Return whether a file says that its encoding is another than UTF-8."""
    for line in content.splitlines()[:2]:
        declared = DECLARATION.match(line)
        if declared is not None:
            try:
                return codecs.lookup(declared[1].decode("ascii")).name != "utf-8"
            except LookupError:
                return True
    return False


def _text(content: bytes, encoding: str) -> str | None:
    try:
        text = content.decode(encoding)
        text.encode("utf-8")
    except UnicodeError:
        return None
    return text
