"""Gradescope is told what its documentation asks for, and nothing that is not the student's."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from made_results import ANYTHING, NASTY, check, hand_in, hostile_check, result

from autograder.checks.failure import Failure
from autograder.views.gradescope import (
    gradescope_failure,
    gradescope_results,
)
from autograder.views.submission_metadata import Assignment, SubmissionMetadata

HIDDEN = check(
    "minimax.symmetry",
    "failed",
    title="Mirrored boards score the same.",
    hint="Look at the corners.",
    visibility="hidden",
    failure=Failure(sentence="A mirrored board scores 7.", returned="secret"),
)


def page(*checks, **fields) -> dict:
    return json.loads(gradescope_results(result(*checks, **fields)))


def metadata(**fields) -> SubmissionMetadata:
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    return SubmissionMetadata(id=1, created_at=noon, **fields)


def test_a_public_check_is_shown_with_its_points_part_number_and_failure():
    shown = page(check(), check("win.no_line", "failed", points=1.0), check("mpi.ties"))["tests"]
    assert [entry["number"] for entry in shown] == ["1.1", "1.2", "2.1"]
    assert [entry["status"] for entry in shown] == ["passed", "failed", "passed"]
    assert shown[1]["score"] == 1.0
    assert shown[1]["max_score"] == 4.0
    assert shown[1]["tags"] == ["win"]
    assert "The result is wrong." in shown[1]["output"]
    assert "ttt check win.no_line" in shown[1]["output"]


def test_a_score_of_0_is_not_left_out():
    shown = page(check(outcome="blocked"))
    assert shown["score"] == 0.0
    assert shown["tests"][0]["score"] == 0.0


def test_of_hidden_checks_nothing_is_told_but_their_points_and_those_when_grades_are_published():
    text = gradescope_results(result(check(), HIDDEN))
    for secret in ("symmetry", "Mirrored", "mirrored", "minimax", "corners", "secret"):
        assert secret not in text
    hidden = json.loads(text)["tests"][-1]
    assert hidden == {
        "name": "Hidden checks",
        "number": "3",
        "visibility": "after_published",
        "score": 0.0,
        "max_score": 4.0,
    }


def test_what_is_shown_at_once_is_the_same_whatever_the_hidden_checks_say():
    good = check("minimax.symmetry", "passed", visibility="hidden")
    first, second = page(check(), HIDDEN), page(check(), good)
    assert first.pop("score") != second.pop("score")  # kept from students till grades are published
    assert first.pop("tests")[:-1] == second.pop("tests")[:-1]
    assert first == second


def test_a_check_that_nobody_could_judge_has_no_score_and_is_spoken_of():
    shown = page(check(), check("timing.mpi", "inconclusive"))
    assert {"score", "max_score", "status"}.isdisjoint(shown["tests"][1])
    assert "Too busy." in shown["tests"][1]["output"]
    assert "4 of them are not decided" in shown["output"]


def test_hidden_checks_that_nobody_could_judge_do_not_count():
    still_open = check("timing.serial", "inconclusive", visibility="hidden")
    hidden = page(check(), HIDDEN, still_open)["tests"][-1]
    assert hidden["max_score"] == 4.0
    assert hidden["output"] == "4 more points are not decided."


@pytest.mark.parametrize("visibility", ["public", "hidden"])
def test_a_failure_of_the_grader_gives_no_points_and_says_so(visibility: str):
    broken = check("mpi.rank_counts", "error", visibility=visibility, reason="ZeroDivisionError")
    text = gradescope_results(result(check(), broken))
    shown = json.loads(text)
    assert shown["score"] == 0.0
    assert shown["tests"] == []
    assert "grader itself failed in 1 of 2" in shown["output"]
    assert "rank_counts" not in text


def test_a_submission_that_cannot_be_graded_gets_a_valid_page_without_points():
    shown = json.loads(gradescope_failure("hw.zip cannot be unpacked: \x1b[2J: hand in a zip file"))
    assert shown["score"] == 0.0
    assert shown["output"].startswith("Not graded: hw.zip cannot be unpacked: \\x1b[2J")
    assert shown["visibility"] == "visible"


def test_all_texts_are_shown_as_they_are_and_what_was_printed_is_for_instructors():
    shown = page(check())
    formats = ("output_format", "test_output_format", "test_name_format")
    assert [shown[name] for name in formats] == ["text"] * 3
    assert shown["stdout_visibility"] == "hidden"
    assert shown["execution_time"] == 12.35


def test_the_kit_and_the_rubric_are_kept_with_the_result_and_the_seed_is_not():
    text = gradescope_results(result(check()), metadata(previous_submissions=()))
    kept = json.loads(text)["extra_data"]
    assert kept["kit"] == "0.1.0"
    assert kept["rubric"] == "0" * 64
    assert kept["attempt"] == 1
    assert "7654321" not in text


def test_a_penalty_of_the_courses_own_is_in_the_score_and_told():
    late = hand_in(penalty=0.25, late_reason="25 % off: a day late.")
    shown = page(check(), hand_in=late)
    assert shown["score"] == 3.0
    assert "25 % off" in shown["output"]
    assert shown["extra_data"]["points_before_penalty"] == 4.0


def test_lateness_without_a_penalty_is_told_as_that():
    due = datetime(2026, 11, 20, 10, 30, tzinfo=UTC)
    late = metadata(assignment=Assignment(due_date=due))
    shown = json.loads(gradescope_results(result(check()), late))
    assert "Handed in 1:30:00 after it was due; nothing is taken off" in shown["output"]
    assert shown["score"] == 4.0


def test_a_leaderboard_is_there_only_if_there_is_something_to_rank():
    timed = check("timing.threads", measured={"ratio": 1.02, "speed_up": 1.9})
    assert page(check(), timed)["leaderboard"] == [
        {"name": "Speed-up: timing.threads", "value": 1.9, "order": "desc"}
    ]
    assert "leaderboard" not in page(check())


def test_the_leaderboard_says_which_rung_was_climbed_and_fewer_positions_are_better():
    exact = check("alpha_beta.exact", possible=0.0, extra=1.0)
    nodes = check("alpha_beta.nodes", possible=0.0, extra=1.0, measured={"nodes": 7865})
    assert page(check(), exact, nodes)["leaderboard"] == [
        {"name": "Rung of the ladder", "value": 1.0, "order": "desc"},
        {"name": "Positions visited", "value": 7865.0, "order": "asc"},
    ]


@given(ANYTHING, st.sampled_from(["failed", "blocked", "inconclusive"]))
@example(NASTY, "failed")
def test_whatever_a_student_writes_the_page_is_json_and_every_character_shows(
    text: str, outcome: str
):
    checks = (check(), hostile_check(text, outcome))
    shown = json.loads(gradescope_results(result(*checks, name=text, left_out=(text,))))
    texts = [shown["output"], *(entry.get("output", "") for entry in shown["tests"])]
    assert all(one == "\n" or one.isprintable() or one.isspace() for one in "".join(texts))
    assert shown["score"] == 4.0
    assert len(shown["tests"]) == 2
