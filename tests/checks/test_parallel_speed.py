"""Two workers are timed where two can run."""

import os
from types import SimpleNamespace

import pytest

from autograder.checks.failure import CheckInconclusiveError
from autograder.checks.parallel_speed import expect_parallel_speed


def test_one_core_is_not_judged(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    with pytest.raises(CheckInconclusiveError, match="fewer than 2 cores"):
        expect_parallel_speed(SimpleNamespace(), "mpi")
