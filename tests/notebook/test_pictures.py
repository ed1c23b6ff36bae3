"""Pictures come from another process as SVG, or as a sentence that says why there is none."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from autograder.assignment.composition import function_text
from autograder.errors import UsageError
from autograder.notebook import pictures
from autograder.notebook.pictures import (
    Picture,
    show_schedule,
    show_speed_up,
    show_trace,
    show_tree,
)
from autograder.notebook.session import Session

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def this_kit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes find this kit, wherever they are started."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv(pictures.NBGRADER, raising=False)


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Return a session that has no answers yet."""
    session = Session(tmp_path, tmp_path / "session")
    monkeypatch.setattr(pictures, "this_session", lambda: session)
    return session


def is_svg(picture: Picture | None) -> bool:
    assert picture is not None
    return ElementTree.fromstring(picture._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"


def test_a_tree_and_a_schedule_are_drawn():
    assert is_svg(show_tree("XOX.X.OO.", player="X", plies=3))
    assert is_svg(show_schedule("X.O......", player="X", workers=3))


def test_a_trace_is_drawn_of_the_answers_so_far(session: Session):
    for name in ("serial.win", "serial.minimax", "threads.computer_move"):
        module, _, function = name.partition(".")
        source = (ROOT / "solution" / f"{module}.py").read_text()
        session.answers[name] = function_text(module, source, function)
    assert is_svg(show_trace(threads=2))


def test_a_move_that_fails_is_told_and_there_is_no_picture(session: Session, capfd):
    assert show_trace(threads=2) is None
    said = capfd.readouterr()
    assert "threads.computer_move is not filled in yet." in said.out
    assert said.err == ""


@pytest.mark.parametrize(
    "ask",
    [
        lambda: show_tree("XXX......"),
        lambda: show_tree("XOX.X.OO.", player="Z", plies=99),
        lambda: show_schedule("." * 16),
        lambda: show_schedule("X.O......", workers=0),
        show_trace,
        lambda: show_trace(threads=2, ranks=2),
        lambda: show_trace(threads=10_000),
        lambda: show_speed_up("serial"),
        lambda: show_speed_up("mpi", workers=(0,)),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(ask, session: Session):
    with pytest.raises(UsageError):
        ask()


def test_nothing_is_run_for_a_picture_while_nbgrader_runs_the_notebook(
    session: Session, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(pictures.NBGRADER, "autograde")
    monkeypatch.setattr(pictures, "run_errand", lambda *_, **__: pytest.fail("it was run"))
    assert show_trace(threads=2) is None
    assert show_speed_up("threads") is None
