"""Engines are opened when they are first asked, once for all checks, and all end in the end."""

import pytest

from autograder.checks.opened_engines import OpenedEngines
from autograder.engines.engine import EngineKind
from autograder.errors import GraderError

SERIAL = EngineKind("serial")


class FakeEngine:
    def __init__(self, kind: EngineKind) -> None:
        self.kind = kind
        self.closed = False

    def __enter__(self) -> "FakeEngine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.closed = True


def test_checks_share_an_engine_of_each_kind():
    engines = OpenedEngines(FakeEngine, FakeEngine)
    assert engines.student(SERIAL) is engines.student(SERIAL)
    assert engines.student(EngineKind("mpi", 2)) is not engines.student(EngineKind("mpi", 3))
    assert engines.reference(SERIAL) is not engines.student(SERIAL)


def test_one_engine_runs_any_number_of_threads():
    engines = OpenedEngines(FakeEngine, None)
    assert engines.student(EngineKind("threads", 2)) is engines.student(EngineKind("threads", 4))


def test_the_others_are_closed_and_this_one_is_not():
    engines = OpenedEngines(FakeEngine, FakeEngine)
    kept, other, reference = (
        engines.student(SERIAL),
        engines.student(EngineKind("mpi", 2)),
        engines.reference(SERIAL),
    )
    engines.close_others(SERIAL)
    assert (kept.closed, other.closed, reference.closed) == (False, True, False)


def test_all_end_with_the_context():
    with OpenedEngines(FakeEngine, FakeEngine) as engines:
        opened = [engines.student(SERIAL), engines.reference(SERIAL)]
    assert all(engine.closed for engine in opened)


def test_without_a_reference_it_says_so():
    engines = OpenedEngines(FakeEngine, None)
    assert not engines.has_reference
    with pytest.raises(GraderError, match="reference solution, which is not here"):
        engines.reference(SERIAL)
