"""The rubric is one file, and a mistake in it is named with its line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.files import RUNG_NAMES
from autograder.errors import InstructorError
from autograder.grading.rubric import DEFAULT_RUBRIC, Rubric, read_rubric

TEXT = DEFAULT_RUBRIC.read_text()


def read(text: str, folder: Path) -> Rubric:
    path = folder / "rubric.toml"
    path.write_text(text)
    return read_rubric(path)


def line_number(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def test_the_rubric_of_the_kit_gives_a_hundred_points():
    assert read_rubric().points == 100
    assert read_rubric().parts == ["win", "minimax", "threads", "mpi", "timing", *RUNG_NAMES]


def test_points_can_be_changed_without_touching_code(tmp_path: Path):
    text = TEXT.replace("lines = { points = 4", "lines = { points = 5.5")
    assert read(text, tmp_path).points == 101.5


@pytest.mark.parametrize(
    ("right", "wrong", "line_start", "says"),
    [
        ("call_seconds =", "call_second =", "call_second", "call_second"),
        ("repeats = 5", 'repeats = "5"', "repeats", "int"),
        ("repeats = 5", "repeats = 0", "repeats", ">= 1"),
        ("quiet_spread = 1.15", "quiet_spread = -1", "quiet_spread", "> 1"),
        ("no_line = { points = 3", "no_line = { point = 3", "no_line", "point"),
        ("no_line = { points = 3", "no_line = { points = -3", "no_line", ">= 0"),
        (
            'ties = { points = 2, visibility = "public"',
            'ties = { points = 2, visibility = "secret"',
            "ties",
            "secret",
        ),
        ("[timing]", "[timings]", "[timings]", "timings"),
        ("[limits]", "[limits", "[limits", "line"),
    ],
    ids=["key", "type", "zero", "negative", "points", "minus", "visibility", "table", "syntax"],
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, right: str, wrong: str, line_start: str, says: str
):
    text = TEXT.replace(right, wrong, 1)
    with pytest.raises(InstructorError) as caught:
        read(text, tmp_path)
    message = str(caught.value)
    assert says in message
    assert f"line {line_number(text, line_start)}" in message
    assert "\n" not in message


def test_a_rubric_that_is_not_there_is_one_sentence(tmp_path: Path):
    with pytest.raises(InstructorError, match="cannot be read"):
        read_rubric(tmp_path / "none.toml")


toml_values = st.sampled_from(["1", "-1", '"x"', "true", "[]", "{}", "1e400", "nan", "0x10"])


@given(st.integers(0, len(TEXT.splitlines()) - 1), st.sampled_from(["points", "x"]), toml_values)
def test_no_changed_line_makes_the_reader_fail(tmp_path_factory, index: int, key: str, value: str):
    lines = TEXT.splitlines()
    lines[index] = f"{key} = {value}"
    folder = tmp_path_factory.mktemp("rubric")
    try:
        rubric = read("\n".join(lines), folder)
    except InstructorError as error:
        assert "rubric.toml" in str(error)  # noqa: PT017 - either outcome is right
    else:
        assert rubric.points >= 0
