"""What Gradescope says of a submission is read as documented, whatever it adds or leaves out."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import UsageError
from autograder.views.submission_metadata import SubmissionMetadata, read_submission_metadata

DOCUMENTED = {
    "id": 123456,
    "created_at": "2018-07-31T23:30:00.365935-07:00",
    "assignment": {
        "due_date": "2018-07-31T23:00:00.000000-07:00",
        "group_size": 4,
        "group_submission": True,
        "id": 25828,
        "course_id": 1234,
        "late_due_date": None,
        "release_date": "2018-07-02T00:00:00.000000-07:00",
        "title": "Programming Assignment 1",
        "total_points": "20.0",
    },
    "submission_method": "upload",
    "users": [
        {"email": "ada@example.com", "id": 1815, "name": "Ada Lovelace"},
        {"email": "emmy@example.com", "id": 1882, "name": "Emmy Noether"},
    ],
    "previous_submissions": [
        {
            "submission_time": "2017-04-06T14:24:48.087023-07:00",
            "score": 0.0,
            "results": {"tests": [{"name": "anything"}]},
        }
    ],
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def read(document: object, folder: Path) -> SubmissionMetadata:
    path = folder / "submission_metadata.json"
    path.write_text(json.dumps(document))
    return read_submission_metadata(path)


def test_the_documented_file_is_read(tmp_path: Path):
    metadata = read(DOCUMENTED, tmp_path)
    assert metadata.assignment.total_points == 20.0
    assert metadata.attempt == 2
    assert metadata.late_seconds == pytest.approx(1800.365935)
    assert [user.name for user in metadata.users] == ["Ada Lovelace", "Emmy Noether"]


def test_it_says_who_handed_in_and_when(tmp_path: Path):
    hand_in = read(DOCUMENTED, tmp_path).hand_in()
    assert hand_in.name == "Ada Lovelace, Emmy Noether"
    assert hand_in.identifiers["gradescope_id"] == "1815, 1882"
    assert hand_in.identifiers["email"] == "ada@example.com, emmy@example.com"
    assert hand_in.submitted == "2018-07-31T23:30:00.365935-07:00"
    assert hand_in.due == "2018-07-31T23:00:00-07:00"
    assert hand_in.attempt == 2
    assert hand_in.penalty == 0.0


def test_a_student_with_an_extension_is_late_only_after_it(tmp_path: Path):
    own = {"due_date": "2018-08-02T23:00:00-07:00", "late_due_date": None}
    users = [{**DOCUMENTED["users"][0], "assignment": own}]
    assert read({**DOCUMENTED, "users": users}, tmp_path).late_seconds == 0.0


def test_an_assignment_without_a_date_is_never_late(tmp_path: Path):
    few = {"id": 1, "created_at": "2018-07-31T23:30:00Z", "assignment": {"due_date": None}}
    metadata = read(few, tmp_path)
    assert metadata.late_seconds == 0.0
    assert metadata.hand_in().due == ""


@given(st.dictionaries(st.text(min_size=1).map(lambda key: f"new {key}"), JSON, max_size=3))
def test_keys_that_nobody_knows_yet_change_nothing(tmp_path_factory, new: dict):
    folder = tmp_path_factory.mktemp("metadata")
    users = [{**user, **new} for user in DOCUMENTED["users"]]
    assignment = {**DOCUMENTED["assignment"], **new}
    more = {**DOCUMENTED, **new, "assignment": assignment, "users": users}
    assert read(more, folder) == read(DOCUMENTED, folder)


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b'{"id": 1}', b'{"id": 1, "created_at": "yesterday"}', b"\xff"],
    ids=["empty", "list", "no date", "not a date", "not text"],
)
def test_anything_else_is_refused_in_one_sentence(tmp_path: Path, content: bytes):
    path = tmp_path / "submission_metadata.json"
    path.write_bytes(content)
    with pytest.raises(UsageError, match="is not Gradescope's submission_metadata"):
        read_submission_metadata(path)


def test_a_missing_file_is_refused_in_one_sentence(tmp_path: Path):
    with pytest.raises(UsageError, match="is not Gradescope's submission_metadata"):
        read_submission_metadata(tmp_path / "nothing.json")
