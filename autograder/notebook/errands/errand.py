"""How an errand is run: a request on stdin, a reply in a file, one sentence on stderr if it fails.

The reply is a file since whatever is printed on the way would be mixed with it.
"""

import json
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from autograder.errors import KitError

Reply = Mapping[str, object]


def run(errand: Callable[..., Reply]) -> int:
    """Do what the request asks for, write the reply, and return the exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # engines end on the way out
    try:
        reply = errand(**json.load(sys.stdin))
    except KitError as error:
        print(error, file=sys.stderr)
        return error.exit_status
    Path(sys.argv[1]).write_text(json.dumps(reply), encoding="utf-8")
    return 0
