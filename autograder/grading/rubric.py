"""Read the rubric: points, visibility, thresholds and limits, from one TOML file."""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from autograder.checks.thresholds import Scale, Thresholds
from autograder.engines.engine import Limits
from autograder.engines.isolation.allowance import MIB, Allowance
from autograder.errors import InstructorError
from autograder.grading.late_rules import LateRules, NotNegative

DEFAULT_RUBRIC = Path(__file__).resolve().parents[1] / "rubric.toml"

Visibility = Literal["public", "hidden"]
Positive = Annotated[float, msgspec.Meta(gt=0)]
AboveOne = Annotated[float, msgspec.Meta(gt=1)]
Count = Annotated[int, msgspec.Meta(ge=1)]
NotNegativeCount = Annotated[int, msgspec.Meta(ge=0)]
Section = TypeVar("Section")


class CheckRubric(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one check is worth and who sees it.

    Attributes:
        extra: its points come on top: whoever leaves that part out loses nothing.
    """

    points: NotNegative
    visibility: Visibility
    extra: bool = False

    @property
    def possible(self) -> float:
        """The points that count towards the whole."""
        return 0.0 if self.extra else self.points


class LimitsSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[limits]`; seconds and MiB."""

    call_seconds: Positive
    search_seconds: Positive
    check_seconds: Positive
    start_seconds: Positive
    processor_seconds: Count
    memory_megabytes: Count
    file_megabytes: Count
    total_processes: Count
    total_memory_megabytes: Count
    total_disk_megabytes: Count
    total_files: Count


class ScaleSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry such as `serial = { full_marks = 4.0, no_marks = 8.0 }`: ratios of times."""

    full_marks: Positive
    no_marks: Positive

    def __post_init__(self) -> None:
        """Refuse a scale that is upside down.

        Raises:
            ValueError: as msgspec wants it.
        """
        if self.full_marks >= self.no_marks:
            raise ValueError("full_marks must be below no_marks")

    def scale(self) -> Scale:
        """Return what the checks need to know."""
        return Scale(self.full_marks, self.no_marks)


class TimingSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[timing]`."""

    repeats: Count
    most_repeats: Count
    quiet_spread: AboveOne
    tries: Count
    serial: ScaleSection
    parallel: ScaleSection


class Rubric(msgspec.Struct, frozen=True):
    """The whole rubric.

    Attributes:
        checks: by names such as "win.lines", in the file's order.
        late: None where nothing is said of when the assignment is due.
        hidden_elsewhere: how many hidden checks the graders' rubric holds that this one, a
            student's, does not name.
    """

    title: str
    limits: LimitsSection
    timing: TimingSection
    checks: dict[str, CheckRubric]
    late: LateRules | None = None
    hidden_elsewhere: int = 0

    @property
    def points(self) -> float:
        """The points of all checks together, without what comes on top."""
        return sum(check.possible for check in self.checks.values())

    @property
    def parts(self) -> list[str]:
        """The parts of the assignment, in order."""
        return list(dict.fromkeys(name.partition(".")[0] for name in self.checks))

    def thresholds(self) -> Thresholds:
        """Return what the checks need to know."""
        return Thresholds(
            call_seconds=self.limits.call_seconds,
            search_seconds=self.limits.search_seconds,
            check_seconds=self.limits.check_seconds,
            repeats=self.timing.repeats,
            most_repeats=self.timing.most_repeats,
            quiet_spread=self.timing.quiet_spread,
            serial=self.timing.serial.scale(),
            parallel=self.timing.parallel.scale(),
        )

    def engine_limits(self) -> Limits:
        """Return what an engine may use."""
        return Limits(
            start_seconds=self.limits.start_seconds,
            processor_seconds=self.limits.processor_seconds,
            memory_bytes=self.limits.memory_megabytes * MIB,
            file_bytes=self.limits.file_megabytes * MIB,
            allowance=Allowance(
                processes=self.limits.total_processes,
                memory_bytes=self.limits.total_memory_megabytes * MIB,
                disk_bytes=self.limits.total_disk_megabytes * MIB,
                files=self.limits.total_files,
            ),
        )


def read_rubric(path: Path = DEFAULT_RUBRIC) -> Rubric:
    """Read and check a rubric.

    Raises:
        InstructorError: it cannot be read, or a key or value is wrong; names file, line and key.
    """
    try:
        text = path.read_text(encoding="utf-8")
        document = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise InstructorError(f"the rubric {path} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise InstructorError(f"the rubric {path} is not TOML: {error}") from error
    return _Reader(path, text, document).rubric()


class _Reader:
    """Convert the tables of one document, turning every error into one that names a line."""

    def __init__(self, path: Path, text: str, document: dict[str, object]) -> None:
        self._path, self._lines, self._document = path, text.splitlines(), document

    def rubric(self) -> Rubric:
        for key in self._document:
            if key not in ("title", "hidden_elsewhere", "limits", "timing", "checks", "late"):
                raise self._error([key], f"unknown key {key!r}")
        checks: dict[str, CheckRubric] = {}
        for part, names in self._table("checks").items():
            if not isinstance(names, dict):
                raise self._error(["checks", part], f"{part!r} must be a table of checks")
            for name, entry in names.items():
                where = ["checks", part, name]
                checks[f"{part}.{name}"] = self._convert(entry, CheckRubric, where)
        late = self._document.get("late")
        return Rubric(
            title=self._convert(self._document.get("title", "Assignment"), str, ["title"]),
            limits=self._convert(self._table("limits"), LimitsSection, ["limits"]),
            timing=self._convert(self._table("timing"), TimingSection, ["timing"]),
            checks=checks,
            late=None if late is None else self._convert(late, LateRules, ["late"]),
            hidden_elsewhere=self._convert(
                self._document.get("hidden_elsewhere", 0), NotNegativeCount, ["hidden_elsewhere"]
            ),
        )

    def _table(self, name: str) -> dict[str, object]:
        table = self._document.get(name)
        if not isinstance(table, dict):
            raise self._error([name], f"the table [{name}] is missing")
        return table

    def _convert(self, value: object, kind: type[Section], where: list[str]) -> Section:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            sentence, _, path = str(error).partition(" - at ")
            named = re.findall(r"[a-z]\w*", path) or re.findall(r"field `(\w+)`", sentence)
            raise self._error([*where, *named], sentence) from error

    def _error(self, where: list[str], sentence: str) -> InstructorError:
        line = line_of(self._lines, where)
        place = f"{self._path}, line {line}" if line else str(self._path)
        return InstructorError(f"the rubric {place}: {'.'.join(where)}: {sentence}")


def line_of(lines: list[str], where: list[str]) -> int:
    """Return the number of the line that sets the key `where`, or the closest table; 0 if none.

    >>> line_of(["[limits]", "call_seconds = 1"], ["limits", "call_seconds"])
    2
    """
    table: list[str] = []
    best, depth = 0, 0
    for number, line in enumerate(lines, start=1):
        header = re.match(r"\s*\[([\w.]+)\]", line)
        key = re.match(r"\s*([\w.]+)\s*=", line)
        if header:
            table = header[1].split(".")
        path = [*table, *key[1].split(".")] if key else table
        if (header or key) and len(path) > depth and where[: len(path)] == path:
            best, depth = number, len(path)
    return best
