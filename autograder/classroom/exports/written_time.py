"""Times as exports write them, with a zone."""

import re
from datetime import datetime, timedelta, timezone

TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d:\d\d)(\.\d{1,6})?\d*\s*"
    r"(?P<zone>Z|UTC|(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)?)",
    re.ASCII,
)


def time_of(text: str) -> datetime | None:
    """Return a time as Ruby writes it; None if it does not say in which zone.

    >>> time_of("2026-03-01 05:38:57.243766000 Z").isoformat()
    '2026-03-01T05:38:57.243766+00:00'
    >>> time_of("2026-02-28 21:38:57 -08:00").isoformat()
    '2026-02-28T21:38:57-08:00'
    """
    found = TIME.fullmatch(text.strip())
    if found is None:
        return None
    offset = timedelta(hours=int(found["hours"] or 0), minutes=int(found["minutes"] or 0))
    try:
        zone = timezone(-offset if found["sign"] == "-" else offset)
        return datetime.fromisoformat(f"{found[1]}T{found[2]}{found[3] or ''}").replace(tzinfo=zone)
    except ValueError:
        return None
