"""Draw a timeline in the terminal: a row for each worker, a bar for each subtree."""

from rich.cells import set_cell_size
from rich.console import Group
from rich.table import Table
from rich.text import Text

from autograder.checks.timeline import Task, Timeline
from autograder.visible_text import visible

NAME_WIDTH = 10
IDLE_WIDTH = 11
STYLES = ("cyan", "blue")


def gantt_chart(
    timeline: Timeline, width: int = 72, *, ascii_only: bool = False, seconds: float = 0.0
) -> Group:
    """Return the chart with its axis, what bounds the time, and what was sent.

    Args:
        timeline: what to draw.
        width: of the whole, in columns.
        ascii_only: use no other characters than those of ASCII.
        seconds: what the axis reaches at least, so that charts can be compared.
    """
    columns = max(10, width - NAME_WIDTH - IDLE_WIDTH)
    seconds = max(seconds, timeline.makespan)
    rows = range(len(timeline.workers))
    parts: list[Text | Table] = [_text(timeline.title, "bold", ascii_only=ascii_only)]
    parts += [_row(timeline, row, columns, seconds, ascii_only=ascii_only) for row in rows]
    parts.append(_axis(timeline, columns, seconds))
    parts += [_text(line, ascii_only=ascii_only) for line in summary_lines(timeline)]
    if timeline.traffic:
        parts.append(_traffic(timeline, ascii_only=ascii_only))
    return Group(*parts)


def _text(text: str, style: str = "", *, ascii_only: bool) -> Text:
    shown = visible(text)
    if ascii_only:
        shown = shown.replace("÷", "/").encode("ascii", "replace").decode()
    return Text(shown, style, overflow="fold")


def _row(
    timeline: Timeline, worker: int, columns: int, seconds: float, *, ascii_only: bool
) -> Text:
    name = _text(timeline.workers[worker], ascii_only=ascii_only).plain
    row = Text(set_cell_size(name, NAME_WIDTH - 1) + " ")
    idle = "." if ascii_only else "·"
    places = _places(timeline, worker, columns / max(seconds, 1e-9), columns)
    drawn = 0
    for number, (task, start, end) in enumerate(places):
        row.append(idle * (start - drawn), "dim")
        row.append(_bar(task, end - start, ascii_only=ascii_only), STYLES[number % len(STYLES)])
        drawn = end
    row.append(idle * (columns - drawn), "dim")
    row.append(idle_text(timeline, worker).rjust(IDLE_WIDTH), "dim")
    return row


def _places(
    timeline: Timeline, worker: int, scale: float, columns: int
) -> list[tuple[Task, int, int]]:
    """Return the columns of each bar, `scale` to a second: first, and one past the last."""
    places = []
    drawn = 0
    for task in timeline.tasks:
        if task.worker != worker:
            continue
        first = min(round(task.start * scale), columns - 1)
        # At least one column; but a search too short for a column of its own is left out, or
        # many of them would push the bars after them away from their times.
        end = max(round(task.end * scale), first + 1)
        if end > drawn:
            places.append((task, max(first, drawn), end))
            drawn = end
    return places


def idle_text(timeline: Timeline, worker: int) -> str:
    """Return how much of the time a worker was not searching, such as "55% idle"."""
    # Searches that overlap, as nested ones do, are longer together than the call.
    share = max(0.0, timeline.idle_share(worker)) if timeline.busy_seconds(worker) else 1.0
    return f"{share:.0%} idle"


def _bar(task: Task, width: int, *, ascii_only: bool) -> str:
    left, fill, right = ("[", "=", "]") if ascii_only else ("▐", "█", "▌")
    label = str(task.square)
    if width < 2:
        return (fill if ascii_only else "▌") * width
    if width < len(label) + 2:
        return left + fill * (width - 2) + right
    return left + label.center(width - 2, fill) + right


def _axis(timeline: Timeline, columns: int, seconds: float) -> Text:
    clock = "simulated time" if timeline.simulated else "time"
    end = milliseconds(seconds)
    middle = clock.center(columns - 4 - len(end))
    return Text(" " * NAME_WIDTH + f"0 ms{middle}{end}", "dim")


def summary_lines(timeline: Timeline) -> list[str]:
    """Return what the chart comes to: makespan and bound, the best score, processor time."""
    return [*_bound_lines(timeline), *_best_line(timeline), *_processor_line(timeline)]


def _bound_lines(timeline: Timeline) -> list[str]:
    if not timeline.tasks:
        return ["no subtree was searched"]
    return [
        f"makespan {milliseconds(timeline.makespan)}; no schedule is shorter than "
        f"{milliseconds(timeline.bound_seconds)}",
        f"({bound_reason(timeline)})",
    ]


def bound_reason(timeline: Timeline) -> str:
    """Say what no schedule can be shorter than."""
    workers = len(timeline.workers)
    return (
        f"longest subtree {milliseconds(timeline.longest_seconds)}, all together "
        f"{milliseconds(timeline.total_seconds)} ÷ {workers} worker{'s' * (workers != 1)}"
    )


def _best_line(timeline: Timeline) -> list[str]:
    scored = [(task.score, -task.square, task) for task in timeline.tasks if task.score is not None]
    if not scored:
        return []
    score, _, task = max(scored, key=lambda item: item[:2])
    finder = visible(timeline.workers[task.worker])
    return [f"best score {score} on square {task.square}, found by {finder}"]


def _processor_line(timeline: Timeline) -> list[str]:
    total = sum(timeline.cpu_seconds)
    if total <= 0 or not timeline.workers:
        return []
    shares = ", ".join(
        f"{visible(name)} {milliseconds(seconds)} ({seconds / total:.0%})"
        for name, seconds in zip(timeline.workers, timeline.cpu_seconds, strict=False)
    )
    return [f"processor time: {shares}"]


def _traffic(timeline: Timeline, *, ascii_only: bool) -> Table:
    table = Table(box=None, header_style="dim")
    for heading in ("rank", "call", "where", "count", "bytes"):
        number = heading in ("rank", "count", "bytes")
        table.add_column(heading, justify="right" if number else "left", overflow="fold")
    for said in timeline.traffic:
        cells = (said.rank, said.call, f"{said.file}:{said.line}", said.count, said.bytes)
        table.add_row(*(_text(str(cell), ascii_only=ascii_only) for cell in cells))
    return table


def milliseconds(seconds: float) -> str:
    """Write a time: whole milliseconds, or two digits of a shorter time.

    >>> milliseconds(0.0123), milliseconds(1.5), milliseconds(0.00004), milliseconds(0)
    ('12 ms', '1500 ms', '0.04 ms', '0 ms')
    """
    value = 1000 * seconds
    return f"{value:.0f} ms" if value >= 9.95 or value < 0.0005 else f"{float(f'{value:.2g}'):g} ms"
