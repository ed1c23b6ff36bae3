"""Run one sub-command, and turn what goes wrong into one sentence and an exit status."""

import signal
import sys
from collections.abc import Sequence

from rich.console import Console

from autograder.cli.arguments import parser
from autograder.errors import KitError

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one sub-command and return its exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = parser().parse_args(arguments)
    console = Console(highlight=False)
    try:
        status: int = options.run(options, console)
    except KitError as error:
        Console(stderr=True, highlight=False, markup=False).print(f"ttt: {error}", soft_wrap=True)
        return error.exit_status
    except KeyboardInterrupt:
        console.print("\nstopped")
        return INTERRUPTED
    return status
