"""Run the threads of a program one at a time, and decide at every switch point who goes on.

The same decisions always lead to the same run, and a deadlock is seen the moment that it happens.

Source: M. Musuvathi and S. Qadeer, "Iterative Context Bounding for Systematic Testing of
Multithreaded Programs" (2007): a thread runs on until it waits, except at a few chosen preemptions.
"""

import _thread
import contextlib
import itertools
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

LONGEST_TURN = 300
"""Switch points after which a thread has to let others run: it may wait for them in a loop."""

HASTY_SECONDS = 1.0
"""A shorter wait is no promise that another thread has done its work meanwhile; nor is a sleep."""

LOWEST_RANK = 1_000_000
"""Threads that were preempted come after this."""


class DeadlockError(BaseException):
    """No thread can go on. Not an Exception, so that student code does not swallow it."""


@dataclass(eq=False)
class ControlledThread:
    """One thread of the program.

    Attributes:
        number: 0 for the main thread, then in the order of their start.
        rank: of those that can go on, the one of the lowest rank does.
        baton: free while it is this thread's turn to go on.
        ready: tells whether it can go on, while it waits for something.
        deadline: when it gives up waiting, by the scheduler's clock.
        hasty: whether it waits so shortly that this may be over before another thread moves.
        called_early: whether it is over now.
    """

    number: int
    baton: Any
    rank: int = 0
    ready: Callable[[], bool] | None = None
    deadline: float | None = None
    hasty: bool = False
    called_early: bool = False
    done: bool = False
    ident: int = 0

    def can_go_on(self) -> bool:
        """Return whether it would make progress if it had the turn."""
        return not self.done and (self.ready is None or self.ready())


@dataclass
class Run:
    """One call under control.

    Attributes:
        preemptions: choice at each switch point where the running thread has to stop.
        choices: how many other threads could have gone on, for each switch point so far.
        deadlocked: where every thread stood when none could go on.
    """

    preemptions: dict[int, int] = field(default_factory=dict)
    choices: list[int] = field(default_factory=list)
    deadlocked: list[tuple[int, Any]] = field(default_factory=list)


