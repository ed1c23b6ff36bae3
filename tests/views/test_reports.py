"""Reports show what the result document says, and nothing a student wrote becomes markup."""

from io import StringIO
from pathlib import Path

import made_results
import pytest
from rich.console import Console

from autograder.checks.failure import Failure
from autograder.grading.result import CheckResult, Machine, Result
from autograder.views.check_report import CheckReport, GradeReport, next_step
from autograder.views.summary_table import summary_table

MACHINE = Machine(system="Linux", python="3.11", cores=2, isolation="bubblewrap", mpi="embedded")
PASSED = CheckResult(
    name="win.lines",
    title="Lines are found.",
    hint="Look again.",
    visibility="public",
    outcome="passed",
    points=4,
    possible=4,
)


def failed(**failure: str) -> CheckResult:
    return CheckResult(
        name="win.no_line",
        title="No line, no winner.",
        hint="Look again.",
        visibility="public",
        outcome="failed",
        points=0,
        possible=3,
        failure=Failure(**{"sentence": "The result is wrong.", **failure}),
    )


def undecided(outcome: str = "inconclusive") -> CheckResult:
    return CheckResult(
        name="timing.mpi",
        title="Two are faster.",
        hint="Share.",
        visibility="public",
        outcome=outcome,
        points=0,
        possible=3,
        reason="Too busy.",
    )


def result(*checks: CheckResult, name: str = "ada", hidden: int = 0) -> Result:
    return Result(
        submission=name,
        title="Perfect play",
        kit="0.1.0",
        rubric="0" * 64,
        seed=7,
        started="2026-11-20T12:00:00+00:00",
        wall_seconds=12.3,
        machine=MACHINE,
        checks=checks,
        hidden_not_run=hidden,
    )


def screen(draw, width: int = 80) -> str:
    console = Console(file=StringIO(), width=width, highlight=False)
    draw(console)
    return console.file.getvalue()


def test_a_failure_is_shown_with_all_it_has_to_say():
    check = failed(
        board="XX.OO....",
        call="win(board)",
        returned="1",
        expected="0",
        why="Nobody owns a line.",
        case="XX.OO....",
    )
    shown = screen(lambda console: CheckReport(console).show(check))
    for part in ("O | O | 5", "win(board)", "Nobody owns", "Look again."):
        assert part in shown
    assert "ttt check win.no_line --case XX.OO...." in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_end_tells_score_parts_next_step_and_hidden_checks():
    graded = result(PASSED, failed(), undecided(), hidden=17)
    shown = screen(lambda console: CheckReport(console).close(graded))
    assert "Score 4 of 10 points, 3 of them not decided" in shown
    assert "bubblewrap" in shown
    assert "win          4 of 7" in shown
    assert "ttt check win.no_line" in shown
    assert "17 hidden checks were not run" in shown


@pytest.mark.parametrize(
    ("checks", "says"),
    [
        ((PASSED,), "ttt play"),
        ((PASSED, undecided()), "close other programs"),
        ((PASSED, undecided("error")), "no score"),
        (
            (failed(sentence="serial.win is not filled in yet.", where="serial.py:3"),),
            "fill in win",
        ),
    ],
)
def test_the_next_step_fits_the_result(checks: tuple[CheckResult, ...], says: str):
    assert says in next_step(result(*checks))


def test_the_next_step_is_taken_with_the_same_submission():
    command = "ttt check --submission notebooks"
    assert "ttt play --engine notebooks" in next_step(result(PASSED), command)
    assert f"{command} win.no_line" in next_step(result(failed()), command)


def test_a_submissions_name_is_no_markup():
    graded, command = result(failed()), "ttt check --submission '[red]x'"
    shown = screen(lambda console: CheckReport(console, command).close(graded))
    assert "'[red]x'" in " ".join(shown.split())


def test_what_a_student_wrote_is_shown_as_it_is():
    hostile = "[red]boo[/red] [link=http://x]"
    check = failed(returned=hostile, where=hostile, printed=hostile)
    shown = screen(lambda console: CheckReport(console).show(check))
    assert shown.count(hostile) == 3
    table = screen(lambda console: console.print(summary_table([result(PASSED, name="[red]x")])))
    assert "[red]x" in table


def test_escape_sequences_of_a_student_do_not_reach_the_terminal():
    check = failed(printed="\x1b[2J\x1b]0;owned\x07", sentence="Your code raised \x1b[31mX.")
    shown = screen(lambda console: CheckReport(console).show(check))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "owned" in shown


def test_a_grade_report_shows_failures_only_unless_asked():
    def draw(console: Console, verbose: bool) -> None:
        report = GradeReport(console, Path("class/ada"), verbose=verbose)
        report.show(PASSED)
        report.show(failed())
        report.close(result(PASSED, failed()), Path("results/ada.json"))

    brief = screen(lambda console: draw(console, verbose=False))
    assert "Lines are found." not in brief
    assert "No line, no winner." in brief
    assert "ttt grade class/ada --only win.no_line" in brief
    assert "results/ada.json" in brief
    assert "Lines are found." in screen(lambda console: draw(console, verbose=True))


def test_the_table_has_a_line_for_each_submission_and_fits_80_columns():
    results = [result(PASSED, failed(), name=f"student-{n}") for n in range(3)]
    shown = screen(lambda console: console.print(summary_table(results)))
    assert shown.count("4/7") == 3
    assert "open" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_undecided_points_have_a_column_of_their_own():
    shown = screen(lambda console: console.print(summary_table([result(PASSED, undecided())])))
    assert "open" in shown


def test_what_came_on_top_has_a_column_of_its_own_in_eighty():
    names = ("win", "minimax", "threads", "mpi", "timing")
    checks = [made_results.check(f"{name}.lines") for name in names]
    rungs = [
        made_results.check(f"{name}.exact", possible=0, points=1.5, extra=2.0)
        for name in ("alpha_beta", "negascout")
    ]
    screen = Console(file=StringIO(), width=80)
    screen.print(summary_table([made_results.result(*checks, *rungs, name="solution")]))
    said = screen.file.getvalue().split()
    assert ["submission", *names, "on", "top", "time", "points"] == said[:10]
    assert {"solution", "3", "23/20"} <= {*said}


def test_a_line_stays_a_line_in_eighty_columns_whatever_stands_in_it():
    names = ("win", "minimax", "threads", "mpi", "timing")
    checks = [made_results.check(f"{name}.lines", possible=20, points=20) for name in names]
    rung = made_results.check("alpha_beta.exact", possible=0, points=8.5, extra=8.5)
    one = made_results.result(*checks, rung, undecided(), name="student000")
    screen = Console(file=StringIO(), width=80)
    screen.print(summary_table([one]))
    [line] = [line for line in screen.file.getvalue().splitlines() if "student000" in line]
    assert line.split()[-1] == f"108.5/{one.possible:g}"
