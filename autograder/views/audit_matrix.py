"""What an instructor reads about the grader: which check caught what, and what it got wrong."""

import json
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from autograder.audit.audit import Audited
from autograder.grading.result import CheckResult

SHOWN = 2
"""How many names there are in a line."""


def audited_line(audited: Audited) -> Text:
    """Return one submission in a line: what it deserves, what caught it, and what went wrong."""
    specimen = audited.specimen
    caught = [check.name for check in audited.checks if check.outcome != "passed"]
    line = Text.assemble(
        ("! " if audited.findings else "  ", "bold red"), f"{specimen.kind:<8}{specimen.name}"
    )
    line.append(f"  {_named(caught) or 'all passed'}", "dim")
    for finding in audited.findings:
        line.append(f"\n    {finding}", "red")
    return line


def audited_json(audited: Audited) -> str:
    """Return one submission as a JSON line: the outcome of each check, and what went wrong."""
    return json.dumps(
        {
            "name": audited.specimen.name,
            "kind": audited.specimen.kind,
            "outcomes": {check.name: check.outcome for check in audited.checks},
            "points": sum(check.points for check in audited.checks),
            "findings": [str(finding) for finding in audited.findings],
            "wall_seconds": audited.wall_seconds,
        }
    )


def audit_matrix(audited: Sequence[Audited]) -> Group:
    """Return the table of checks, and the sums of everything that is not as it should be."""
    checks = list(dict.fromkeys(check.name for one in audited for check in one.checks))
    table = Table(box=box.SIMPLE, header_style="bold", expand=True)
    table.add_column("check", no_wrap=True)
    for column in ("run", "caught"):
        table.add_column(column, justify="right")
    table.add_column("such as", ratio=1, overflow="ellipsis", no_wrap=True)
    for name in checks:
        run = [(one, check) for one in audited for check in one.checks if check.name == name]
        caught = [one.specimen.name for one, check in run if _caught(check)]
        style = "" if caught else "yellow"
        table.add_row(
            Text(name, style), str(len(run)), str(len(caught)), _named(caught) or "nothing"
        )
    return Group(table, *_sums(audited, checks))


def _caught(check: CheckResult) -> bool:
    return check.outcome == "failed"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def _sums(audited: Sequence[Audited], checks: Iterable[str]) -> Iterable[Text]:
    idle = [
        name
        for name in checks
        if not any(c.name == name and _caught(c) for one in audited for c in one.checks)
    ]
    by_sort = {
        sort: [one for one in audited if any(f.deviation == sort for f in one.findings)]
        for sort in ("false pass", "false fail", "not named", "trace", "grader failed")
    }
    survivors = [one for one in audited if one.survived]
    yield Text(f"{len(audited)} submissions graded")
    for sort, ones in (*by_sort.items(), ("survived every check", survivors)):
        style = "bold red" if ones else "green"
        names = ", ".join(one.specimen.name for one in ones)
        yield Text(f"{sort}: {names or 'none'}", style)
    yield Text(f"checks that caught nothing: {', '.join(idle) or 'none'}", "yellow" if idle else "")
