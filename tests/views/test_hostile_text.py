"""Whatever a submission is called, prints or raises stays text in every view."""

import io
import re
from pathlib import Path
from unicodedata import category

from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console

from autograder.checks.failure import Failure
from autograder.engines.protocol import Step
from autograder.errors import SubmissionError
from autograder.grading.result import CheckResult, Machine, Result, read_result, write_result
from autograder.views.check_report import CheckReport, GradeReport, not_a_submission
from autograder.views.summary_table import summary_table
from autograder.visible_text import visible

ANYTHING = st.text(max_size=60)
NASTY = "\x1b[2J\x1b]0;title\x07[bold red]markup[/] \u202egnihton\u2028=1+1\x00\x9b31m"
STYLING = re.compile(r"\x1b\[[0-9;]*m")  # what rich itself writes


def hostile_result(text: str) -> Result:
    failure = Failure(
        sentence=text,
        board=".........",
        call=text,
        returned=text,
        expected=text,
        why=text,
        where=text,
        printed=text,
        wrong=2,
        asked=3,
        steps=(Step(thread=1, file=text, line=1, source=text, changes=(text,)),),
    )
    check = CheckResult(
        name="threads.ties",
        title="Ties.",
        hint="",
        visibility="public",
        outcome="failed",
        points=0,
        possible=2,
        failure=failure,
        notes=(visible(text),),
    )
    return Result(
        submission=visible(text).replace("/", "_")[:50],
        title="t",
        kit="0",
        rubric="0",
        seed=1,
        started="",
        wall_seconds=1.0,
        machine=Machine(system="", python="", cores=2, isolation="plain", mpi="none"),
        checks=(check,),
        left_out=(visible(text),),
        tripwires=(visible(text),),
    )


@settings(max_examples=40)
@given(ANYTHING)
@example(NASTY)
def test_no_text_reaches_the_terminal_that_it_would_obey(text: str):
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=True, highlight=False)
    result = hostile_result(text)
    report = GradeReport(console, Path("class") / (text.replace("/", "_") or "x"), verbose=True)
    report.show(result.checks[0])
    report.refuse(SubmissionError(visible(text)))
    report.refuse(OSError(text))
    report.close(result, Path("results") / "x.json")
    CheckReport(console).show(result.checks[0])
    console.print(summary_table([result]))
    console.print(not_a_submission(Path(text.replace("\x00", "") or "x")))
    shown = STYLING.sub("", file.getvalue())
    # A space of another width is a space.
    assert all(one == "\n" or one.isprintable() or category(one) == "Zs" for one in shown)


@given(ANYTHING)
@example(NASTY)
def test_no_text_breaks_the_document(tmp_path_factory, text: str):
    result = hostile_result(text.encode("utf-8", "ignore").decode())
    path = write_result(result, tmp_path_factory.mktemp("results"))
    assert read_result(path) == result


def test_markup_of_a_students_is_shown_and_not_obeyed():
    file = io.StringIO()
    CheckReport(Console(file=file, width=80)).show(hostile_result("[bold]x[/nothing]").checks[0])
    assert "[bold]x[/nothing]" in file.getvalue()
