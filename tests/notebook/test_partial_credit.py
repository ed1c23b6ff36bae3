"""What nbgrader takes for points, in the version installed, and why a check returns a plain float.

Source: `determine_grade` in nbgrader's `utils.py`.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import PlainTextFormatter
from nbformat.v4 import new_code_cell, new_output
from nbgrader.utils import determine_grade

from autograder.errors import GraderError
from autograder.notebook import checking
from autograder.notebook.checking import check_number, plain_points

POINTS = 4.0


def graded(*outputs) -> float | None:
    """Return the points that nbgrader gives a cell for what it shows."""
    marks = {"grade": True, "solution": False, "points": POINTS, "grade_id": "check"}
    cell = new_code_cell("check()", outputs=list(outputs), metadata={"nbgrader": marks})
    return determine_grade(cell)[0]


def value(result: object):
    """Return what a cell shows whose last line has this value."""
    return new_output("execute_result", {"text/plain": PlainTextFormatter()(result)})


def stream(name: str, text: str):
    return new_output("stream", name=name, text=text)


ERROR = new_output("error", ename="GraderError", evalue="run it again", traceback=[])


@pytest.mark.parametrize("points", [0.0, 2.5, 4.0, 0, 4])
def test_a_plain_number_counts(points: float):
    assert graded(stream("stdout", "a report\n"), value(points)) == points


@pytest.mark.parametrize(
    "result",
    [math.nan, np.float64(0.0), np.int64(0), True, False, "0", (0.0,), {"points": 0.0}, -1.0, -0.5],
    ids=repr,
)
def test_nearly_everything_else_is_all_points(result: object):
    assert graded(value(result)) == POINTS


def test_no_value_is_all_points():
    assert graded() == graded(stream("stdout", "0.0")) == POINTS


def test_more_than_all_points_stops_nbgrader():
    with pytest.raises(ValueError, match="greater than maximum"):
        graded(value(4.1))


def test_an_error_or_a_word_on_stderr_is_no_points():
    assert graded(ERROR) == graded(stream("stdout", "fine"), ERROR) == 0
    assert graded(stream("stderr", "a warning"), value(4.0)) == 0
    # But what comes after the value is not looked at.
    assert graded(value(4.0), stream("stderr", "a warning")) == 4.0


ANYTHING = (
    st.floats()
    | st.integers()
    | st.booleans()
    | st.none()
    | st.text(max_size=5)
    | st.just([])
    | st.sampled_from([math.nan, math.inf, -math.inf, -0.0, 10**400])
)


@given(ANYTHING)
def test_whatever_the_reply_holds_it_is_points_in_range_or_an_error(points: object):
    try:
        result = plain_points(points, POINTS)
    except GraderError:
        assert graded(ERROR) == 0
        return
    assert type(result) is float
    assert graded(value(result)) == result
    assert result == min(max(points, 0), POINTS)


@pytest.fixture
def reply(monkeypatch: pytest.MonkeyPatch) -> dict:
    """Return the reply that `check` gets; change it as you like."""
    answer = {"report": "the report", "undecided": "", "points": 3.0, "possible": POINTS}
    monkeypatch.setattr(checking, "run_errand", lambda *_, **__: answer)
    return answer


def test_a_check_prints_its_report_and_returns_a_plain_float(reply, capfd):
    points = checking.check("win")
    assert (type(points), points) == (float, 3.0)
    assert capfd.readouterr() == ("the report\n", "")


def test_a_check_without_a_verdict_raises_one_sentence_whatever_the_points(reply, capfd):
    reply["undecided"] = "the machine is too busy: run this cell again"
    with pytest.raises(GraderError, match="run this cell again") as caught:
        checking.check("win")
    assert capfd.readouterr() == ("the report\n", "")
    shown = caught.value._render_traceback_()
    assert shown == ["GraderError: the machine is too busy: run this cell again"]


@pytest.mark.parametrize("points", [None, "3.0", math.nan, [], {}])
def test_a_reply_without_points_raises(points: object, reply):
    reply["points"] = points
    with pytest.raises(GraderError, match="run this cell again"):
        checking.check("win")


class Forged(float):
    """A number that is equal to everything."""

    def __eq__(self, _: object) -> bool:
        return True

    __hash__ = float.__hash__


KEY = checking.number_key("best", 17)


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        *((17, 2.0), (17.0, 2.0), (np.int64(17), 2.0), (np.float64(17), 2.0), (16, 0.0)),
        *((True, 0.0), (math.nan, 0.0), (None, 0.0), ("17", 0.0), (Forged(16), 0.0)),
        *((1j, 0.0), ([17], 0.0)),
    ],
)
def test_a_number_earns_points_or_none(answer: object, points: float, capfd):
    earned = check_number("best", answer, points=2, key=KEY)
    assert (type(earned), earned) == (float, points)
    said = capfd.readouterr()
    assert said.out.endswith(".\n")
    assert "17" not in said.out
    assert said.err == ""
