"""Write down which thread ran which line, and what each line changed."""

import ctypes
import linecache
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

MOST_STEPS = 250
LONGEST_VALUE = 40
PLAIN = (int, float, str, tuple, list, dict, set, type(None))


class Narrator:
    """The story of one call, line by line."""

    def __init__(self, current: Callable[[], int]) -> None:
        self._current = current
        self._standing: dict[int, FrameType] = {}
        self._known: dict[tuple[int, str], str] = {}
        self.steps: list[dict[str, Any]] = []

    def line(self, frame: FrameType) -> None:
        """Note that the running thread has come to a new line."""
        self.changes()
        self._standing[self._current()] = frame
        self._begin(frame)

    def resume(self) -> None:
        """Note that a thread goes on where it was stopped."""
        frame = self._standing.get(self._current())
        if frame is not None and (not self.steps or self.steps[-1]["thread"] != self._current()):
            self._begin(frame)

    def _begin(self, frame: FrameType) -> None:
        if len(self.steps) < MOST_STEPS:
            self._look(frame)  # what it finds now was there before this line
            self.steps.append(place(self._current(), frame))

    def changes(self) -> None:
        """Add to the last line whatever the running thread has changed since it began."""
        frame = self._standing.get(self._current())
        if frame is None or not self.steps or self.steps[-1]["thread"] != self._current():
            return
        changed = [f"{name} = {value}" for name, value in self._look(frame)]
        self.steps[-1]["changes"] = [*self.steps[-1]["changes"], *changed]

    def _look(self, frame: FrameType) -> list[tuple[str, str]]:
        """Return the variables that are not as they were when they were last looked at."""
        changed = []
        for name, value in values_of(frame).items():
            shared = name in frame.f_code.co_freevars or name in frame.f_code.co_cellvars
            key = (0 if shared else id(frame), name)
            if self._known.get(key) != value:
                self._known[key] = value
                changed.append((name, value))
        return changed


def values_of(frame: FrameType) -> dict[str, str]:
    """Return the plain values that a frame can see, as text."""
    values = dict(frame.f_locals)
    values |= {name: frame.f_globals[name] for name in _plain_globals(frame)}
    # Until Python 3.13, having looked at f_locals makes the interpreter write the values back when
    # the trace function returns, over whatever another thread has stored meanwhile (bpo-30744).
    write_back = getattr(ctypes.pythonapi, "PyFrame_LocalsToFast", None)
    if write_back is not None:
        write_back(ctypes.py_object(frame), ctypes.c_int(0))
    return {
        name: repr(value)[:LONGEST_VALUE]
        for name, value in values.items()
        if isinstance(value, PLAIN)
    }


def _plain_globals(frame: FrameType) -> list[str]:
    names = frame.f_code.co_names
    return [name for name in names if isinstance(frame.f_globals.get(name, ...), PLAIN)]


def place(thread: int, frame: FrameType) -> dict[str, Any]:
    """Return one step: where a thread is."""
    file = frame.f_code.co_filename
    return {
        "thread": thread,
        "file": Path(file).name,
        "line": frame.f_lineno,
        "source": linecache.getline(file, frame.f_lineno).strip(),
        "changes": [],
    }
