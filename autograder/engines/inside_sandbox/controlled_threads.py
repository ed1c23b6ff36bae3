"""Replace what threads block on by what hands the turn to another thread.

Whatever blocks a thread in Python is built on locks, joins, sleeps and selectors.
"""

import _thread
import concurrent.futures
import queue
import selectors
import threading
import time
from typing import Any

from scheduler import Scheduler  # type: ignore[import-not-found]


class ControlledLock:
    """A lock that hands the turn on while it is taken."""

    scheduler: Scheduler

    def __init__(self) -> None:
        self._taken = False

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock, as threading.Lock does."""
        if self._taken:
            if not blocking:
                return False
            patience = timeout if timeout >= 0 else None
            if not self.scheduler.wait_until(lambda: not self._taken, patience):
                return False
        self._taken = True
        return True

    def release(self) -> None:
        """Give the lock back."""
        if not self._taken:
            raise RuntimeError("release unlocked lock")
        self._taken = False

    def locked(self) -> bool:
        """Return whether somebody has taken it."""
        return self._taken

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def _at_fork_reinit(self) -> None:
        self._taken = False


def take_control() -> Scheduler:
    """Replace what threads block on, before the student's modules are imported."""
    scheduler = Scheduler()
    scheduler._threads[0].baton.acquire()
    ControlledLock.scheduler = scheduler
    _replace_locks(scheduler)
    _replace_threads(scheduler)
    _replace_selectors(scheduler)
    _number_what_is_put_into_sets(scheduler)
    names: Any = time
    names.sleep = scheduler.sleep
    return scheduler


def _replace_locks(scheduler: Scheduler) -> None:
    names: Any = threading
    names.Lock = names._allocate_lock = ControlledLock
    names.RLock = names._PyRLock
    names._CRLock = None
    names._time = scheduler.clock
    _thread.allocate_lock = ControlledLock  # type: ignore[assignment]
    queues: Any = queue
    queues.SimpleQueue = queues._PySimpleQueue
    queues.time = scheduler.clock


def _replace_threads(scheduler: Scheduler) -> None:
    names: Any = threading
    really_start = _thread.start_new_thread
    really_join, really_is_alive = threading.Thread.join, threading.Thread.is_alive

    def start_new_thread(function: Any, args: Any, kwargs: Any = None) -> Any:
        owner = getattr(function, "__self__", None)
        return scheduler.start(
            lambda: function(*args, **(kwargs or {})), owner, lambda life: really_start(life, ())
        )

    def join(thread: threading.Thread, timeout: float | None = None) -> None:
        controlled = scheduler.of(thread)
        if controlled is not None and controlled.number != scheduler.current:
            if not scheduler.wait_until(lambda: controlled.done, timeout):
                return
            really_join(thread)
        else:
            really_join(thread, timeout)

    def is_alive(thread: threading.Thread) -> bool:
        controlled = scheduler.of(thread)
        return really_is_alive(thread) if controlled is None else not controlled.done

    names._start_new_thread = _thread.start_new_thread = start_new_thread
    if hasattr(names, "_start_joinable_thread"):  # since Python 3.13
        start_joinable = names._start_joinable_thread

        def start_joinable_thread(function: Any, handle: Any = None, daemon: bool = True) -> Any:
            owner = getattr(function, "__self__", None)
            return scheduler.start(
                function, owner, lambda life: start_joinable(life, handle=handle, daemon=daemon)
            )

        names._start_joinable_thread = start_joinable_thread
    names.Thread.join = join
    names.Thread.is_alive = is_alive


def _replace_selectors(scheduler: Scheduler) -> None:
    """Let others run while a selector waits: ThreadPool and asyncio are woken through pipes."""
    for name in ("SelectSelector", "PollSelector", "EpollSelector", "KqueueSelector"):
        kind = getattr(selectors, name, None)
        if kind is not None:
            kind.select = _patient(scheduler, kind.select)


def _patient(scheduler: Scheduler, really_select: Any) -> Any:
    def select(selector: Any, timeout: float | None = None) -> Any:
        scheduler.wait_until(lambda: bool(really_select(selector, 0)), timeout)
        return really_select(selector, 0)

    return select


def _number_what_is_put_into_sets(scheduler: Scheduler) -> None:
    """Let threads and futures be gone through in the order in which they were first put into a set.

    Otherwise their addresses decide, and these are others tomorrow: see futures.as_completed.
    """

    def number(thread_or_future: Any) -> int:
        known = vars(thread_or_future)
        if "_number_in_sets" not in known:
            known["_number_in_sets"] = next(scheduler.numbers)
        return int(known["_number_in_sets"])

    kinds: tuple[Any, ...] = (threading.Thread, concurrent.futures.Future)
    for kind in kinds:
        kind.__hash__ = number
