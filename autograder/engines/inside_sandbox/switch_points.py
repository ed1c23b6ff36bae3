"""Find the instructions of a student's code before which another thread may matter.

Threads share what is reachable from several of them: attributes, items of containers, and names
that some function declares nonlocal or global and assigns. Anything else is a thread's own, and
whether the threads change places before or after it makes no difference.
"""

import dis
from collections.abc import Iterator
from types import CodeType
from typing import Any

SHARING = {
    *("CALL", "CALL_KW", "CALL_FUNCTION_EX", "FOR_ITER", "BEFORE_WITH", "LOAD_SPECIAL"),
    *("BINARY_SUBSCR", "STORE_SUBSCR", "DELETE_SUBSCR", "BINARY_SLICE", "STORE_SLICE"),
    *("STORE_ATTR", "DELETE_ATTR", "CONTAINS_OP", "STORE_GLOBAL", "DELETE_GLOBAL"),
}
READS_A_NAME = {"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_GLOBAL", "LOAD_ATTR", "STORE_DEREF"}


class SwitchPoints:
    """The switch points of every function in the files of one package."""

    def __init__(self) -> None:
        self._offsets: dict[CodeType, frozenset[int]] = {}
        self._assigned: dict[str, frozenset[str]] = {}

    def of(self, code: CodeType) -> frozenset[int]:
        """Return the offsets of the instructions before which threads may change places."""
        if code not in self._offsets:
            assigned = self.shared_names(code.co_filename)
            self._offsets[code] = frozenset(
                instruction.offset
                for instruction in dis.get_instructions(code)
                if _shares(instruction, assigned)
            )
        return self._offsets[code]

    def shared_names(self, file: str) -> frozenset[str]:
        """Return the names in a file that functions assign where other functions can see them."""
        if file not in self._assigned:
            with open(file, encoding="utf-8") as source:  # noqa: PTH123 - a name out of a traceback
                module = compile(source.read(), file, "exec", dont_inherit=True)
            self._assigned[file] = frozenset(_assigned_names(module))
        return self._assigned[file]


def _shares(instruction: dis.Instruction, assigned: frozenset[str]) -> bool:
    name = instruction.opname
    if name == "BINARY_OP":  # an item is read by it since Python 3.14; `a += b` may change a list
        return instruction.argrepr == "[]" or instruction.argrepr.endswith("=")
    if name in READS_A_NAME:
        return instruction.argval in assigned
    return name in SHARING


def _assigned_names(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        name: Any = instruction.argval
        outside = instruction.opname == "STORE_DEREF" and name in code.co_freevars
        if outside or instruction.opname in ("STORE_GLOBAL", "STORE_ATTR"):
            yield name
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _assigned_names(constant)
