"""The progress of a round: what its tasks tell, and which of them end without a word."""

import time
from collections import Counter
from collections.abc import Callable, Sequence

from autograder.classroom.batch import OnNews, Said
from autograder.classroom.grade_student import News, Phase
from autograder.classroom.slurm.queue import Queued, queued_tasks
from autograder.classroom.slurm.round import Round
from autograder.errors import GraderError

LOOK_SECONDS = 2.0
"""How often news are read, and Slurm is asked once about all tasks."""

SILENCE_SECONDS = 600.0
"""A controller that is restarted is away for a while; the tasks go on without it."""

USUAL_REASONS = ("None", "Priority", "Resources", "Dependency", "JobArrayTaskLimit")

Say = Callable[[str], None]
ArrayTask = tuple[Phase, int]
"""By the array's phase and the task's number."""


def follow(this_round: Round, tell: OnNews, say: Say) -> dict[int, tuple[Phase, News]]:
    """Pass on the news of a round until all its tasks have ended.

    That the grader failed is not passed on, since it may be tried again.

    Returns:
        By the number of each job how it did, and in which phase.
    """
    numbers = range(len(this_round.jobs))
    tasks: list[ArrayTask] = [(p, number) for p in this_round.phases for number in numbers]
    ends: dict[ArrayTask, News] = {}
    heard: Counter[ArrayTask] = Counter()
    queue = _Queue(this_round, say)
    while True:
        # In this order: what a task has told last, it has told before it left the queue.
        waiting = queue.waiting()
        for phase, number in tasks:
            if (phase, number) in ends:
                continue
            news = this_round.news(phase, number)
            for item in news[heard[phase, number] :]:
                if item.ending != "grader failed":
                    tell(Said(this_round.jobs[number], phase, item))
                if item.ending is not None:
                    ends[phase, number] = item
            heard[phase, number] = len(news)
        if waiting is not None and all(t in ends or t not in waiting for t in tasks):
            return {number: _end(this_round, number, ends) for number in numbers}
        time.sleep(LOOK_SECONDS)


def _end(this_round: Round, number: int, ends: dict[ArrayTask, News]) -> tuple[Phase, News]:
    """Return how a job did: by its last phase, or the one that it did not get beyond."""
    phases = this_round.phases
    phase = next((p for p in phases if not _is_done(ends.get((p, number)))), phases[-1])
    end = ends.get((phase, number))
    if end is None:
        why = f"its Slurm task ended before it was done: {this_round.last_words(phase, number)}"
        end = News(ending="grader failed", why=why)
    return phase, end


def _is_done(end: News | None) -> bool:
    return end is not None and end.ending == "done"


class _Queue:
    """What Slurm says of a round's tasks."""

    def __init__(self, this_round: Round, say: Say) -> None:
        self._round, self._say = this_round, say
        self._answered = time.monotonic()
        self._reasons: set[str] = set()

    def waiting(self) -> set[ArrayTask] | None:
        """Return the tasks that have not ended; None if Slurm does not say just now.

        Raises:
            GraderError: it has not said for long.
        """
        phases = {self._round.array_name(phase): phase for phase in self._round.phases}
        try:
            queued = queued_tasks(list(phases))
        except GraderError:
            if time.monotonic() - self._answered > SILENCE_SECONDS:
                raise
            return None
        self._answered = time.monotonic()
        self._say_why(queued)
        return {(phases[task.array], task.number) for task in queued}

    def _say_why(self, queued: Sequence[Queued]) -> None:
        for reason, count in Counter(waiting.reason for waiting in queued).items():
            if reason not in USUAL_REASONS and reason not in self._reasons:
                self._reasons.add(reason)
                self._say(f"Slurm says of {count} tasks why they wait: {reason}")
