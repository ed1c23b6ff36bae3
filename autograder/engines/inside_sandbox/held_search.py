"""Let the grader decide how long a search takes: ask, and wait until it says that time is over.

Nothing is slept and no clock is read here, so a busy machine changes nothing.
"""

import itertools
import json
import socket
import threading
from collections.abc import Callable


def hold_at(address: str, rank: int) -> Callable[[int], None]:
    """Return the `wait` of a known search: it ends when the grader hangs up.

    Args:
        address: of the Unix socket that the grader listens on.
        rank: of this process.
    """

    own = threading.local()
    numbers = itertools.count(1)

    def thread_number() -> int:
        # The system gives a thread the number of one that has ended, sometimes.
        if not hasattr(own, "number"):
            own.number = next(numbers)
        return int(own.number)

    def wait(square: int) -> None:
        beginning = {
            "square": square,
            "rank": rank,
            "thread": thread_number(),
            "in_main_thread": threading.current_thread() is threading.main_thread(),
            "threads": threading.active_count(),
        }
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.connect(address)
            line.sendall(json.dumps(beginning).encode() + b"\n")
            line.recv(1)

    return wait
