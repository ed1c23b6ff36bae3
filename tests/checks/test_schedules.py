"""What a schedule check tells besides its sentence; the corpus says which mistake is named how."""

from pathlib import Path

import pytest
from specimens import outcome

from autograder.checks import held_call


@pytest.mark.parametrize(
    ("name", "makespan"), [("threads_serial_loop", 0.9), ("mpi_rank_0_does_everything", 0.9)]
)
def test_the_schedule_is_part_of_the_failure(name: str, makespan: float, tmp_path: Path):
    part = name.partition("_")[0]
    failure = outcome(name, f"{part}.at_the_same_time", tmp_path).failure
    assert failure.timeline.simulated
    assert failure.timeline.makespan == pytest.approx(makespan)
    assert len(failure.timeline.tasks) == 9


@pytest.mark.parametrize(
    "name",
    [
        *("threads_fake_rlock_in_a_wrapper", "threads_serial_loop"),
        *("mpi_everybody_does_everything", "mpi_fake_token"),
    ],
)
def test_no_time_is_taken_where_nothing_is_shared_out(name: str, tmp_path: Path):
    part = name.partition("_")[0]
    result = outcome(name, f"timing.{part}", tmp_path)
    assert "take as long as one on any machine" in result.failure.sentence
    assert result.failure.timeline.simulated
    assert result.points == 0
    assert "ratio" not in result.measured


def test_the_graders_own_waiting_is_not_taken_for_hanging(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(held_call, "HELD_SECONDS", -2.0)  # which leaves one second
    failure = outcome("mpi_fake_token", "mpi.at_the_same_time", tmp_path).failure
    assert "search one after the other" in failure.sentence


def test_a_square_that_waits_behind_a_long_one_is_named(tmp_path: Path):
    result = outcome("threads_fake_blocks", "threads.dynamic", tmp_path)
    assert "waits although a thread is free" in result.failure.sentence
    assert result.failure.timeline.makespan > 0.8


def test_broadcasts_in_the_loop_are_counted(tmp_path: Path):
    result = outcome("mpi_fake_bcast_in_the_loop", "mpi.few_messages", tmp_path)
    assert "calls bcast inside the loop: 9 times" in result.failure.sentence
    assert result.possible == 0
