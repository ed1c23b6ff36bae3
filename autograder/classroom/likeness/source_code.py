"""The Python files of a submission as streams of tokens, of which only the shape counts.

What a copy is disguised with is left out: every name of one's own is the same token, so is every
number and every string; comments, docstrings, line breaks, indentation and trailing commas are
none. Nothing is imported or executed: Python's own `tokenize` reads the text.
"""

import io
import keyword
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment.files import GIVEN_FILES
from autograder.errors import UsageError
from autograder.intake.allowed import LARGEST_FILE, MOST_FILES, sort_files
from autograder.intake.submission import take_in

MOST_TOKENS = 20_000
"""Of one file; a whole answer has less than a thousand."""

NAME, NUMBER, STRING = "name", "number", "string"
CLOSING = frozenset(")]}")
# From Python 3.12 on a formatted string is cut at its braces; its first part stands for it.
FORMATTED_START = getattr(tokenize, "FSTRING_START", -1)
STRINGS = frozenset({tokenize.STRING, FORMATTED_START})


@dataclass(frozen=True)
class Token:
    """One token: what is compared of it, and the line (from 1) that it begins on."""

    kind: str
    line: int


@dataclass(frozen=True)
class SourceFile:
    """One Python file.

    Attributes:
        name: within the submission.
        lines: as they were written.
        tokens: of the part that could be read.
        cut: why the rest was not read; "" if all of it was.
    """

    name: str
    lines: tuple[str, ...]
    tokens: tuple[Token, ...]
    cut: str = ""


def read_source(name: str, text: str) -> SourceFile:
    r"""Read a text as Python, as far as it can be.

    >>> source = read_source("win.py", "def f(a):\n    '''Say.'''\n    return a + 1  # more")
    >>> " ".join(token.kind for token in source.tokens)
    'def name ( name ) : return name + number'
    """
    # A half of a character, which no file can hold, would stop the tokeniser of Python 3.12.
    text = text[:LARGEST_FILE].encode("utf-8", "replace").decode("utf-8")
    lines = tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    tokens: list[Token] = []
    cut = ""
    try:
        for statement in _statements("\n".join(lines)):
            tokens += _shape(statement)
            if len(tokens) > MOST_TOKENS:
                cut = f"it has more than {MOST_TOKENS} tokens"
                break
    except (tokenize.TokenError, SyntaxError):
        cut = f"it is not Python from line {tokens[-1].line if tokens else 1} on"
    return SourceFile(name, lines, tuple(tokens[:MOST_TOKENS]), cut)


def read_submission(submission: Path | Mapping[str, str]) -> list[SourceFile]:
    """Read the Python files of a submission: a folder, an archive, or texts by file name.

    The files that the kit gives are left out: nothing that is changed in them is ever run.

    Raises:
        SubmissionError: there is no submission at this path.
    """
    if isinstance(submission, Path):
        with take_in(submission) as taken:
            return [_read_file(path) for path in sort_files(taken.folder).taken]
    names = sorted(
        name for name in submission if name.endswith(".py") and Path(name).name not in GIVEN_FILES
    )
    return [read_source(name, submission[name]) for name in names[:MOST_FILES]]


def read_boilerplate(paths: Iterable[Path]) -> list[SourceFile]:
    """Read the files, and the Python files of the folders, that every student was given.

    Raises:
        UsageError: one of them is not there, or a folder holds no Python file.
    """
    sources = []
    for path in paths:
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        if not files or not all(file.is_file() for file in files):
            raise UsageError(f"{path} holds no Python file: give the starter code that was given")
        sources += [_read_file(file) for file in files]
    return sources


def _read_file(path: Path) -> SourceFile:
    with path.open("rb") as file:
        return read_source(path.name, file.read(LARGEST_FILE).decode("utf-8", "replace"))


def _statements(text: str) -> Iterator[list[tokenize.TokenInfo]]:
    """Yield the tokens of each logical line; of the last one also when it is broken off."""
    statement: list[tokenize.TokenInfo] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
                yield statement
                statement = []
            elif token.string.strip() and token.type != tokenize.COMMENT:
                statement.append(token)
    except (tokenize.TokenError, SyntaxError):
        yield statement
        raise


def _shape(statement: list[tokenize.TokenInfo]) -> list[Token]:
    if all(token.type in STRINGS for token in statement):
        return []  # a docstring
    shape: list[Token] = []
    for token in statement:
        kind = _kind(token)
        if kind in CLOSING and shape and shape[-1].kind == ",":
            shape.pop()  # formatters add and take away this comma
        if kind:
            shape.append(Token(kind, token.start[0]))
    return shape


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else NAME
    if token.type == tokenize.NUMBER:
        return NUMBER
    if token.type in STRINGS:
        return STRING
    return token.string if token.type == tokenize.OP else ""
