"""Each way of not sharing the work is told by its name, and no right way is."""

from pathlib import Path

import pytest
from corpus import outcome

MISTAKES = {
    "threads_serial_loop": "this is the serial loop",
    "threads_one_after_the_other": "there is no other meanwhile",
    "threads_lock_around_the_search": "a lock is held while a thread searches",
    "threads_fake_result_in_the_loop": "One thread does all the searching",
    "threads_fake_executor_of_any_size": "n_threads plays no part",
    "threads_fake_always_four": "n_threads plays no part",
    "threads_fake_pool_twice_as_large": "More threads search than were asked for",
    "mpi_everybody_does_everything": "Every rank searches every square",
    "mpi_rank_0_does_everything": "Rank 0 does all the searching",
    "mpi_rank_0_only_hands_out": "Rank 1 does all the searching",
    "mpi_remainder_dropped": "Nobody searches square 8",
    "mpi_fake_token": "The ranks search one after the other",
    "mpi_fake_bcast_in_the_loop": "The ranks search one after the other",
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_named(name: str, tmp_path: Path):
    part = name.partition("_")[0]
    result = outcome(name, f"{part}.at_the_same_time", tmp_path)
    assert result.outcome == "failed"
    assert MISTAKES[name] in result.failure.sentence
    assert result.failure.timeline is not None


@pytest.mark.parametrize(
    "name", ["threads_dealt_out_beforehand", "threads_fake_blocks", "threads_fake_rounds"]
)
def test_a_square_that_waits_behind_a_long_one_is_named(name: str, tmp_path: Path):
    result = outcome(name, "threads.dynamic", tmp_path)
    assert "waits although a thread is free" in result.failure.sentence
    assert result.failure.timeline.makespan > 0.8


@pytest.mark.parametrize(
    "name",
    ["mpi_block_split", "mpi_master_and_workers", "mpi_shared_counter", "mpi_scatter_and_gather"],
)
def test_every_way_of_sharing_among_ranks_passes(name: str, tmp_path: Path):
    assert outcome(name, "mpi.at_the_same_time", tmp_path).outcome == "passed"


def test_broadcasts_in_the_loop_are_counted(tmp_path: Path):
    result = outcome("mpi_fake_bcast_in_the_loop", "mpi.few_messages", tmp_path)
    assert "calls bcast inside the loop: 9 times" in result.failure.sentence
    assert result.possible == 0
