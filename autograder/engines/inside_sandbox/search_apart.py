"""Let threads search boards that share no cache line, wherever the student's copies happen to be.

Cores take whole lines from one another: two threads whose boards share one took 2.6 times as long
as on lines of their own. Which copies do is the allocator's luck, and no grade may hang on that.
"""

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from numpy import empty, int8  # a student may replace the module's

CACHE_LINE = 128
"""Bytes that a core takes as one, at the most."""


class SearchApart:
    """A search that copies the board it is given, beside nothing else, and searches the copy."""

    def __init__(self, search: Callable[..., Any]) -> None:
        self._search = search

    def __call__(self, board: Any, player: int, depth: int) -> Any:
        """Search as the student's function does."""
        room = empty(len(board) + CACHE_LINE, dtype=int8)
        own = room[: len(board)]
        own[:] = board
        return self._search(own, player, depth)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._search, name)


def let_search_apart(module: ModuleType, search: Callable[..., Any]) -> None:
    """Put it in the place of `search` in a module: its names, and its functions' default values.

    Both, so that they stay one thing; neither, if the module's own compiled code uses a name, since
    numba knows the functions that it compiled and nothing else. The module that `search` is from
    keeps it: a recursive function is looked up by its name.
    """
    own = vars(module)
    names = {name for name, value in own.items() if value is search}
    if any(names.intersection(code.co_names) for code in _compiled_codes(module, search)):
        return
    apart = SearchApart(search)
    for function in [value for value in own.values() if isinstance(value, FunctionType)]:
        if function.__module__ == module.__name__ and function.__defaults__ is not None:
            function.__defaults__ = tuple(
                apart if default is search else default for default in function.__defaults__
            )
        keywords = function.__kwdefaults__ or {}
        keywords.update({name: apart for name, default in keywords.items() if default is search})
    own.update(dict.fromkeys(names, apart))


def _compiled_codes(module: ModuleType, search: Callable[..., Any]) -> Iterator[CodeType]:
    """Yield the code of a module's compiled functions, but for the search."""
    for value in vars(module).values():
        code = getattr(getattr(value, "py_func", None), "__code__", None)
        if code is not None and value is not search:
            yield code
