"""How far the grading of a class is: done, running, failing, and the time left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from autograder.classroom.batch import Said
from autograder.classroom.grade_student import Job, Phase, checks_of
from autograder.visible_text import visible

WORDS: Mapping[Phase, str] = {"correctness": "correctness", "timing": "timing, one by one"}
LOST = ("failed", "blocked")


class ClassProgress:
    """Shows the news of a run: bars on a terminal, a line for each submission elsewhere too."""

    def __init__(self, console: Console, jobs: Sequence[Job]) -> None:
        self._console = console
        self._jobs = jobs
        self._bars = Progress(
            TextColumn("{task.description:<19}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[state]}"),
            TimeRemainingColumn(),
            console=console,
            expand=True,
            disable=not console.is_terminal,
        )
        self._tasks: dict[Phase, TaskID] = {}
        self._lost: Counter[str] = Counter()
        self._failing: set[str] = set()
        self._running: dict[str, None] = {}

    def __enter__(self) -> Self:
        for phase, words in WORDS.items():
            has_some = any(checks_of(phase, job.bases) for job in self._jobs)
            self._tasks[phase] = self._bars.add_task(
                words, total=len(self._jobs), state="", start=False, visible=has_some
            )
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def show(self, said: Said) -> None:
        """Take one piece of news in."""
        name, news = said.job.name, said.news
        task = self._tasks[said.phase]
        self._bars.start_task(task)
        if news.ending is None:
            self._running[name] = None
            if news.outcome in LOST:
                self._lost[name] += 1
                self._failing.add(name)
        else:
            self._running.pop(name, None)
            self._bars.advance(task)
            self._print_end(said)
        failing = f"{len(self._failing)} failing" if self._failing else ""
        running = ", ".join(self._running)
        self._bars.update(task, state=f"[red]{failing}[/red] [dim]{running[:24]}[/dim]")

    def say(self, sentence: str) -> None:
        """Print a sentence above the bars."""
        self._bars.console.print(visible(sentence), markup=False, soft_wrap=True)

    def _print_end(self, said: Said) -> None:
        name, news = said.job.name, said.news
        if news.ending != "done":
            word = "[bold red]the grader failed[/]" if news.ending == "grader failed" else "refused"
            self._bars.console.print(f"{name}: {word}: ", end="")
            self._bars.console.print(visible(news.why), markup=False, soft_wrap=True)
        elif not self._console.is_terminal:
            lost = self._lost.pop(name, 0)
            checks = f"{lost} checks failed" if lost else "done"
            self._console.print(f"{said.phase}: {name}: {checks}", markup=False, soft_wrap=True)
