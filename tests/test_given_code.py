"""Given code of the ladder that students rely on: what threads and ranks find is added up."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest

from solution import monte_carlo

BOARD = np.zeros(9, dtype=np.int8)


class TwoRanks:
    """A communicator of two ranks, of which the other one counts 100 more for square 7."""

    rank, size = 1, 2

    def bcast(self, message: object) -> object:
        return message

    def allreduce(self, visits: np.ndarray) -> np.ndarray:
        return visits + 100 * (np.arange(9) == 7)


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Have each search play as many games on a square as its seed says; return the seeds."""
    noted: list[int] = []

    def play(_: np.ndarray, __: int, ___: int, seed: int, visits: np.ndarray, ____: object) -> int:
        noted.append(seed)
        visits[seed] += 1 + seed
        return seed

    monkeypatch.setattr(monte_carlo, "monte_carlo", play)
    return noted


def test_threads_have_seeds_of_their_own_and_are_added_up(seeds: list[int]):
    assert monte_carlo.computer_move(BOARD, 1, n_threads=3) == 2
    assert sorted(seeds) == [0, 1, 2]


def test_ranks_have_seeds_of_their_own_and_are_added_up(seeds: list[int]):
    assert monte_carlo.computer_move(BOARD, 1, n_threads=2, comm=TwoRanks()) == 7
    assert sorted(seeds) == [2, 3]


def test_the_clock_stops_where_the_search_raises(monkeypatch: pytest.MonkeyPatch):
    clocks = []

    class Clock(threading.Timer):
        def start(self) -> None:
            clocks.append(self)

    monkeypatch.setattr(monte_carlo, "threading", SimpleNamespace(Timer=Clock))
    monkeypatch.setattr(monte_carlo, "monte_carlo", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        monte_carlo.computer_move(BOARD, 1)
    [clock] = clocks
    assert clock.finished.is_set()
