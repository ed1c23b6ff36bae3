"""Draw a timeline as a self-contained SVG picture."""

from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from autograder.checks.timeline import Task, Timeline
from autograder.views.gantt_chart import idle_text, milliseconds, summary_lines
from autograder.visible_text import visible

LEFT, TOP, ROW, BAR, WIDTH = 90, 34, 30, 22, 640
RIGHT = 80
LETTERS, NAME_LETTERS = 100, 10
FILLS = ("#1b6ca8", "#0f7a5e")
# The background is drawn too: a page or a viewer need not follow the reader's colour scheme.
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#24292f}.label{fill:#fff;text-anchor:middle}"
    ".paper{fill:#fff}.bar{stroke:#fff}.soft{fill:#57606a}.track{fill:#d0d7de;opacity:.5}"
    ".halo{stroke:#fff;stroke-width:4}.bound{stroke:#b3261e;stroke-width:2;stroke-dasharray:5 4}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.soft{fill:#9198a1}"
    ".track{opacity:.25}.halo,.bar{stroke:#0d1117}.bound{stroke:#ff8a80}}"
)


def gantt_svg(timeline: Timeline) -> str:
    """Return the chart as SVG, without scripts or anything that is loaded from elsewhere."""
    scale = WIDTH / max(timeline.makespan, timeline.bound_seconds, 1e-9)
    bottom = TOP + ROW * len(timeline.workers)
    lines = [short for line in _lines(timeline) for short in wrap(line, LETTERS)]
    height = bottom + 34 + 18 * len(lines)
    about = quoteattr("; ".join([visible(timeline.title), *lines]))
    title = visible(timeline.title)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + RIGHT} {height}" '
        f'role="img" aria-label={about}>',
        f"<style>{STYLE}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        f'<text x="8" y="20">{escape(_clipped(title, LETTERS))}</text>',
    ]
    for worker in range(len(timeline.workers)):
        parts += _row(timeline, worker, scale)
    if timeline.tasks:
        parts += _bound(LEFT + timeline.bound_seconds * scale, bottom)
    parts += _axis(timeline, scale, bottom)
    for number, line in enumerate(lines):
        parts.append(f'<text x="8" y="{bottom + 38 + 18 * number}">{escape(line)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _clipped(text: str, letters: int) -> str:
    return text if len(text) <= letters else text[: letters - 1] + "…"


def _lines(timeline: Timeline) -> list[str]:
    return summary_lines(timeline) + [
        f"rank {said.rank}: {visible(said.call)} in {visible(said.file)}:{said.line}, "
        f"count {said.count}, {said.bytes} bytes"
        for said in timeline.traffic
    ]


def _bound(x: float, bottom: int) -> list[str]:
    ends = f'x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 4}" y2="{bottom}"'
    return [
        "<g><title>no schedule is shorter</title>",
        f'<line class="halo" {ends}/><line class="bound" {ends}/></g>',
    ]


def _axis(timeline: Timeline, scale: float, bottom: int) -> list[str]:
    clock = "simulated time" if timeline.simulated else "time"
    labels = (
        ("start", LEFT, "0 ms"),
        ("middle", LEFT + WIDTH // 2, clock),
        ("end", LEFT + WIDTH, milliseconds(WIDTH / scale)),
    )
    return [
        f'<text class="soft" x="{x}" y="{bottom + 14}" text-anchor="{anchor}">{label}</text>'
        for anchor, x, label in labels
    ]


def _row(timeline: Timeline, worker: int, scale: float) -> list[str]:
    y = TOP + ROW * worker
    name = visible(timeline.workers[worker])
    short = _clipped(name, NAME_LETTERS)
    idle = idle_text(timeline, worker)
    tasks = [task for task in timeline.tasks if task.worker == worker]
    return [
        f'<text x="8" y="{y + 16}"><title>{escape(name)}</title>{escape(short)}</text>',
        f'<rect class="track" x="{LEFT}" y="{y}" width="{WIDTH}" height="{BAR}"/>',
        *(_bar(task, y, scale, FILLS[number % 2]) for number, task in enumerate(tasks)),
        f'<text class="soft" x="{LEFT + WIDTH + 6}" y="{y + 16}">{idle}</text>',
    ]


def _bar(task: Task, y: int, scale: float, fill: str) -> str:
    x, width = LEFT + task.start * scale, max(1.0, task.seconds * scale)
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
