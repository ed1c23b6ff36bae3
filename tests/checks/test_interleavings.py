"""Races are found for certain, and told line by line."""

from pathlib import Path

import pytest
from corpus import outcome

from autograder.checks.interleaving_failures import telling
from autograder.engines.protocol import Step

CHECK = "threads.interleavings"
RACES = {
    "threads_race_two_lines": "The best score can be lost",
    "threads_race_torn_tuple": "The best score can be lost",
    "threads_board_shared": "your threads share it",
    "threads_first_to_finish_wins_ties": "A tie can go to square 6 instead of 2",
    "threads_race_counter": "Two threads can take the same square",
    "threads_race_looks_then_pops": "raises IndexError",
    "threads_deadlock_two_locks": "a deadlock",
    "threads_deadlock_empty_then_get": "a deadlock",
}


@pytest.mark.parametrize("name", RACES)
def test_the_race_is_named_and_its_schedule_told(name: str, tmp_path: Path):
    result = outcome(name, CHECK, tmp_path)
    assert result.outcome == "failed"
    assert RACES[name] in result.failure.sentence
    assert len({step.thread for step in result.failure.steps}) == 2


def test_the_same_schedule_is_found_every_time(tmp_path: Path):
    first, second = (outcome("threads_race_one_line", CHECK, tmp_path / run) for run in "ab")
    assert first.failure == second.failure


def test_a_deadlock_says_where_every_thread_waits(tmp_path: Path):
    told = outcome("threads_deadlock_two_locks", CHECK, tmp_path).failure.returned
    assert "the caller waits at threads.py" in told
    assert "thread 1 waits at threads.py" in told
    assert "thread 2 waits at threads.py" in told


@pytest.mark.parametrize(
    "name",
    [
        "threads_condition_with_predicate",
        "threads_barrier_before_the_end",
        "threads_queue_with_sentinels",
        "threads_thread_pool_of_multiprocessing",
        "threads_wait_for_the_first",
        "threads_as_completed",
    ],
)
def test_what_is_right_by_other_means_passes(name: str, tmp_path: Path):
    result = outcome(name, CHECK, tmp_path)
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
