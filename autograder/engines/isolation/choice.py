"""The levels of isolation, strongest first, and the choice among them."""

from collections.abc import Callable
from dataclasses import dataclass

from autograder.engines.isolation import bubblewrap, unprivileged
from autograder.engines.isolation.backend import Backend
from autograder.engines.isolation.plain import PlainProcess
from autograder.errors import UsageError

STRONGEST = "strongest"


@dataclass(frozen=True)
class Level:
    """One level of isolation.

    Attributes:
        name: as it is chosen.
        keeps_out: what it protects, in a few words.
        why_not: returns why it does not work here, or None if it does.
        backend: makes one.
    """

    name: str
    keeps_out: str
    why_not: Callable[[], str | None]
    backend: Callable[[], Backend]


LEVELS = (
    Level(
        "bubblewrap",
        "no network, no other processes, no files but its own",
        bubblewrap.why_not,
        bubblewrap.Bubblewrap,
    ),
    Level(
        "unprivileged",
        "a user who can read neither the kit nor other submissions",
        unprivileged.why_not,
        unprivileged.UnprivilegedUser,
    ),
    Level("plain", "limits, but no walls: for one's own code", lambda: None, PlainProcess),
)
NAMES = (STRONGEST, *(level.name for level in LEVELS))


def choose_isolation(name: str) -> Backend:
    """Return the backend called `name`; see `choose_level`."""
    return choose_level(name).backend()


def choose_level(name: str) -> Level:
    """Return the level called `name`; "strongest" is the strongest that works here.

    Raises:
        UsageError: the level that was demanded does not work here; never a weaker one instead.
    """
    reasons = []
    for level in LEVELS:
        if name not in (STRONGEST, level.name):
            continue
        why_not = level.why_not()
        if why_not is None:
            return level
        reasons.append(f"{level.name} does not work here: {why_not}")
    raise UsageError("; ".join(reasons) or f"there is no isolation called {name!r}")
