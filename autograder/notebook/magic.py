"""The cell magic `%%answer serial.win`: run a cell, and remember it as the answer."""

import ast
import importlib
import sys
from collections.abc import Callable
from typing import Any, Protocol

from autograder.assignment.files import ANSWERS, PACKAGE
from autograder.errors import UsageError
from autograder.notebook.session import this_session


class Shell(Protocol):
    """What is used of IPython's shell."""

    user_ns: dict[str, Any]
    ast_transformers: list[ast.NodeTransformer]

    def run_cell(self, raw_cell: str) -> object:
        """Run a cell, and show what becomes of it."""

    def register_magic_function(
        self, function: Callable[[str, str], None], magic_kind: str, magic_name: str
    ) -> None:
        """Make a function a magic."""


class WithoutCaches(ast.NodeTransformer):
    """Turn `cache=True` off.

    numba keeps what it compiled in a notebook by the text of the function alone, so `minimax` would
    go on calling an older `win` when its own cell is run again.
    """

    def visit_keyword(self, node: ast.keyword) -> ast.keyword:
        """Change one argument of a call."""
        if node.arg == "cache" and isinstance(node.value, ast.Constant):
            node.value.value = False
        return node


def load_ipython_extension(shell: Shell) -> None:
    """Set a kernel up, as `%load_ext autograder.notebook` asks for it."""
    session = this_session()
    session.lay_out_library()
    # Before the kit's own folder, where the student's starter/ lies.
    if str(session.library) not in sys.path:
        sys.path.insert(0, str(session.library))

    def answer(line: str, cell: str) -> None:
        """Run a cell, and remember it as the answer that the line names."""
        name = line.strip()
        if name not in ANSWERS:
            raise UsageError(f"there is no answer {name!r}: write one of {', '.join(ANSWERS)}")
        session.answers[name] = cell
        _give_names(shell, name.partition(".")[0])
        run_without_caches(shell, cell)

    shell.register_magic_function(answer, "cell", "answer")


def run_without_caches(shell: Shell, cell: str) -> None:
    """Run a cell of which numba shall keep nothing."""
    without_caches = WithoutCaches()
    shell.ast_transformers.append(without_caches)
    try:
        shell.run_cell(cell)
    finally:
        shell.ast_transformers.remove(without_caches)


def _give_names(shell: Shell, module: str) -> None:
    """Give the notebook what the answer's file imports, so that the same text works in both."""
    try:
        names = vars(importlib.import_module(f"{PACKAGE}.{module}"))
    except Exception as error:  # noqa: BLE001 - the student's own, from an earlier notebook
        print(f"{module}.py cannot be imported yet: {type(error).__name__}: {error}")
        return
    for name, value in names.items():
        is_own = getattr(value, "__module__", "") == f"{PACKAGE}.{module}"
        if not name.startswith("_") and not is_own:
            shell.user_ns.setdefault(name, value)
