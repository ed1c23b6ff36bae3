"""What all cases cost together is the student's affair, unless others kept the cores busy."""

import pytest

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckFailedError, CheckInconclusiveError
from autograder.checks.opened_engines import OpenedEngines
from autograder.engines.engine import EngineKind
from autograder.engines.outcomes import Reply, TimedOut
from autograder.engines.protocol import Answer, Call, Question, Value
from autograder.grading.rubric import read_rubric

CASES = [Case(Call(board=(0,) * 9), 0, "Nobody owns a line.") for _ in range(2)]
WIN = Question(module="serial", function="win")


class FakeEngine:
    """Answers the first call with `value`, and is out of time at the second."""

    printed = ""

    def __init__(self, value: int, share: float | None) -> None:
        self._value, self._share = value, share

    def __enter__(self) -> "FakeEngine":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def import_submission(self) -> Reply:
        return Reply((Answer(0, returned=Value("int", 0, "0")),), 0.0)

    def ask(self, *_: object, **__: object) -> list[Reply]:
        answer = Answer(0, returned=Value("int", self._value, str(self._value)))
        return [Reply((answer,), 0.0), Reply((TimedOut(90.0, processor_share=self._share),), 0.0)]


def ask(value: int, share: float | None) -> None:
    engine = FakeEngine(value, share)
    examiner = Examiner(OpenedEngines(lambda _: engine, None), read_rubric().thresholds())
    examiner.expect(EngineKind("serial"), WIN, CASES)


def test_who_had_the_processors_and_took_too_long_fails():
    with pytest.raises(CheckFailedError, match="did not return within 90 s"):
        ask(0, share=0.98)


def test_who_did_not_get_the_processors_is_not_judged():
    with pytest.raises(CheckInconclusiveError, match="only 31% of the processors"):
        ask(0, share=0.31)


def test_a_call_that_hangs_fails_however_busy_the_machine_is():
    with pytest.raises(CheckFailedError):
        ask(0, share=None)


def test_a_wrong_answer_before_that_counts():
    with pytest.raises(CheckFailedError) as failed:
        ask(1, share=0.31)
    assert failed.value.failure.returned == "1"
