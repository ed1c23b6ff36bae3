"""What a student reads: each check as it is known, and at the end what to do next."""

from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from autograder.checks.failure import Failure
from autograder.errors import KitError
from autograder.grading.result import CheckOutcome, CheckResult, Result, parts_of
from autograder.views.board_drawing import draw_board
from autograder.views.failure_details import failure_details
from autograder.views.gantt_chart import gantt_chart
from autograder.views.thread_story import thread_story
from autograder.visible_text import visible

MARKS: dict[CheckOutcome, tuple[str, str]] = {
    "passed": ("✓", "green"),
    "failed": ("✗", "red"),
    "blocked": ("-", "yellow"),
    "inconclusive": ("?", "magenta"),
    "error": ("!", "bold red"),
}
ASCII_MARKS = {"✓": "+", "✗": "x"}
NOT_FILLED_IN = "not filled in yet"
NOT_HERE = "which is not here"
USUAL_WIDTH = 8
"""Of the names of parts: with longer ones the column grows."""


def points_text(points: float) -> str:
    """Write points without needless decimals.

    >>> points_text(4.0), points_text(2.5)
    ('4', '2.5')
    """
    return f"{points:g}"


def repeat_command(check: CheckResult, command: str = "ttt check") -> str:
    """Return the command that repeats a check, with the case that failed if there is one."""
    case = check.failure.case if check.failure else ""
    return f"{command} {check.name}" + (f" --case {case}" if case else "")


class CheckReport:
    """Print the checks of one run, one after the other, on `console`.

    Args:
        console: where to.
        command: how the run was started, such as "ttt check", for the commands that repeat a case.
    """

    def __init__(self, console: Console, command: str = "ttt check") -> None:
        self._console = console
        self._command = command
        self._part = ""

    def show(self, check: CheckResult) -> None:
        """Print one check; a heading too where a new part begins."""
        if check.part != self._part:
            self._part = check.part
            self._console.print(f"\n[bold]{check.part}[/bold]")
        mark, style = MARKS[check.outcome]
        if "utf" not in self._console.encoding:
            mark = ASCII_MARKS.get(mark, mark)
        line = Table.grid(padding=(0, 1), expand=True)
        line.add_column(width=1)
        line.add_column(ratio=1)
        line.add_column(justify="right", no_wrap=True)
        earned = f"{points_text(check.points)}/{points_text(check.possible)}"
        if check.extra:
            earned = f"+{points_text(check.points)}"
        line.add_row(Text(mark, style), Text(check.title), Text(earned, style))
        self._console.print(Padding(line, (0, 0, 0, 2)))
        self.show_details(check)

    def show_details(self, check: CheckResult) -> None:
        """Print what was measured, and how the check failed or why it is open."""
        for note in (*check.stand_ins, *check.notes):
            self._console.print(Padding(Text(note, "dim"), (0, 0, 0, 4)))
        if check.failure is not None:
            self._show_failure(check, check.failure)
        elif check.reason:
            reason = Text(visible(check.reason, keep="\n"), MARKS[check.outcome][1])
            self._console.print(Padding(reason, (0, 0, 0, 4)))

    def _show_failure(self, check: CheckResult, failure: Failure) -> None:
        style = MARKS["failed"][1]
        if NOT_FILLED_IN in failure.sentence:
            where = f"  ({failure.where.partition(': ')[0]})" if failure.where else ""
            self._console.print(Padding(Text(failure.sentence + where, style), (0, 0, 0, 4)))
            return
        sentence = Text(visible(failure.sentence, keep="\n"), style)
        if failure.wrong > 1:
            sentence.append(f"  {failure.wrong} of {failure.asked} cases; one of them:", "default")
        self._console.print(Padding(sentence, (0, 0, 0, 4)))
        if failure.board:
            self._console.print(Padding(draw_board(failure.board), (1, 0, 1, 6)))
        again = repeat_command(check, self._command)
        details = failure_details(failure, hint=check.hint, again=again)
        self._console.print(Padding(details, (0, 0, 1, 4)))
        if failure.timeline is not None:
            ascii_only = "utf" not in self._console.encoding
            chart = gantt_chart(failure.timeline, self._console.width - 8, ascii_only=ascii_only)
            self._console.print(Padding(chart, (0, 0, 1, 4)))
        if failure.steps:
            self._console.print(Padding(thread_story(failure.steps), (0, 0, 1, 4)))

    def close(self, result: Result) -> None:
        """Print the score by part, what to do next, and how many hidden checks were not run."""
        self._console.print()
        self._console.print(score_line(result))
        width = max(USUAL_WIDTH, *(len(part) for part in parts_of(result.checks)))
        for part in parts_of(result.checks):
            of_part = [check for check in result.checks if check.part == part]
            points = points_text(round(sum(check.points for check in of_part), 2))
            possible = points_text(sum(check.possible for check in of_part))
            extra = points_text(sum(check.extra for check in of_part))
            on_top = any(check.extra for check in of_part)
            out_of = (
                f"{points:>5} of {possible}" if not on_top else f"{'+' + points:>5} of +{extra}"
            )
            self._console.print(f"  {part:<{width}} {out_of}", highlight=False)
        self._console.print(Text(f"\n{visible(next_step(result, self._command))}"))
        if result.hidden_not_run:
            self._console.print(
                f"{result.hidden_not_run} hidden checks were not run; your grader runs them too.",
                style="dim",
                highlight=False,
            )


