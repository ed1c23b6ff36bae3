"""What a TA reads at the end of a class: the numbers, and all that needs a person."""

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from autograder.classroom.class_run import ClassRun, NotGraded
from autograder.views.summary_table import summary_table
from autograder.visible_text import visible

MOST_NAMED = 8


def class_summary(run: ClassRun, report: str) -> Group:
    """Return the summary of a run; `report` is where the whole report lies."""
    ours = [one for one in run.not_graded if one.grader_failed]
    refused = [one for one in run.not_graded if not one.grader_failed]
    undecided = [result.submission for result in run.results if result.undecided]
    wired = [result.submission for result in run.results if result.tripwires]
    late = [r.submission for r in run.results if r.hand_in and r.hand_in.penalty]
    lines = [
        *_each("THE GRADER FAILED, grade them again with --only-failed", ours, "bold red"),
        *_each("Not gradable as handed in", refused, "red"),
        *_named("Undecided: run again on a quieter machine with --only-failed", undecided),
        *_named("To be looked at by a person (see the report)", wired),
        *_named("Points taken off for lateness", late),
        *_named("Not on the roster", run.unknown),
        *_named("On the roster, handed in nothing", run.missing),
        *_named("Files that belong to nobody", [path for path, _ in run.left_over]),
    ]
    lines += [Text(visible(note), "yellow") for note in run.notes]
    return Group(summary_table(list(run.results)), *lines, Text(f"report: {report}"))


def _each(title: str, those: Sequence[NotGraded], style: str) -> list[Text]:
    if not those:
        return []
    lines = [Text(f"{title}: {len(those)}", style)]
    return lines + [Text(f"  {visible(one.name)} ({one.submission}): {one.why}") for one in those]


def _named(title: str, names: Sequence[str]) -> list[Text]:
    if not names:
        return []
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    shown = ", ".join(map(visible, names[:MOST_NAMED]))
    return [Text(f"{title}: {len(names)}", "yellow"), Text(f"  {shown}{more}")]