class Scheduler:
    """Decides which thread runs; exactly one of them does.

    Attributes:
        numbers: for whatever has to be told apart the same way in each call; begun anew with each.
    """

    def __init__(self) -> None:
        self._new_lock = _thread.allocate_lock
        self._threads = [ControlledThread(0, self._new_lock(), ident=_thread.get_ident())]
        self._current = self._threads[0]
        self._by_thread: dict[Any, ControlledThread] = {}
        self._clock = 0.0
        self._turn = 0
        self._lowest_rank = LOWEST_RANK
        self._run: Run | None = None
        self.numbers = itertools.count()
        self.on_start: Callable[[], None] = lambda: None
        self.on_switch: Callable[[], None] = lambda: None
        self.on_resume: Callable[[], None] = lambda: None

    def clock(self) -> float:
        """Return seconds that go by only while every thread waits."""
        return self._clock

    @property
    def current(self) -> int:
        """The number of the thread whose turn it is."""
        return self._current.number

    @contextlib.contextmanager
    def run(self, preemptions: Sequence[tuple[int, int]]) -> Iterator[Run]:
        """Take control of what is called inside, until every thread that it started waits or ends.

        Threads are numbered anew; those that an earlier call left behind come after the main one.
        """
        self._threads = [thread for thread in self._threads if not thread.done]
        for number, thread in enumerate(self._threads):
            thread.number = thread.rank = number
        self.numbers = itertools.count()
        self._run = Run(dict(preemptions))
        self._lowest_rank = LOWEST_RANK
        try:
            yield self._run
        finally:
            self._run = None
            with contextlib.suppress(DeadlockError):
                self._let_others_finish()

    def _let_others_finish(self) -> None:
        for _ in range(LONGEST_TURN):
            others = self._others_to_go_on()
            if not others:
                return
            self._hand_over(others[0])

    def point(self) -> None:
        """Pass a switch point: the turn may go to another thread here."""
        run = self._run
        if run is None:
            return
        others = [*self._others_to_go_on(), *self._hasty_ones()]
        point = len(run.choices)
        run.choices.append(len(others))
        self._turn += 1
        if point in run.preemptions and others:
            self._preempt(others[run.preemptions[point] % len(others)])
        elif self._turn > LONGEST_TURN and others:
            self._preempt(others[0])

    def pass_line(self) -> None:
        """Pass a line that is no switch point: a thread may only run for so long."""
        self._turn += 1
        if self._turn > LONGEST_TURN and (others := self._others_to_go_on()):
            self._preempt(others[0])

    def _preempt(self, to: ControlledThread) -> None:
        """Stop the running thread until nobody else can go on, threads yet to come included."""
        self._lowest_rank += 1
        self._current.rank = self._lowest_rank
        to.called_early = to.hasty
        self._hand_over(to)

    def wait_until(
        self, ready: Callable[[], bool], seconds: float | None = None, *, hasty: bool = False
    ) -> bool:
        """Let others run until `ready()`; return whether it came true before `seconds` passed.

        Raises:
            DeadlockError: nobody can ever go on.
        """
        me = self._current
        me.ready = ready
        me.deadline = None if seconds is None else self._clock + max(0.0, seconds)
        me.hasty = hasty or (seconds is not None and seconds < HASTY_SECONDS)
        try:
            while not ready():
                others = self._others_to_go_on()
                first = self._first_to_give_up()
                if me.called_early or (first is me and not others):
                    self._clock = max(self._clock, me.deadline or 0.0)
                    return False
                if others:
                    self._hand_over(others[0])
                elif first is None:
                    self._stop_at_deadlock()
                else:  # it wakes up in its own wait_until, finds nobody to go on, and gives up
                    self._hand_over(first)
            return True
        finally:
            me.ready = me.deadline = None
            me.hasty = me.called_early = False

    def sleep(self, seconds: float) -> None:
        """Let others run; it is never certain that a sleep was long enough."""
        self.wait_until(lambda: False, seconds, hasty=True)

    def _first_to_give_up(self) -> ControlledThread | None:
        """Return the thread whose patience ends first, or None if nobody ever gives up."""
        waiting = [t for t in self._threads if not t.done and t.deadline is not None]
        return min(waiting, key=lambda t: (t.deadline, t.number), default=None)

    def _stop_at_deadlock(self) -> None:
        """Raise in the main thread; any other stays where it is."""
        main = self._threads[0]
        if self._run is not None and not self._run.deadlocked:
            frames = sys._current_frames()
            self._run.deadlocked = [
                (thread.number, frames[thread.ident])
                for thread in self._threads
                if thread.ident in frames and not thread.done
            ]
        if self._current is main:
            raise DeadlockError
        self._hand_over(main)

    def _others_to_go_on(self) -> list[ControlledThread]:
        """Return the other threads that can go on, by rank."""
        others = [t for t in self._threads if t is not self._current and t.can_go_on()]
        return sorted(others, key=lambda thread: thread.rank)

    def _hasty_ones(self) -> list[ControlledThread]:
        """Return the threads whose short wait may be over now, though nothing has happened."""
        return [
            thread
            for thread in self._threads
            if thread.hasty and not thread.done and not thread.can_go_on()
        ]

    def _hand_over(self, to: ControlledThread) -> None:
        me = self._current
        self.on_switch()
        self._current = to
        self._turn = 0
        to.baton.release()
        if not me.done:
            me.baton.acquire()
            self.on_resume()

    def start(self, function: Callable[[], Any], owner: Any, really_start: Any) -> Any:
        """Start a thread that runs `function` once it has the turn."""
        number = len(self._threads)
        thread = ControlledThread(number, self._new_lock(), rank=number)
        thread.baton.acquire()
        self._threads.append(thread)
        if owner is not None:
            self._by_thread[owner] = thread

        def whole_life() -> None:
            thread.ident = _thread.get_ident()
            thread.baton.acquire()
            self.on_start()
            try:
                function()
            finally:
                self._end(thread)

        return really_start(whole_life)

    def _end(self, thread: ControlledThread) -> None:
        thread.done = True
        others = self._others_to_go_on()
        # With nobody to go on, the next one finds out by itself that it has to give up.
        self._hand_over(others[0] if others else self._first_to_give_up() or self._threads[0])

    def of(self, thread: threading.Thread) -> ControlledThread | None:
        """Return what is known of a thread, or None if it is not under control."""
        return self._by_thread.get(thread)
