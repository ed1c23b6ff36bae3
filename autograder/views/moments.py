"""Write moments, lengths of time and shares as a person reads them."""

from datetime import datetime

UNITS = (("day", 86400), ("h", 3600), ("min", 60), ("s", 1))


def moment_text(moment: str) -> str:
    """Write a moment given in ISO 8601, in its own time zone; anything else as it is.

    >>> moment_text("2026-11-20T23:59:00+01:00")
    'Fri 20 Nov 2026, 23:59 (UTC+01:00)'
    """
    try:
        known = datetime.fromisoformat(moment)
    except ValueError:
        return moment
    zone = f" ({known.tzname()})" if known.tzinfo else ""
    return f"{known:%a %d %b %Y, %H:%M}{zone}"


def duration_text(seconds: float) -> str:
    """Write a length of time by its two largest units.

    >>> duration_text(7863), duration_text(59.6), duration_text(2 * 86400), duration_text(0)
    ('2 h 11 min', '1 min', '2 days', '0 s')
    """
    left = round(seconds)
    words: list[str] = []
    for unit, length in UNITS:
        count, left = divmod(left, length)
        if count or words:
            words.append(f"{count} {unit}{'s' * (unit == 'day' and count != 1)}" if count else "")
    return " ".join(filter(None, words[:2])) or "0 s"


def percent_text(share: float) -> str:
    """Write a share between 0 and 1.

    >>> percent_text(0.125), percent_text(1 / 3), percent_text(1)
    ('12.5%', '33.33%', '100%')
    """
    return f"{100 * share:.4g}%"
