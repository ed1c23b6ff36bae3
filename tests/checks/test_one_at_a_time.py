"""Where the order of threads matters, the other checks end the same way every time."""

from pathlib import Path

from specimens import grade_specimen, outcome, specimen

from autograder.checks.one_at_a_time import MOST_IN_TURN, NOTE
from autograder.grading.rubric import DEFAULT_RUBRIC

TIES, COUNTS = "threads.ties", "threads.thread_counts"


def test_a_race_has_its_own_check_and_is_no_matter_of_luck_in_others(tmp_path: Path):
    racy = specimen("threads_race_two_lines")
    for run in range(2):
        checks = grade_specimen(racy, (TIES, COUNTS), tmp_path / str(run), DEFAULT_RUBRIC).checks
        assert [check.outcome for check in checks] == ["passed", "passed"]
        assert all(NOTE in check.notes for check in checks)


def test_what_is_wrong_in_every_order_stays_wrong(tmp_path: Path):
    result = outcome("threads_board_shared", TIES, tmp_path)
    assert "search was not called as the contract asks" in result.failure.sentence


def test_a_deadlock_in_any_order_is_told_where_every_thread_waits(tmp_path: Path):
    failure = outcome("threads_deadlock_one_sentinel", TIES, tmp_path).failure
    assert "wait for ever" in failure.sentence
    assert "the caller waits at threads.py" in failure.returned


def test_threads_whose_order_does_not_matter_run_beside_each_other(tmp_path: Path):
    assert NOTE not in outcome("threads_queue_with_sentinels", TIES, tmp_path).notes


def test_of_thousands_of_positions_a_sample_is_asked_in_turn(tmp_path: Path):
    failure = outcome("threads_board_shared", "threads.every_position", tmp_path).failure
    assert failure.asked == MOST_IN_TURN
