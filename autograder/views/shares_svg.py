"""Draw three ways to share the same subtrees, on one axis, so that the eye compares them."""

from autograder.checks.timeline import Timeline
from autograder.scaling.shares import Shares
from autograder.views.gantt_chart import bound_reason, milliseconds
from autograder.views.gantt_svg import Room, gantt_axis, gantt_rows, gantt_rules, rows_height
from autograder.views.picture import LINE_HEIGHT, Rules, Scheme, paragraph, picture, text

HEAD, HEADING, GAP = 34, 26, 20
LEFT, WIDTH, RIGHT = 76, 320, 72


def _rules(scheme: Scheme) -> Rules:
    return {**gantt_rules(scheme), ".heading": "font-weight:bold"}


def shares_svg(shares: Shares) -> str:
    """Return the three charts below one another as SVG."""
    longest = max(timeline.makespan for timeline in shares.timelines)
    parts = [text(8, 20, shares.title)]
    top = HEAD
    for timeline in shares.timelines:
        room = Room(top=top + HEADING, left=LEFT, width=WIDTH, right=RIGHT, seconds=longest)
        parts.append(text(8, top + 14, _heading(timeline), "heading"))
        parts += gantt_rows(timeline, room)
        top = room.top + rows_height(timeline) + GAP
    bound = shares.dynamic
    lines = [
        f"No schedule is shorter than {milliseconds(bound.bound_seconds)}, the dashed line "
        f"({bound_reason(bound)}). Simulated: a node takes a microsecond."
    ]
    below = paragraph(8, top + 34, lines, room.whole_width - 16, "soft")
    return picture(
        "shares",
        width=room.whole_width,
        height=top + 32 + LINE_HEIGHT * len(below),
        label="; ".join([shares.title, *map(_heading, shares.timelines), *lines]),
        rules=_rules,
        parts=[*parts, *gantt_axis(timeline, room, top - GAP + 14), *below],
    )


def _heading(timeline: Timeline) -> str:
    return (
        f"{timeline.title}: {milliseconds(timeline.makespan)}, {timeline.whole_idle_share:.0%} idle"
    )
