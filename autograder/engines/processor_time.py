"""Read from outside how long threads and processes have used the processor."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

import psutil

PROC = Path("/proc")


class ThreadTimes:
    """The processor time of every thread of some processes, seen again and again while they run.

    A thread that has ended leaves nothing behind in /proc, so what was seen last is what counts.
    Where there is no /proc, nothing is seen.
    """

    def __init__(self, processes: Iterable[int]) -> None:
        self._processes = list(processes)
        self._before: dict[tuple[int, int], float] = {}
        self._now: dict[tuple[int, int], float] = {}
        self._names: dict[tuple[int, int], int] = {}
        self._look_at_times()
        self._before = dict(self._now)
        self._busy_looks, self._looks_together = 0, 0

    @property
    def together(self) -> float | None:
        """The part of the looks in which two threads of a process ran, or waited for a core alone.

        Of those in which one did; None if none ever did.
        """
        return self._looks_together / self._busy_looks if self._busy_looks else None

    def look(self) -> None:
        """See what every thread is doing now, and how much time it has used."""
        self._look_at_times()
        running = [_running_threads(process) for process in self._processes]
        self._busy_looks += any(count > 0 for count in running)
        self._looks_together += any(count > 1 for count in running)

    def _look_at_times(self) -> None:
        """Read the time of every thread that there is now (schedstat of proc(5))."""
        for process in self._processes:
            with contextlib.suppress(OSError):
                for thread in (PROC / str(process) / "task").iterdir():
                    with contextlib.suppress(OSError, ValueError, IndexError):
                        nanoseconds = int((thread / "schedstat").read_text().split()[0])
                        key = (process, int(thread.name))
                        self._now[key] = nanoseconds / 1e9
                        if key not in self._names:
                            self._names[key] = _number_inside(thread)

    def used(self) -> list[list[tuple[int, float]]]:
        """Return, for each process, (thread, seconds used since then) of each of its threads.

        A thread goes by the number that it has inside its sandbox.
        """
        return [
            [
                (self._names[key], seconds - self._before.get(key, 0.0))
                for key, seconds in sorted(self._now.items())
                if key[0] == process
            ]
            for process in self._processes
        ]


def _running_threads(process: int) -> int:
    """Return how many threads of a process run or wait for a core alone (state R of proc(5))."""
    running = 0
    with contextlib.suppress(OSError):
        for thread in (PROC / str(process) / "task").iterdir():
            with contextlib.suppress(OSError, IndexError):
                # The name before the state stands in brackets, and may hold any of them.
                state = (thread / "stat").read_text().rpartition(")")[2].split()[0]
                running += state == "R"
    return running


def _number_inside(thread: Path) -> int:
    """Return the number of a thread in its own process namespace (proc(5), NSpid)."""
    for line in (thread / "status").read_text().splitlines():
        if line.startswith("NSpid:"):
            return int(line.split()[-1])
    return int(thread.name)


def family_seconds(process: int) -> float:
    """Return the processor time of a process and all its descendants, ended children included."""
    total = 0.0
    with contextlib.suppress(psutil.Error):
        parent = psutil.Process(process)
        for member in (parent, *parent.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                # Children that have ended count with the parent that waited for them.
                total += sum(member.cpu_times()[:4])
    return total


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
