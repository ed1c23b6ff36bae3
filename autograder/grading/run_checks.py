"""Run the checks under pytest and collect what became of each."""

import inspect
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from autograder.checks.examiner import Examiner
from autograder.checks.failure import (
    CheckBlockedError,
    CheckFailedError,
    CheckInconclusiveError,
    Failure,
)
from autograder.errors import GraderError, InstructorError, KitError
from autograder.grading.result import CheckOutcome, CheckResult
from autograder.grading.rubric import CheckRubric, Rubric

CHECKS = Path(__file__).resolve().parents[1] / "checks"
OnResult = Callable[[CheckResult], None]


@dataclass(frozen=True)
class Ending:
    """How a check ended; `credit` is the part of its points that is earned."""

    outcome: CheckOutcome
    reason: str = ""
    failure: Failure | None = None
    credit: float = 0.0


class CheckPlugin:
    """Give the checks their examiner, pick and order them, and turn their ends into results."""

    def __init__(
        self, examiner: Examiner, rubric: Rubric, chosen: list[str], on_result: OnResult
    ) -> None:
        self._examiner = examiner
        self._rubric = rubric
        self._chosen = chosen
        self._on_result = on_result
        self.results: list[CheckResult] = []
        self.trouble: KitError | None = None
        self.stopped_by: BaseException | None = None
        self.known: set[str] = set()

    @pytest.fixture(name="examiner")
    def examiner_fixture(self) -> Examiner:
        """Return the engines of the submission, and a way to ask them."""
        return self._examiner

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the chosen checks, in the rubric's order."""
        found: dict[str, pytest.Item] = {}
        for item in items:
            name = _name_of(item)
            if name in found:
                self.trouble = InstructorError(f"two checks are called {name}: rename one")
            found[name] = item
        self.known = set(found)
        items[:] = [found[name] for name in self._chosen if name in found]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool:
        """Run one check from set-up to report."""
        name = _name_of(item)
        rubric = self._rubric.checks[name]
        self._examiner.stand_ins.clear()
        self._examiner.notes.clear()
        self._examiner.measured.clear()
        started = time.monotonic()
        try:
            item.obj(self._examiner)  # type: ignore[attr-defined]
            ending = Ending("passed", credit=1.0)
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - the boundary: shown
            ending = _ending(error)
        except BaseException as error:  # noqa: BLE001 - Ctrl-C or SIGTERM: raised again outside
            self._stop(item, error)
            return True
        try:
            self._keep(item, name, rubric, ending, time.monotonic() - started)
        except BaseException as error:  # noqa: BLE001 - nobody reads on: raised again outside
            self._stop(item, error)
        return True

    def _stop(self, item: pytest.Item, error: BaseException) -> None:
        """Run no more checks; pytest itself would print what was raised as its own failure."""
        self.stopped_by = error
        item.session.shouldstop = type(error).__name__

    def _keep(
        self,
        item: pytest.Item,
        name: str,
        rubric: CheckRubric,
        ending: Ending,
        wall_seconds: float,
    ) -> None:
        title, hint = title_and_hint(item)
        result = CheckResult(
            name=name,
            title=title,
            hint=hint,
            visibility=rubric.visibility,
            outcome=ending.outcome,
            points=round(rubric.points * ending.credit, 2),
            possible=rubric.possible,
            extra=rubric.points if rubric.extra else 0.0,
            credit=ending.credit,
            reason=ending.reason,
            failure=ending.failure,
            stand_ins=tuple(self._examiner.stand_ins),
            notes=tuple(self._examiner.notes),
            measured=dict(self._examiner.measured),
            wall_seconds=round(wall_seconds, 3),
        )
        self.results.append(result)
        self._on_result(result)


def _name_of(item: pytest.Item) -> str:
    return f"{item.path.stem}.{item.name.removeprefix('check_')}"


def title_and_hint(item: pytest.Item) -> tuple[str, str]:
    """Return the first sentence of a check's docstring, and the rest of it."""
    text = inspect.getdoc(item.obj) or item.name  # type: ignore[attr-defined]
    title, _, hint = text.partition("\n\n")
    return " ".join(title.split()), " ".join(hint.split())


def _ending(error: BaseException) -> Ending:
    match error:
        case CheckFailedError():
            return Ending("failed", failure=error.failure, credit=error.credit)
        case CheckBlockedError():
            return Ending("blocked", str(error))
        case CheckInconclusiveError():
            return Ending("inconclusive", str(error))
        case AssertionError() | pytest.fail.Exception():
            sentence = str(error) or "An assertion of the check failed."
            return Ending("failed", failure=Failure(sentence=sentence))
        case _:
            return Ending("error", f"The grader failed: {type(error).__name__}: {error}")


def run_checks(
    examiner: Examiner, rubric: Rubric, chosen: Iterable[str], on_result: OnResult
) -> list[CheckResult]:
    """Run the chosen checks in the rubric's order; report each as soon as it is known.

    Raises:
        InstructorError: the rubric names a check that does not exist, or a check is not in it.
        GraderError: pytest could not run them.
    """
    plugin = CheckPlugin(examiner, rubric, list(chosen), on_result)
    folders = [str(folder) for folder in (CHECKS / "public", CHECKS / "hidden") if folder.is_dir()]
    options = ["-p", "no:terminal", "-p", "no:cacheprovider"]
    options += ["-p", "no:faulthandler", "-c", os.devnull, "--rootdir", str(CHECKS)]
    options += ["--import-mode=importlib", "-o", "python_files=*.py"]
    options += ["-o", "python_functions=check_*", "--disable-plugin-autoload", "--noconftest"]
    status = pytest.main([*options, *folders], plugins=[plugin])
    if plugin.stopped_by is not None:
        raise plugin.stopped_by
    if plugin.trouble is not None:
        raise plugin.trouble
    _compare_with_rubric(rubric, plugin.known)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise GraderError(f"pytest could not run the checks (status {int(status)}): run it again")
    return plugin.results


def _compare_with_rubric(rubric: Rubric, known: set[str]) -> None:
    hidden_are_here = (CHECKS / "hidden").is_dir()
    expected = {
        name
        for name, check in rubric.checks.items()
        if hidden_are_here or check.visibility == "public"
    }
    if missing := sorted(expected - known):
        raise InstructorError(
            f"the rubric names the check {missing[0]}, which does not exist: known checks are "
            f"{', '.join(sorted(known))}"
        )
    if extra := sorted(known - set(rubric.checks)):
        raise InstructorError(f"the check {extra[0]} is not in the rubric: give it points there")
