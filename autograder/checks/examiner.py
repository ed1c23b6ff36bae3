"""What every check is given: the engines of one submission, and a way to ask them cases."""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import msgspec

from autograder.checks.case import Case
from autograder.checks.failure import (
    TOO_BUSY,
    CheckBlockedError,
    CheckFailedError,
    CheckInconclusiveError,
    Failure,
)
from autograder.checks.judging import (
    Judged,
    Setting,
    import_failure,
    in_case,
    judge,
    preference_failure,
)
from autograder.checks.opened_engines import OpenedEngines
from autograder.checks.thresholds import Thresholds
from autograder.engines.engine import EngineKind
from autograder.engines.held_searches import Schedule
from autograder.engines.outcomes import Reply, TimedOut
from autograder.engines.protocol import Answer, Call, Question
from autograder.errors import GraderError

MOST_HELD_CASES = 16
"""How many cases of a check keep their scores outside the student's process until each search is
over. Any case may be one of them, and a check is passed by all of its cases or not at all."""

STARVED = 0.4
"""Below this part of the processors nobody is called slow. Measured with three ranks on two cores:
0.57 alone, the grader taking its share; 0.45, 0.31 and 0.19 beside two, four and eight busy loops,
when they took 4 times as long, and 12 times and more."""


@dataclass
class Examiner:
    """Ask one submission's engines, and raise what a check ends with.

    Attributes:
        engines: of the submission and of the reference.
        thresholds: from the rubric.
        seed: of what is drawn anew for every submission; it follows from the submission's files, so
            that nobody can prepare for it and tomorrow's grade is today's.
        reaches_in: what in the submission's files reaches into the grader's part of its process.
        chosen_case: ask only the case of this name.
        matched_cases: how many cases were asked.
        stand_ins: what was put in place of the student's own during the present check.
        notes: what was measured during the present check, in words; `measured` in numbers.
        remembered: what prerequisites have found out about the submission.
    """

    engines: OpenedEngines
    thresholds: Thresholds
    seed: int = 0
    reaches_in: tuple[str, ...] = ()
    chosen_case: str | None = None
    matched_cases: int = 0
    stand_ins: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    measured: dict[str, float] = field(default_factory=dict)
    remembered: dict[str, str] = field(default_factory=dict)

    def ask_reference(self, kind: EngineKind, question: Question, case: Case) -> Reply:
        """Make one call of the reference.

        Raises:
            GraderError: the reference did not answer.
        """
        asked = msgspec.structs.replace(question, calls=(case.call,))
        reply = self.engines.reference(kind).ask(asked, self.thresholds.search_seconds)[0]
        if reply.engine_lost:
            raise GraderError("the reference solution did not answer: run the grader again")
        return reply

    def replies(self, kind: EngineKind, question: Question, seconds: float) -> list[Reply]:
        """Ask and return the replies.

        Raises:
            CheckFailedError: the module that is asked cannot be imported.
            CheckBlockedError: a module that it needs cannot be.
        """
        self.import_or_fail(kind)
        return self.engines.student(kind).ask(
            question, seconds, total_seconds=self.thresholds.check_seconds
        )

    def import_or_fail(self, kind: EngineKind) -> None:
        """Import the module that an engine runs, if that is not done yet.

        Raises:
            CheckFailedError: it cannot be imported.
            CheckBlockedError: a module that it needs cannot be.
        """
        imported = self.engines.student(kind).import_submission().outcomes[0]
        if isinstance(imported, Answer) and imported.raised:
            report = imported.raised
            if report.file not in ("", f"{kind.module}.py"):
                raise CheckBlockedError(
                    f"{kind.module}.py needs {report.file}, which cannot be imported: "
                    f"{report.type} in line {report.line}."
                )
            raise CheckFailedError(import_failure(kind.module, report))

    def expect(
        self,
        kind: EngineKind,
        question: Question,
        cases: Sequence[Case],
        *,
        judged: Judged = "value",
        seconds: float | None = None,
    ) -> list[Reply]:
        """Ask every case and return the replies if all are right.

        Args:
            kind: the engine.
            question: module and function; its calls are taken from the cases.
            cases: asked in this order; where a case was chosen, only that one.
            judged: what counts as right.
            seconds: time limit of a call; if not given, `search_seconds` of the rubric for the
                serial engine, whose first call compiles, and `call_seconds` for the others.

        Raises:
            CheckFailedError: with the first wrong case.
            CheckBlockedError: the board or the given search is looked at in the student's process,
                and that cannot be relied on.
            CheckInconclusiveError: all the cases took too long, and something else kept the
                processors busy meanwhile.
            GraderError: a case was left without an answer.
        """
        cases = self._chosen(cases)
        if not cases:
            return []
        if judged == "manner" or any(_is_known(case.call) for case in cases):
            self.expect_own_word()
        asked = msgspec.structs.replace(question, calls=tuple(self._calls_of(cases)))
        replies = self.replies(kind, asked, seconds or self._usual_seconds(kind))
        setting = Setting(kind, question.function)
        judged_cases = [
            judge(setting, case, reply, judged) for case, reply in zip(cases, replies, strict=False)
        ]
        failures = [failure for failure in judged_cases if failure is not None]
        if failures:
            if len(failures) == 1:
                _excuse_if_starved(replies[-1])
            self._fail(kind, failures, len(replies))
        if len(replies) != len(cases):  # no verdict is no points
            raise GraderError(f"{len(replies)} of {len(cases)} cases were answered: run it again")
        return replies

    def _calls_of(self, cases: Sequence[Case]) -> Iterator[Call]:
        """Yield the calls, some of those with known scores as held ones."""
        with_scores = [number for number, case in enumerate(cases) if case.call.scores is not None]
        count = min(MOST_HELD_CASES, len(with_scores))
        held = frozenset(random.Random(self.seed).sample(with_scores, count))
        for number, case in enumerate(cases):
            call = case.call
            yield msgspec.structs.replace(call, held=True) if number in held else call

    def _usual_seconds(self, kind: EngineKind) -> float:
        serial = kind.module == "serial"
        return self.thresholds.search_seconds if serial else self.thresholds.call_seconds

    def expect_own_word(self) -> None:
        """See that the submission leaves what the worker says about it alone.

        Raises:
            CheckBlockedError: it reaches into the worker.
        """
        if self.reaches_in:
            raise CheckBlockedError(
                f"This cannot be judged while your code reaches into the grader's part of its "
                f"process: {self.reaches_in[0]}. Take that out and run the check again."
            )

    def _fail(self, kind: EngineKind, failures: list[Failure], asked: int) -> None:
        raise CheckFailedError(
            msgspec.structs.replace(
                failures[0],
                wrong=len(failures),
                asked=asked,
                printed=self.engines.student(kind).printed[-500:],
            )
        )

    def _chosen(self, cases: Sequence[Case]) -> Sequence[Case]:
        if self.chosen_case is not None:
            cases = [case for case in cases if case.name == self.chosen_case]
        self.matched_cases += len(cases)
        return cases

    def chooses(self, case: Case) -> bool:
        """Return whether this case is to be asked."""
        return bool(self._chosen([case]))

    @contextmanager
    def all_cases(self) -> Iterator[None]:
        """Ask every case for a while, whichever was chosen, and do not count them."""
        chosen, matched = self.chosen_case, self.matched_cases
        self.chosen_case = None
        try:
            yield
        finally:
            self.chosen_case, self.matched_cases = chosen, matched

    def ask_held(
        self,
        kind: EngineKind,
        question: Question,
        case: Case,
        *,
        seconds: float,
        schedule: Schedule,
    ) -> Reply | None:
        """Make one call whose searches are held; None if another case was chosen.

        Raises:
            CheckFailedError: the call raised, hung or gave no answer; what it returned is not
                judged here.
        """
        if not self._chosen([case]):
            return None
        self.import_or_fail(kind)
        reply = self.engines.student(kind).ask(question, seconds, schedule=schedule)[0]
        failure = judge(Setting(kind, question.function), case, reply, "any")
        if failure is not None:
            self._fail(kind, [failure], 1)
        return reply

    def expect_each(
        self,
        kind: EngineKind,
        question: Question,
        cases: Sequence[Case],
        problem: Callable[[Case, Reply], Failure | None],
        *,
        seconds: float,
    ) -> None:
        """Ask every case for an int, and let `problem` say what is wrong with each reply.

        Raises:
            CheckFailedError: with the first case that is wrong.
        """
        asked = [case for case in cases if self.chosen_case in (None, case.name)]
        replies = self.expect(kind, question, asked, judged="type", seconds=seconds)
        setting = Setting(kind, question.function)
        found = [(case, problem(case, r)) for case, r in zip(asked, replies, strict=True)]
        failures = [in_case(setting, case, failure) for case, failure in found if failure]
        if failures:
            self._fail(kind, failures, len(asked))

    def expect_same(
        self, kind: EngineKind, question: Question, groups: Sequence[list[Case]]
    ) -> None:
        """Ask every case of every group; within a group all answers must equal the first's.

        Raises:
            CheckFailedError: with the first case that differs.
        """
        with self.all_cases():
            cases = [case for group in groups for case in group]
            values = values_of(self.expect(kind, question, cases, judged="type"))
        settled: list[Case] = []
        for group in groups:
            first = values[len(settled)]
            settled += [replace(case, expected=first) for case in group]
        self.expect(kind, question, settled)

    def expect_preference(
        self,
        kind: EngineKind,
        question: Question,
        pairs: Sequence[tuple[Case, Case]],
        *,
        seconds: float,
    ) -> None:
        """Ask both cases of every pair; the first must be worth strictly more than the second.

        Raises:
            CheckFailedError: with the first pair that is not in order.
        """
        if self.chosen_case is not None:
            pairs = [pair for pair in pairs if pair[0].name == self.chosen_case]
        self.matched_cases += len(pairs)
        with self.all_cases():
            cases = [case for pair in pairs for case in pair]
            replies = self.expect(kind, question, cases, judged="type", seconds=seconds)
        values = values_of(replies)
        failures = [
            preference_failure(Setting(kind, question.function), pair, (better, worse))
            for pair, better, worse in zip(pairs, values[::2], values[1::2], strict=True)
            if better <= worse
        ]
        if failures:
            self._fail(kind, failures, len(pairs))


def values_of(replies: Sequence[Reply]) -> list[int]:
    """Return rank 0's value of each reply, all of which are known to be ints."""
    return [
        outcome.returned.value
        for outcome in (reply.outcomes[0] for reply in replies)
        if isinstance(outcome, Answer)
        and outcome.returned is not None
        and outcome.returned.value is not None
    ]


def _is_known(call: Call) -> bool:
    """Return whether the process that makes the call knows what will be found in it."""
    return call.scores is not None or call.rounds is not None


def _excuse_if_starved(reply: Reply) -> None:
    """Blame nobody for cases that took too long on processors that others kept busy.

    Raises:
        CheckInconclusiveError: that is why no answer came.
    """
    outcome = reply.outcomes[0]
    if not isinstance(outcome, TimedOut) or outcome.processor_share is None:
        return
    if outcome.processor_share < STARVED:
        raise CheckInconclusiveError(
            f"{TOO_BUSY}: your code did not get through all cases in {outcome.seconds:g} s, but it "
            f"had only {outcome.processor_share:.0%} of the processors in that time."
        )