class GradeReport:
    """Print the grading of one submission for a TA: failures as they come, then the score."""

    def __init__(self, console: Console, path: Path, *, verbose: bool) -> None:
        self._console = console
        self._verbose = verbose
        self._report = CheckReport(console, f"ttt grade {path} --only")
        console.rule(Text(visible(path.name)), align="left", style="dim")

    def show(self, check: CheckResult) -> None:
        """Print one check if it did not pass, or if everything is to be shown."""
        if self._verbose or check.outcome != "passed":
            self._report.show(check)

    def refuse(self, error: Exception) -> None:
        """Print why the submission is not graded."""
        why = str(error)
        if not isinstance(error, KitError):
            why = f"the grader failed with {type(error).__name__}: {error}; grade it again"
        self._console.print(Text(f"Not graded: {visible(why)}", "bold red"), soft_wrap=True)

    def close(self, result: Result, document: Path) -> None:
        """Print what was left out, what to look at, the score and where the document is."""
        for line in result.left_out:
            self._console.print(Text(f"not taken: {line}", "dim"), soft_wrap=True)
        for line in result.tripwires:
            self._console.print(Text(f"to look at: {line}", "yellow"), soft_wrap=True)
        self._console.print(score_line(result))
        self._console.print(Text(f"result document: {document}", "dim"), soft_wrap=True)


def not_a_submission(path: Path) -> Text:
    """Return the line that says what lay among the submissions and is none."""
    what = "a link" if path.is_symlink() else "a folder" if path.is_dir() else "a file"
    return Text(
        f"Not graded: {visible(path.name)} is {what} that holds no submission: it needs serial.py, "
        "threads.py or mpi.py in it, or in starter/ below it",
        "bold red",
    )


def score_line(result: Result) -> Text:
    """Return points earned, possible, on top and undecided in one line."""
    earned = round(result.points - result.on_top, 2)
    line = Text.assemble(
        ("Score ", "bold"),
        (f"{points_text(earned)} of {points_text(result.possible)} points", "bold"),
    )
    if any(check.extra for check in result.checks):
        line.append(f" and {points_text(result.on_top)} on top", "bold")
    if result.undecided:
        line.append(f", {points_text(result.undecided)} of them not decided", "magenta")
    line.append(
        f"   {result.wall_seconds:.1f} s, {result.machine.isolation}, MPI {result.machine.mpi}",
        "dim",
    )
    return line


def next_step(result: Result, command: str = "ttt check") -> str:
    """Return the one thing to do next, after a run that was started by `command`."""
    play = command.replace("ttt check", "ttt play", 1).replace("--submission", "--engine", 1)
    if result.with_outcome("error"):
        return "The grader itself failed: this run gives no score. Run it again."
    first = next(iter(result.with_outcome("failed", "blocked")), None)
    left_open = result.with_outcome("inconclusive")
    if first is None and left_open and all(NOT_HERE in check.reason for check in left_open):
        return (
            "All of these checks pass, but for the time, which your grader judges. "
            f"Next: play against your engine with {play}"
        )
    if first is None and left_open:
        return f"Next: close other programs and run the open checks again: {command} timing"
    if first is None:
        return f"All of these checks pass. Next: play against your engine with {play}"
    if first.failure is not None and NOT_FILLED_IN in first.failure.sentence:
        name = first.failure.sentence.partition(" is ")[0]
        where = first.failure.where.partition(":")[0]
        function = name.partition(".")[2]
        return f"Next: fill in {function} in {where}, then run: {command} {first.part}"
    return f"Next: {first.title} Run: {command} {first.name}"
