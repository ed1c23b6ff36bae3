"""Put answers that were written one by one, in notebooks, into the files of starter/.

Of an answer only what defines something is taken: functions, classes, imports, names. A call that
tries the function out belongs to the notebook, and would run at every import of the file.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import indent

from autograder.assignment.files import ANSWERS, STUB
from autograder.visible_text import visible

DEFINING = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom),
    *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.Try),
)


INDENTED_COMMENT = re.compile(r"[ \t]+#")


class NotAnAnswerError(Exception):
    """A text cannot be put in the place of a function; one clause says why."""


@dataclass(frozen=True)
class Composed:
    """One file of a submission.

    Attributes:
        text: of the file.
        notes: what was not taken of the answers and why, a line each, harmless to print.
    """

    text: str
    notes: tuple[str, ...]


def compose(module: str, starter: str, answers: Mapping[str, str]) -> Composed:
    """Return a module of starter/ with answers in it; a function that has none is a stub again.

    Args:
        module: its name, such as "serial".
        starter: its text.
        answers: texts by names such as "serial.win".
    """
    notes = []
    # From the last one up, so that the line numbers of the others stay true.
    for function in reversed(list(_answer_functions(module, starter))):
        name = f"{module}.{function.name}"
        put = stub(_lines_of(starter, function))
        if name in answers:
            try:
                put, left_out = definitions(answers[name], function.name)
                notes += [f"{name}: {line}" for line in left_out]
            except NotAnAnswerError as error:
                notes.append(f"{name}: the answer is not taken, {error}")
        starter = _with(starter, function, put)
    return Composed(starter, tuple(notes))


def definitions(text: str, name: str) -> tuple[str, list[str]]:
    r"""Return what an answer defines, and what was left out of it.

    Raises:
        NotAnAnswerError: it is not Python, or it does not define the function `name`.

    >>> definitions("def win(board):\n    return 0\nwin(1)\n", "win")
    ('def win(board):\n    return 0', ['line 3 only tries something out, and is left out'])
    """
    lines = _unified(text).split("\n")
    body = _parsed("\n".join(lines)).body
    if not any(isinstance(node, ast.FunctionDef) and node.name == name for node in body):
        raise NotAnAnswerError(f"since it does not define {name}")
    kept = {line for node in body if isinstance(node, DEFINING) for line in _span(node)}
    left_out = []
    for node in body:
        if not isinstance(node, DEFINING) and kept.isdisjoint(_span(node)):
            left_out.append(f"line {node.lineno} only tries something out, and is left out")
            for line in _span(node):
                lines[line - 1] = ""
    return "\n".join(lines).rstrip(), left_out


def stub(function: str) -> str:
    r"""Return a function with nothing but its head, its docstring and what says it is missing.

    >>> stub('def win(board):\n    "Who won?"\n    return 0').split("\n")[2:]
    ['    # YOUR CODE HERE', '    raise NotImplementedError("not filled in yet")']
    """
    [node] = (n for n in ast.parse(function).body if isinstance(n, ast.FunctionDef))
    first = node.body[0]
    ends = first.end_lineno if ast.get_docstring(node) is not None else first.lineno - 1
    return "\n".join([*function.split("\n")[:ends], indent(STUB, " " * first.col_offset)])


def is_unanswered(module: str, source: str) -> bool:
    """Return whether a file of the assignment holds its functions, and none of them is filled in.

    >>> is_unanswered("serial", "def win(board):\\n    return 0")
    False
    """
    try:
        holds_functions = any(_answer_functions(module, source))
        return holds_functions and compose(module, source, {}).text == source
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def function_text(module: str, source: str, name: str) -> str:
    """Return the text of one answer function of a module, decorators included.

    Raises:
        KeyError: there is none.
    """
    for function in _answer_functions(module, source):
        if function.name == name:
            return _lines_of(source, function)
    raise KeyError(name)


def _answer_functions(module: str, source: str) -> Iterator[ast.FunctionDef]:
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and f"{module}.{node.name}" in ANSWERS:
            yield node


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        why = f"since it is not Python ({error.msg}, line {error.lineno})"
        raise NotAnAnswerError(visible(why)) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotAnAnswerError("since Python cannot read it") from error


def _unified(text: str) -> str:
    """Return a text with the line breaks that Python counts as line feeds, and with no others."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _span(node: ast.stmt) -> range:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return range(first, (node.end_lineno or node.lineno) + 1)


def _whole_span(lines: list[str], function: ast.FunctionDef) -> range:
    """Return the lines of a function, with indented comments after its last statement."""
    span = _span(function)
    stop = span.stop
    while stop <= len(lines) and INDENTED_COMMENT.match(lines[stop - 1]):
        stop += 1
    return range(span.start, stop)


def _lines_of(source: str, function: ast.FunctionDef) -> str:
    lines = source.split("\n")
    span = _whole_span(lines, function)
    return "\n".join(lines[span.start - 1 : span.stop - 1])


def _with(source: str, function: ast.FunctionDef, put: str) -> str:
    lines = source.split("\n")
    span = _whole_span(lines, function)
    return "\n".join([*lines[: span.start - 1], *put.split("\n"), *lines[span.stop - 1 :]])
