"""Make one call under a given interleaving of its threads."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import controlled_threads  # type: ignore[import-not-found]
import narrator  # type: ignore[import-not-found]
import switch_points  # type: ignore[import-not-found]

MOST_POINTS = 2_000
GIVEN = ("__init__.py", "board.py")
SEARCH = "serial.py"
SHORTEST_PAUSE = 1e-6
"""Seconds of the threads' clock: with none at all the first thread would come again and again."""


class Explorer:
    """Calls functions of one package, with their threads under control.

    It must be made before anything of the package is imported.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self._points = switch_points.SwitchPoints()
        self._scheduler = controlled_threads.take_control()
        self._scheduler.on_start = lambda: sys.settrace(self._trace)
        self._searched_by: list[tuple[int, int]] = []
        self._narrator: Any = None
        self._timed = False
        self._passed_over: tuple[str, ...] = GIVEN

    def searching(self, square: int, seconds: float) -> None:
        """Note who searches a subtree; threads may change places in the middle of it."""
        self._searched_by.append((square, self._scheduler.current))
        if self._timed:
            self._scheduler.sleep(max(seconds, SHORTEST_PAUSE))
        else:
            self._scheduler.point()

    def call(
        self, function: Callable[[], Any], interleaving: dict[str, Any], *, own_search: bool
    ) -> dict[str, Any]:
        """Make the call and return how the threads took turns; `function` keeps its own result.

        With the student's own search its file has no switch points: a search that is not compiled
        would pass millions. The schedule is as `Schedule` in the grader's protocol.
        """
        self._passed_over = (*GIVEN, SEARCH) if own_search else GIVEN
        self._searched_by = []
        self._timed = interleaving["timed"]
        self._narrator = None
        if interleaving["narrated"]:
            self._narrator = narrator.Narrator(lambda: self._scheduler.current)
            self._scheduler.on_switch = self._narrator.changes
            self._scheduler.on_resume = self._narrator.resume
        sys.settrace(self._trace)
        with self._scheduler.run(interleaving["preemptions"]) as run:
            try:
                function()
            finally:
                sys.settrace(None)
        return {
            "choices": [] if self._timed else run.choices[:MOST_POINTS],
            "searched_by": self._searched_by,
            "deadlock": self._standing(run.deadlocked),
            "steps": self._narrator.steps if self._narrator else [],
        }

    def _trace(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        if not self._is_students(frame.f_code.co_filename):
            return None
        frame.f_trace_opcodes = not self._timed
        return self._trace_line

    def _trace_line(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "opcode":
            if frame.f_lasti in self._points.of(frame.f_code):
                self._scheduler.point()
        elif self._timed and event == "line":
            self._scheduler.pass_line()
        elif self._narrator is not None and event == "line":
            self._narrator.line(frame)
        return self._trace_line

    def _is_students(self, file: str) -> bool:
        folder, _, name = file.rpartition("/")
        return folder == self._folder and name not in self._passed_over

    def _standing(self, deadlocked: list[tuple[int, FrameType]]) -> list[dict[str, Any]]:
        """Return the innermost line of the student's in which each thread stands."""
        steps = []
        for number, innermost in deadlocked:
            frame: FrameType | None = innermost
            while frame is not None and not self._is_students(frame.f_code.co_filename):
                frame = frame.f_back
            if frame is not None:
                steps.append(narrator.place(number, frame))
        return steps
