"""Speed-ups are those of pairs, and the document holds the times they come from."""

import json
from pathlib import Path

import msgspec
import pytest
from made_scaling import scaling

from autograder.errors import UsageError
from autograder.scaling.document import VERSION, read_scaling, scaling_json
from autograder.scaling.gustafson import GustafsonFit
from autograder.scaling.speed_up import Estimate, fitted_law, speed_ups

TWICE = scaling({1: [2.0, 4.0, 20.0, 1.0, 6.0], 2: [1.0, 2.0, 10.0, 0.5, 3.0]})


def test_what_slows_both_of_a_pair_does_not_change_the_speed_up():
    _, two = speed_ups(TWICE)
    assert two.speed_up == Estimate(2.0, 2.0, 2.0)
    assert two.efficiency == Estimate(1.0, 1.0, 1.0)
    assert two.serial_share == 0
    assert two.seconds == Estimate(2.0, 0.5, 10.0)


def test_one_worker_is_as_fast_as_itself():
    one, _ = speed_ups(TWICE)
    assert one.speed_up == Estimate(1.0, 1.0, 1.0)
    assert one.serial_share is None


def test_the_interval_holds_the_median_of_the_pairs():
    _, two = speed_ups(scaling({1: [1.0] * 5, 2: [0.5, 0.625, 1.0, 0.8, 0.5]}))
    assert two.speed_up == Estimate(1.6, 1.0, 2.0)
    assert two.efficiency == Estimate(0.8, 0.5, 1.0)


def test_amdahls_law_is_fitted_to_the_medians():
    times = {count: [0.2 * (0.1 + 0.9 / count)] * 3 for count in (1, 2, 4)}
    document = scaling(times)
    fit = fitted_law(document, speed_ups(document))
    assert fit is not None
    assert fit.serial_share == pytest.approx(0.1)


def test_work_that_grows_is_compared_by_what_is_done_in_a_second():
    grown = scaling({1: [1.0] * 5, 4: [1.5] * 5}, {4: 4.5}, scaling="weak")
    _, four = speed_ups(grown)
    assert four.growth == 4.5
    assert four.speed_up == Estimate(3.0, 3.0, 3.0)
    assert four.serial_share == pytest.approx(1 / 3)
    fit = fitted_law(grown, speed_ups(grown))
    assert isinstance(fit, GustafsonFit)
    assert fit.serial_share == pytest.approx(1 / 3)


def test_a_document_is_read_as_it_was_written(tmp_path: Path):
    path = tmp_path / "scaling.json"
    path.write_text(scaling_json(TWICE))
    assert read_scaling(path) == TWICE
    assert json.loads(path.read_text())["version"] == VERSION


SPOILT = {
    "no JSON": "times",
    "a time is missing": scaling_json(scaling({1: [1.0, 1.0], 2: [1.0]})),
    "a tree that did not grow, but vanished": scaling_json(scaling({1: [1.0], 2: [1.0]}, {2: 0.0})),
    "no time at all": scaling_json(scaling({1: [0.0], 2: [1.0]})),
    "not from one worker on": scaling_json(scaling({2: [1.0], 4: [1.0]})),
    "another version": scaling_json(msgspec.structs.replace(TWICE, version=VERSION + 1)),
}


@pytest.mark.parametrize("text", [*SPOILT.values(), None], ids=[*SPOILT, "no file"])
def test_what_is_no_document_is_refused_in_a_sentence(text: str | None, tmp_path: Path):
    path = tmp_path / "scaling.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError, match="scaling document"):
        read_scaling(path)
