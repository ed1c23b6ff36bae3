"""The table `[late]` of the rubric: when the assignment is due, and what lateness costs.

Instants are compared in UTC: Python compares two times of one zone by their clocks, which is wrong
in the hour that a clock shows twice. Days are counted in the zone of the due date: the second day
begins at the due time of the next day, even where that day has 23 or 25 hours.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec

Percent = Annotated[float, msgspec.Meta(ge=0, le=100)]
NotNegative = Annotated[float, msgspec.Meta(ge=0)]
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


class LateStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of `steps`: what it costs to be more than so many hours late."""

    after_hours: NotNegative
    percent: Percent


@dataclass(frozen=True)
class Penalty:
    """What lateness costs.

    Attributes:
        percent: of the points.
        reason: in words; "" if nothing is taken off.
    """

    percent: float = 0.0
    reason: str = ""


class LateRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[late]`; the comments in rubric.toml explain each key."""

    due: datetime
    time_zone: str = ""
    grace_minutes: NotNegative = 0
    percent_per_day: Percent | None = None
    percent_per_hour: Percent | None = None
    most_percent: Percent = 100
    steps: tuple[LateStep, ...] = ()
    none_after_hours: NotNegative | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be meant.

        Raises:
            ValueError: as msgspec wants it; names the field.
        """
        self.instant(self.due, "due")
        ways = [self.percent_per_day is not None, self.percent_per_hour is not None, self.steps]
        if sum(map(bool, ways)) > 1:
            raise ValueError(
                "give one of percent_per_day, percent_per_hour and field `steps`, not several"
            )
        if any(
            after.after_hours <= before.after_hours or after.percent < before.percent
            for before, after in pairwise(self.steps)
        ):
            raise ValueError("field `steps` must go up: in hours, and never down in percent")

    @property
    def deadline(self) -> datetime:
        """When it is due, for those without an extension."""
        return self.instant(self.due, "due")

    def instant(self, when: datetime, field: str) -> datetime:
        """Return a time with its zone; one without is read in `time_zone`.

        Raises:
            ValueError: there is no such zone, or no such time in it, or it comes twice.
        """
        zone = self._zone()
        if when.tzinfo is not None:
            return when.astimezone(zone) if zone else when
        if zone is None:
            raise ValueError(
                f"field `{field}` has no offset: add one, as in {when.isoformat()}+01:00, "
                'or set time_zone = "Europe/Berlin"'
            )
        first, second = when.replace(tzinfo=zone, fold=0), when.replace(tzinfo=zone, fold=1)
        # PEP 495: a time has two readings where a change repeats or leaves out an hour.
        if between := elapsed(first, second):
            how_often = "twice" if between > timedelta() else "never"
            raise ValueError(
                f"field `{field}`: {when.isoformat(' ')} comes {how_often} in {self.time_zone}, "
                "where clocks change: give it with an offset"
            )
        return first

    def penalty(self, submitted: datetime, due: datetime) -> Penalty:
        """Return what handing in at `submitted` costs; both have a zone."""
        late = elapsed(due, submitted)
        if late <= timedelta(minutes=self.grace_minutes):
            return Penalty()
        if self.none_after_hours is not None and late > self.none_after_hours * HOUR:
            return Penalty(
                100.0, f"Nothing is accepted more than {self.none_after_hours:g} hours late."
            )
        if self.percent_per_day is not None:
            return self._for_each(_days_begun(due, submitted), "day", self.percent_per_day)
        if self.percent_per_hour is not None:
            return self._for_each(-(-late // HOUR), "hour", self.percent_per_hour)
        reached = [step for step in self.steps if late > step.after_hours * HOUR]
        return self._limited(
            reached[-1].percent if reached else 0.0,
            f"more than {reached[-1].after_hours:g} hours late" if reached else "",
        )

    def _for_each(self, started: int, unit: str, percent: float) -> Penalty:
        units = unit if started == 1 else f"{unit}s"
        return self._limited(started * percent, f"{started} {units} late, counting each one begun")

    def _limited(self, percent: float, why: str) -> Penalty:
        percent = min(percent, self.most_percent)
        return Penalty(percent, f"{percent:g} % off: {why}.") if percent else Penalty()

    def _zone(self) -> ZoneInfo | None:
        if not self.time_zone:
            return None
        try:
            return ZoneInfo(self.time_zone)
        except (KeyError, ValueError, OSError) as error:
            raise ValueError(
                f"field `time_zone`: there is no zone {self.time_zone!r}; write one such as "
                '"Europe/Berlin"'
            ) from error


def elapsed(start: datetime, end: datetime) -> timedelta:
    """Return how much time passes between two times, whatever the clocks do meanwhile."""
    return end.astimezone(UTC) - start.astimezone(UTC)


def _days_begun(due: datetime, submitted: datetime) -> int:
    # Two times of one zone differ by what their clocks show: never more than a day too few.
    days = max(1, (submitted.astimezone(due.tzinfo) - due) // DAY)
    while elapsed(due + days * DAY, submitted) > timedelta():
        days += 1
    return days
