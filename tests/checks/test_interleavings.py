"""Races are found for certain, and told line by line."""

from pathlib import Path

import pytest
from specimens import outcome

from autograder.checks.interleaving_failures import telling
from autograder.engines.protocol import Step

CHECK = "threads.interleavings"


@pytest.mark.parametrize("name", ["threads_race_two_lines", "threads_race_counter"])
def test_the_schedule_that_breaks_it_is_told(name: str, tmp_path: Path):
    result = outcome(name, CHECK, tmp_path)
    assert result.outcome == "failed"
    assert len({step.thread for step in result.failure.steps}) == 2


def test_the_same_schedule_is_found_every_time(tmp_path: Path):
    first, second = (outcome("threads_race_one_line", CHECK, tmp_path / run) for run in "ab")
    assert first.failure == second.failure


def test_a_deadlock_says_where_every_thread_waits(tmp_path: Path):
    told = outcome("threads_deadlock_two_locks", CHECK, tmp_path).failure.returned
    assert "the caller waits at threads.py" in told
    assert "thread 1 waits at threads.py" in told
    assert "thread 2 waits at threads.py" in told


def test_what_is_right_says_how_many_schedules_were_tried(tmp_path: Path):
    result = outcome("threads_queue_with_sentinels", CHECK, tmp_path)
    assert result.outcome == "passed", result.failure
    assert "schedules of your threads were tried" in result.notes[0]


def test_a_mistake_of_one_thread_alone_is_no_race(tmp_path: Path):
    assert outcome("threads_score_not_negated", CHECK, tmp_path).outcome == "blocked"


def test_a_line_that_is_come_back_to_is_told_once():
    steps = [
        Step(thread=1, file="threads.py", line=5, source="x = y", changes=("x = 1",)),
        Step(thread=1, file="threads.py", line=5, source="x = y", changes=("y = 2",)),
        Step(thread=0, file="threads.py", line=9, source="thread.join()"),
    ]
    assert [step.changes for step in telling(steps)] == [("x = 1", "y = 2")]
