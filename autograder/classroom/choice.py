"""Which attempt of each student is graded."""

from collections import defaultdict
from typing import Literal

from autograder.classroom.attempt import Attempt, Export

Choice = Literal["newest", "first"] | int
"""The newest or the first of each student, or the one with this number."""


def newest_attempts(
    export: Export, choice: Choice = "newest"
) -> tuple[tuple[Attempt, ...], tuple[Attempt, ...]]:
    """Return the attempts to grade, and the others.

    An attempt counts as newer by its time, if all of the student's have one, else by its number. A
    student who has no attempt of the number asked for has all attempts among the others.
    """
    students: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in export.attempts:
        students[attempt.student].append(attempt)
    chosen = {id(_chosen(attempts, choice)) for attempts in students.values()}
    return (
        tuple(attempt for attempt in export.attempts if id(attempt) in chosen),
        tuple(attempt for attempt in export.attempts if id(attempt) not in chosen),
    )


def _chosen(attempts: list[Attempt], choice: Choice) -> Attempt | None:
    if isinstance(choice, int):
        return next((attempt for attempt in attempts if attempt.number == choice), None)
    times = [attempt.submitted.timestamp() for attempt in attempts if attempt.submitted]
    if len(times) < len(attempts):
        times = [0.0] * len(attempts)
    ordered = sorted(zip(times, attempts, strict=True), key=lambda one: (one[0], one[1].number))
    return ordered[-1 if choice == "newest" else 0][1]
