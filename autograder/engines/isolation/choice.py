"""Choose an isolation backend by name."""

from autograder.engines.isolation.backend import Backend
from autograder.engines.isolation.bubblewrap import Bubblewrap, bubblewrap_works
from autograder.engines.isolation.plain import PlainProcess
from autograder.errors import UsageError

STRONGEST = "strongest"
NAMES = (STRONGEST, "bubblewrap", "plain")


def choose_isolation(name: str) -> Backend:
    """Return the backend called `name`; "strongest" is the strongest that works here.

    Raises:
        UsageError: the backend that was demanded does not work here; never a weaker one instead.
    """
    if name == "plain":
        return PlainProcess()
    if bubblewrap_works():
        return Bubblewrap()
    if name == STRONGEST:
        return PlainProcess()
    raise UsageError(
        "bubblewrap does not work here: install it (Debian: apt install bubblewrap) or choose "
        "--isolation plain"
    )
