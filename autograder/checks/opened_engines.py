"""The engines that a submission is graded by: each is opened once, and asked by many checks."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Self

from autograder.engines.engine import Engine, EngineKind
from autograder.errors import GraderError

OpenEngine = Callable[[EngineKind], Engine]


class OpenedEngines:
    """Engines of one submission, and of the reference beside it; all end with the context."""

    def __init__(self, open_student: OpenEngine, open_reference: OpenEngine | None) -> None:
        """Open nothing yet.

        Args:
            open_student: starts an engine of the submission.
            open_reference: starts one of the reference solution, where there is one.
        """
        self._open_student = open_student
        self._open_reference = open_reference
        self._students: dict[EngineKind, Engine] = {}
        self._references: dict[EngineKind, Engine] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def student(self, kind: EngineKind) -> Engine:
        """Return the submission's engine of this kind, the same one for every check."""
        return self._opened(kind, self._students, self._open_student)

    def close_others(self, kind: EngineKind) -> None:
        """End the submission's other engines: what they still do must not disturb this one."""
        kept = self.student(kind)
        for engine in self._students.values():
            if engine is not kept:
                engine.close()

    @property
    def has_reference(self) -> bool:
        """Whether the reference solution is here."""
        return self._open_reference is not None

    def reference(self, kind: EngineKind) -> Engine:
        """Return the reference's engine of this kind, the same one for every check.

        Raises:
            GraderError: the reference solution is not here; ask `has_reference` first.
        """
        if self._open_reference is None:
            raise GraderError("a check needs the reference solution, which is not here")
        return self._opened(kind, self._references, self._open_reference)

    def _opened(
        self, kind: EngineKind, engines: dict[EngineKind, Engine], open_engine: OpenEngine
    ) -> Engine:
        if kind.module == "threads":  # the number of threads is part of the question
            kind = replace(kind, workers=1)
        if kind not in engines:
            engines[kind] = self._stack.enter_context(open_engine(kind))
        return engines[kind]
