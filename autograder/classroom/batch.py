"""Run the jobs of a class: correctness on all cores at once, then timing one after the other.

Each job has a process of its own, so that whatever becomes of one, the others are graded. What is
done is in the journals: a run that was stopped, in whichever way, goes on where it was.
"""

import multiprocessing
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from autograder.classroom.grade_student import Job, News, Phase, grade_student

STUCK_SECONDS = 1800.0
"""No check takes that long: what says nothing for so long has failed."""

END_SECONDS = 20.0
"""A process ends its engines before it ends."""

TRIES = 2
"""How often a job is run when the grader failed."""


@dataclass(frozen=True)
class Said:
    """News of a job, with what it belongs to."""

    job: Job
    phase: Phase
    news: News


OnNews = Callable[[Said], None]


@dataclass
class _Running:
    job: Job
    process: BaseProcess
    line: Connection
    heard: float = field(default_factory=time.monotonic)


def run_jobs(jobs: Sequence[Job], workers: int, on_news: OnNews) -> dict[Path, News]:
    """Run all jobs, and return the last news of each by its submission.

    Args:
        jobs: one for each submission.
        workers: how many check correctness at the same time.
        on_news: told of every check and every end.
    """
    ends = _Phase("correctness", workers, on_news).run(jobs)
    able = [job for job in jobs if ends[job.submission].ending == "done"]
    return ends | _Phase("timing", 1, on_news).run(able)


class _Phase:
    """Runs one phase of the jobs, some at a time."""

    def __init__(self, phase: Phase, workers: int, on_news: OnNews) -> None:
        self._phase, self._workers, self._on_news = phase, workers, on_news
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([grade_student.__module__])
        self._running: list[_Running] = []
        self._tries: Counter[Path] = Counter()

    def run(self, jobs: Sequence[Job]) -> dict[Path, News]:
        waiting = deque(jobs)
        ends: dict[Path, News] = {}
        try:
            while waiting or self._running:
                while waiting and len(self._running) < self._workers:
                    self._start(waiting.popleft())
                for running, news in self._listen():
                    job = running.job
                    if news.ending is not None:
                        self._end(running, wait_for_it=True)
                    if news.ending == "grader failed" and self._tries[job.submission] < TRIES:
                        waiting.append(job)  # later: what was wrong may have passed
                        continue
                    if news.ending is not None:
                        ends[job.submission] = news
                    self._on_news(Said(job, self._phase, news))
        finally:
            for running in list(self._running):
                self._end(running, wait_for_it=False)
        return ends

    def _start(self, job: Job) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=grade_student, args=(job, self._phase, theirs))
        process.start()
        theirs.close()  # or its end would never be heard
        self._tries[job.submission] += 1
        self._running.append(_Running(job, process, ours))

    def _listen(self) -> Iterator[tuple[_Running, News]]:
        """Yield the news that have come, after a second at the latest."""
        ready = wait([running.line for running in self._running], timeout=1.0)
        now = time.monotonic()
        for running in list(self._running):
            if running.line in ready:
                running.heard = now
                yield running, _news(running)
            elif now - running.heard > STUCK_SECONDS:
                why = f"no check has ended for {STUCK_SECONDS:.0f} s"
                yield running, News(ending="grader failed", why=why)

    def _end(self, running: _Running, *, wait_for_it: bool) -> None:
        """See to it that a process ends."""
        process = running.process
        self._running.remove(running)
        if wait_for_it:  # it has said its last
            process.join(END_SECONDS)
        for push in (process.terminate, process.kill):
            if process.exitcode is None:
                push()
                process.join(END_SECONDS)
        running.line.close()


def _news(running: _Running) -> News:
    try:
        news: News = running.line.recv()
    except (EOFError, OSError):
        running.process.join(END_SECONDS)
        status = running.process.exitcode
        return News(ending="grader failed", why=f"its process ended with status {status}")
    return news
