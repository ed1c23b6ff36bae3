"""Follow a round: pass on what its tasks tell, and notice those that end without a word."""

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
Task = tuple[Phase, int]


def follow(one: Round, tell: OnNews, say: Say) -> dict[int, tuple[Phase, News]]:
    """Pass on the news of a round until all its tasks have ended.

    That the grader failed is not passed on, since it may be tried again.

    Returns:
        By the number of each job how it did, and in which phase.
    """
    tasks: list[Task] = [(p, number) for p in one.phases for number in range(len(one.jobs))]
    ends: dict[Task, News] = {}
    heard: Counter[Task] = Counter()
    queue = _Queue(one, say)
    while True:
        # In this order: what a task has told last, it has told before it left the queue.
        waiting = queue.waiting()
        for phase, number in tasks:
            if (phase, number) in ends:
                continue
            news = one.news(phase, number)
            for item in news[heard[phase, number] :]:
                if item.ending != "grader failed":
                    tell(Said(one.jobs[number], phase, item))
                if item.ending is not None:
                    ends[phase, number] = item
            heard[phase, number] = len(news)
        if waiting is not None and all(t in ends or t not in waiting for t in tasks):
            return {number: _end(one, number, ends) for number in range(len(one.jobs))}
        time.sleep(LOOK_SECONDS)


def _end(one: Round, number: int, ends: dict[Task, News]) -> tuple[Phase, News]:
    """Return how a job did: by its last phase, or the one that it did not get beyond."""
    phase = next((p for p in one.phases if not _is_done(ends.get((p, number)))), one.phases[-1])
    end = ends.get((phase, number))
    if end is None:
        why = f"its Slurm task ended before it was done: {one.last_words(phase, number)}"
        end = News(ending="grader failed", why=why)
    return phase, end


def _is_done(end: News | None) -> bool:
    return end is not None and end.ending == "done"


class _Queue:
    """What Slurm says of a round's tasks."""

    def __init__(self, one: Round, say: Say) -> None:
        self._one, self._say = one, say
        self._answered = time.monotonic()
        self._reasons: set[str] = set()

    def waiting(self) -> set[Task] | None:
        """Return the tasks that have not ended; None if Slurm does not say just now.

        Raises:
            GraderError: it has not said for long.
        """
        phases = {self._one.array_name(phase): phase for phase in self._one.phases}
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
