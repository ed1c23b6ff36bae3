"""Put answers that were written one by one, in notebooks, into the files of starter/.

Of an answer all is taken but expressions: a call that tries the function out belongs to the
notebook, and would run at every import of the file. Lines that only IPython knows are left out too.
"""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import indent

from autograder.assignment.files import ANSWERS, RUNG_ANSWERS, STUB
from autograder.visible_text import visible

FIRST_LINE = 2
"""Of an answer in its cell: line 1 is `%%answer serial.win`."""
IPYTHONS = ("%", "!")
MOST_LINES_OF_IPYTHON = 20
"""In one answer: each is found by reading it once more."""
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
        NotAnAnswerError: it is not Python, or it does not define `name`.

    >>> definitions("def win(board):\n    return 0\nwin(1)\n", "win")
    ('def win(board):\n    return 0', ['line 4 only tries something out, and is left out'])
    """
    lines = _unified(text).split("\n")
    tree, left_out = _read_as_in_ipython(lines)
    _refuse_what_no_file_can_hold(tree)
    if not any(_defines(node, name) for node in tree.body):
        raise NotAnAnswerError(f"since no line begins with def {name} or {name} =")
    tried = [node for node in tree.body if isinstance(node, ast.Expr)]
    kept = {line for node in tree.body if node not in tried for line in _span(node)}
    for node in tried:
        if kept.isdisjoint(_span(node)):
            where = node.lineno - 1 + FIRST_LINE
            left_out.append(f"line {where} only tries something out, and is left out")
            for line in _span(node):
                lines[line - 1] = ""
    return "\n".join(lines).rstrip(), left_out


def holds_stub(text: str, name: str) -> bool:
    r"""Return whether an answer is still as it was handed out.

    >>> holds_stub("def win(board):\n    return 0", "win")
    False
    """
    lines = _unified(text).split("\n")
    try:
        body = _read_as_in_ipython(lines)[0].body
    except NotAnAnswerError:
        return False
    functions = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name]
    written = [_lines_of("\n".join(lines), function) for function in functions]
    return bool(written) and all(stub(function) == function for function in written)


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
        found = {f"{module}.{function.name}" for function in _answer_functions(module, source)}
        asked = {name for name in ANSWERS + RUNG_ANSWERS if name.startswith(f"{module}.")}
        return found == asked != set() and compose(module, source, {}).text == source
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
        if isinstance(node, ast.FunctionDef) and f"{module}.{node.name}" in ANSWERS + RUNG_ANSWERS:
            yield node


def _defines(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.FunctionDef(name=found):
            return found == name
        case ast.Assign(targets=targets):
            return any(isinstance(to, ast.Name) and to.id == name for to in targets)
        case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr()):
            return found == name
    return False


def _read_as_in_ipython(lines: list[str]) -> tuple[ast.Module, list[str]]:
    """Read an answer, make its lines that only IPython knows empty, and say which these are.

    Such a line is where Python stumbles: `% 3` is also how a line of Python may go on.
    """
    left_out: list[str] = []
    while True:
        try:
            with warnings.catch_warnings():
                # A word on stderr costs all points of a cell that nbgrader runs.
                warnings.simplefilter("ignore")
                return ast.parse("\n".join(lines)), left_out
        except SyntaxError as error:
            at = (error.lineno or 1) - 1
            is_ipythons = at < len(lines) and lines[at].lstrip().startswith(IPYTHONS)
            if not is_ipythons or len(left_out) == MOST_LINES_OF_IPYTHON:
                raise _not_python(error) from error
            lines[at] = ""
            left_out.append(f"line {at + FIRST_LINE} is not Python but IPython's, and is left out")
        except (ValueError, RecursionError, MemoryError) as error:
            raise NotAnAnswerError("since Python cannot read it") from error


def _refuse_what_no_file_can_hold(tree: ast.Module) -> None:
    if any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body):
        raise NotAnAnswerError(
            "since it imports from __future__, which only the beginning of a file may do"
        )
    statements = [node for node in tree.body if not isinstance(node, ast.Expr)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(ast.Module(statements, []), "<answer>", "exec", dont_inherit=True)
    except SyntaxError as error:  # such as a `return` that stands in no function
        raise _not_python(error) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotAnAnswerError("since Python cannot read it") from error


def _not_python(error: SyntaxError) -> NotAnAnswerError:
    where = (error.lineno or 1) - 1 + FIRST_LINE
    return NotAnAnswerError(visible(f"since it is not Python ({error.msg}, line {where})"))


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
