"""Draw measured speed-ups with their intervals, the ideal, and the law that is fitted to them."""

from dataclasses import dataclass
from math import log10
from xml.sax.saxutils import escape

from autograder.scaling.amdahl import AmdahlFit
from autograder.scaling.document import ScalingDocument
from autograder.scaling.gustafson import GustafsonFit
from autograder.scaling.speed_up import SpeedUp, fitted_law, speed_ups
from autograder.views.picture import LINE_HEIGHT, Rules, Scheme, clipped, paragraph, picture, text
from autograder.views.scaling_words import cautions, fit_words, law_name, scaling_title, times

LEFT, TOP, WIDTH, HEIGHT, RIGHT = 44, 62, 286, 220, 108
LABEL_ROOM = 18
"""Between two labels of an axis, in pixels."""

STEPS_OF_CURVE = 48
TITLE_LETTERS = 60
BELOW = 64


@dataclass(frozen=True)
class Plane:
    """The plane of the picture: workers from 1 to `most`, speed-up from 0 to `highest`."""

    most: int
    highest: float

    def x(self, workers: float) -> float:
        """Return where a number of workers is."""
        return LEFT + 16 + (WIDTH - 16) * (workers - 1) / max(self.most - 1, 1)

    def y(self, speed_up: float) -> float:
        """Return where a speed-up is."""
        return TOP + HEIGHT * (1 - speed_up / self.highest)


def _rules(scheme: Scheme) -> Rules:
    return {
        ".axis": f"stroke:{scheme.soft_ink};fill:none",
        ".grid": f"stroke:{scheme.rule}",
        ".ideal": f"stroke:{scheme.soft_ink};stroke-width:2;stroke-dasharray:6 5;fill:none",
        ".law": f"stroke:{scheme.accent};stroke-width:2.5;fill:none",
        ".law-name": f"fill:{scheme.accent}",
        ".interval": f"stroke:{scheme.ink};stroke-width:2;fill:none",
        ".point": f"fill:{scheme.ink}",
    }


def speed_up_svg(document: ScalingDocument) -> str:
    """Return the diagram as SVG."""
    compared = speed_ups(document)
    fit = fitted_law(document, compared)
    most = compared[-1].workers
    plane = Plane(most, 1.05 * max(most, *(one.speed_up.high for one in compared)))
    said = [_said(document, one) for one in compared[1:]]
    said += [fit_words(fit)] if fit else []
    said += cautions(document, compared)
    width = LEFT + WIDTH + RIGHT
    below = paragraph(8, TOP + HEIGHT + BELOW, said, width - 16)
    title = scaling_title(document)
    return picture(
        "speed-up",
        width=width,
        height=TOP + HEIGHT + BELOW + LINE_HEIGHT * len(below),
        label="; ".join([f"Speed-up of {title}", *said]),
        rules=_rules,
        parts=[
            text(8, 20, clipped(title, TITLE_LETTERS)),
            *_axes(plane, document),
            *_law(plane, fit),
            *(part for one in compared for part in _point(plane, one)),
            *below,
        ],
    )


def _said(document: ScalingDocument, one: SpeedUp) -> str:
    return (
        f"{one.workers} {document.workers_name}: {times(one.speed_up)} times as fast, "
        f"{one.efficiency.median:.0%} efficient."
    )


def _axes(plane: Plane, document: ScalingDocument) -> list[str]:
    bottom, right = TOP + HEIGHT, LEFT + WIDTH
    parts = [text(8, TOP - 14, "speed-up", "soft")]
    step = _step(plane.highest)
    for number in range(int(plane.highest / step) + 1):
        y = plane.y(number * step)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{right}"/>')
        parts.append(text(LEFT - 8, round(y + 4.5, 1), f"{number * step:g}", "soft", "end"))
    parts.append(f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>')
    last = 0.0
    for count in (timing.workers for timing in document.timings):
        x = plane.x(count)
        parts.append(f'<path class="axis" d="M{x:.1f} {bottom}v5"/>')
        if x - last >= LABEL_ROOM:
            parts.append(text(round(x, 1), bottom + 19, str(count), "soft", "middle"))
            last = x
    middle = LEFT + WIDTH / 2
    return [*parts, text(middle, bottom + 38, document.workers_name, "soft", "middle")]


def _step(highest: float) -> float:
    """Return the distance of the lines: 1, 2 or 5 times a power of ten, at most six of them."""
    power = 10.0 ** int(log10(highest) // 1)
    steps = (power * factor for factor in (0.1, 0.2, 0.5, 1, 2, 5))
    return next(step for step in steps if highest / step <= 6)


def _law(plane: Plane, fit: AmdahlFit | GustafsonFit | None) -> list[str]:
    """Return the ideal line and the law's curve, each with its name at its end."""
    most = plane.most
    if fit is None:
        return []
    counts = [1 + (most - 1) * step / STEPS_OF_CURVE for step in range(STEPS_OF_CURVE + 1)]
    curve = " ".join(f"{plane.x(count):.1f} {plane.y(fit.speed_up(count)):.1f}" for count in counts)
    end = plane.x(most) + 12
    ideal_y, law_y = plane.y(most) + 4.5, plane.y(fit.speed_up(most)) + 4.5
    return [
        f'<path class="ideal" d="M{plane.x(1):.1f} {plane.y(1):.1f}'
        f'L{plane.x(most):.1f} {plane.y(most):.1f}"/>',
        text(end, round(ideal_y, 1), "ideal", "soft"),
        f'<path class="law" d="M{curve}"/>',
        text(end, round(max(law_y, ideal_y + 16), 1), law_name(fit), "law-name"),
    ]


def _point(plane: Plane, one: SpeedUp) -> list[str]:
    x, y = plane.x(one.workers), plane.y(one.speed_up.median)
    low, high = plane.y(one.speed_up.low), plane.y(one.speed_up.high)
    return [
        f"<g><title>{escape(f'{one.workers}: {times(one.speed_up)}')}</title>",
        f'<path class="interval" d="M{x - 7:.1f} {high:.1f}h14m-7 0V{low:.1f}m-7 0h14"/>',
        f'<circle class="point" cx="{x:.1f}" cy="{y:.1f}" r="4"/></g>',
    ]
