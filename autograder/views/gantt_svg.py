"""Draw a timeline as a self-contained SVG picture."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from autograder.checks.timeline import Task, Timeline
from autograder.views.gantt_chart import idle_text, milliseconds, summary_lines
from autograder.views.picture import LINE_HEIGHT, Rules, Scheme, clipped, paragraph, picture, text
from autograder.visible_text import visible

TOP, ROW, BAR = 34, 30, 22
NAME_LETTERS, TITLE_LETTERS = 10, 100
LABEL = "#ffffff"
FILLS = ("#1b6ca8", "#0f7a5e")
"""Of the bars, in turn, with their label's colour on them in light and dark."""


@dataclass(frozen=True)
class Room:
    """The room for the rows of a chart.

    Attributes:
        top: of the first row, in pixels as all of it.
        left: for the workers' names; `width` for the bars; `right` for how long they were idle.
        seconds: the time that the whole width stands for.
    """

    top: int
    left: int
    width: int
    right: int
    seconds: float

    @property
    def whole_width(self) -> int:
        """Of the picture."""
        return self.left + self.width + self.right

    def across(self, seconds: float) -> float:
        """Return how wide a time is."""
        return seconds * self.width / max(self.seconds, 1e-9)


def gantt_rules(scheme: Scheme) -> Rules:
    """Return how the rows of a chart look."""
    return {
        ".label": f"fill:{LABEL};text-anchor:middle",
        ".bar": f"stroke:{scheme.paper}",
        ".track": f"fill:{scheme.rule};opacity:.5",
        ".halo": f"stroke:{scheme.paper};stroke-width:4",
        ".bound": f"stroke:{scheme.bound};stroke-width:2;stroke-dasharray:5 4",
    }


def gantt_svg(timeline: Timeline) -> str:
    """Return the chart as SVG, without scripts or anything that is loaded from elsewhere."""
    longest = max(timeline.makespan, timeline.bound_seconds)
    room = Room(top=TOP, left=90, width=640, right=80, seconds=longest)
    bottom = TOP + rows_height(timeline)
    lines = _lines(timeline)
    below = paragraph(8, bottom + 38, lines, room.whole_width - 16)
    return picture(
        "gantt",
        width=room.whole_width,
        height=bottom + 34 + LINE_HEIGHT * len(below),
        label="; ".join([timeline.title, *lines]),
        rules=gantt_rules,
        parts=[
            text(8, 20, clipped(timeline.title, TITLE_LETTERS)),
            *gantt_rows(timeline, room),
            *gantt_axis(timeline, room, bottom + 14),
            *below,
        ],
    )


def rows_height(timeline: Timeline) -> int:
    """Return how high the rows of a chart are together."""
    return ROW * len(timeline.workers)


def gantt_rows(timeline: Timeline, room: Room) -> list[str]:
    """Return a row for each worker with a bar for each subtree, and the bound across them."""
    parts: list[str] = []
    for worker in range(len(timeline.workers)):
        parts += _row(timeline, worker, room)
    return parts + (_bound(timeline, room) if timeline.tasks else [])


def gantt_axis(timeline: Timeline, room: Room, y: int) -> list[str]:
    """Return what the width stands for."""
    clock = "simulated time" if timeline.simulated else "time"
    return [
        text(room.left, y, "0 ms", "soft"),
        text(room.left + room.width // 2, y, clock, "soft", "middle"),
        text(room.left + room.width, y, milliseconds(room.seconds), "soft", "end"),
    ]


def _lines(timeline: Timeline) -> list[str]:
    return summary_lines(timeline) + [
        f"rank {said.rank}: {visible(said.call)} in {visible(said.file)}:{said.line}, "
        f"count {said.count}, {said.bytes} bytes"
        for said in timeline.traffic
    ]


def _bound(timeline: Timeline, room: Room) -> list[str]:
    x = room.left + room.across(timeline.bound_seconds)
    bottom = room.top + rows_height(timeline)
    ends = f'x1="{x:.1f}" x2="{x:.1f}" y1="{room.top - 4}" y2="{bottom}"'
    return [
        "<g><title>no schedule is shorter</title>",
        f'<line class="halo" {ends}/><line class="bound" {ends}/></g>',
    ]


def _row(timeline: Timeline, worker: int, room: Room) -> list[str]:
    y = room.top + ROW * worker
    name = visible(timeline.workers[worker])
    short = clipped(name, NAME_LETTERS)
    tasks = [task for task in timeline.tasks if task.worker == worker]
    return [
        f'<text x="8" y="{y + 16}"><title>{escape(name)}</title>{escape(short)}</text>',
        f'<rect class="track" x="{room.left}" y="{y}" width="{room.width}" height="{BAR}"/>',
        *(_bar(task, y, room, FILLS[number % 2]) for number, task in enumerate(tasks)),
        text(room.left + room.width + 6, y + 16, idle_text(timeline, worker), "soft"),
    ]


def _bar(task: Task, y: int, room: Room, fill: str) -> str:
    x, width = room.left + room.across(task.start), max(1.0, room.across(task.seconds))
    score = "" if task.score is None else f", score {task.score}"
    tip = (
        f"square {task.square}{score}, {milliseconds(task.start)} to {milliseconds(task.end)}, "
        f"took {milliseconds(task.seconds)}"
    )
    label = ""
    if width > 9 * len(str(task.square)) + 4:
        label = f'<text class="label" x="{x + width / 2:.1f}" y="{y + 16}">{task.square}</text>'
    return (
        f'<g><title>{escape(tip)}</title><rect x="{x:.1f}" y="{y}" width="{width:.1f}" '
        f'height="{BAR}" rx="2" fill="{fill}" class="bar"/>{label}</g>'
    )
