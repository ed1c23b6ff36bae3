"""The answers are found wherever students put them, and nothing else is taken for them."""

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.files import ANSWER_FILES
from autograder.errors import SubmissionError
from autograder.intake.answers import find_answers


def found(*places: str) -> set[str]:
    """Return the places of the files that are taken; each holds its own place."""
    files = {PurePosixPath(place): place.encode() for place in places}
    return {content.decode() for content in find_answers("ada", files).files.values()}


@pytest.mark.parametrize(
    ("places", "taken"),
    [
        (["serial.py", "own.py", "x/mpi.py"], {"serial.py", "own.py", "x/mpi.py"}),
        (["a/serial.py", "b/threads.py"], {"a/serial.py", "b/threads.py"}),
        (["a/serial.py", "a/x.py", "b/x.py", "b/mpi.py"], {"a/serial.py", "a/x.py", "b/mpi.py"}),
        (["serial.py", "old/serial.py", "old/x.py"], {"serial.py"}),
        (["serial.py", "a/mpi.py", "b/mpi.py"], {"serial.py"}),
        (["starter/serial.py", "autograder/checks/public/mpi.py"], {"starter/serial.py"}),
        (["a/b/serial.py", "given.zip/serial.py"], {"a/b/serial.py"}),
        (["a.zip/serial.py", "a.zip/b.zip/mpi.py"], {"a.zip/serial.py", "a.zip/b.zip/mpi.py"}),
    ],
)
def test_the_nearest_folder_counts_and_what_it_lacks_is_looked_for(places, taken):
    assert found(*places) == taken


def test_two_equally_near_folders_with_the_same_answer_are_refused():
    with pytest.raises(SubmissionError, match="more than once, in a and b"):
        found("a/serial.py", "b/serial.py", "c/mpi.py")


PLACES = st.lists(
    st.sampled_from([*ANSWER_FILES, "own.py", "a", "b", "w.zip"]), min_size=1, max_size=4
).map("/".join)


@given(st.sets(PLACES, max_size=8))
def test_every_file_is_taken_or_told(places: set[str]):
    files = {PurePosixPath(place): place.encode() for place in places}
    try:
        answers = find_answers("ada", files)
    except SubmissionError:
        return
    told = {note.partition(": ")[0] for note in answers.notes}
    taken = {content.decode() for content in answers.files.values()}
    assert taken | told == places
    assert not set(answers.files).isdisjoint(ANSWER_FILES)
