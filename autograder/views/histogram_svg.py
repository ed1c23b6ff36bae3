"""Draw how a class' scores are spread.

The picture is to stand inside a page, whose style sheet (`templates/style.css`) colours it.
"""

from collections.abc import Sequence

BINS = 10
WIDTH, HEIGHT = 560, 190
LEFT, BOTTOM, TOP = 8, 24, 20


def histogram_svg(shares: Sequence[float]) -> str:
    """Return a histogram of shares of the possible points, in tenths, as SVG.

    Args:
        shares: each from 0 to 1; 1 belongs to the last tenth.
    """
    counts = [0] * BINS
    for share in shares:
        counts[min(int(max(share, 0.0) * BINS), BINS - 1)] += 1
    words = "; ".join(f"{_range(place)}: {count}" for place, count in enumerate(counts) if count)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="histogram" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="How many scored what percentage. {words or "Nobody yet"}">'
    ]
    parts += [_bar(place, count, max(counts)) for place, count in enumerate(counts)]
    floor = HEIGHT - BOTTOM
    parts.append(f'<path class="axis" d="M{LEFT} {floor}H{WIDTH - LEFT}"/>')
    return "\n".join([*parts, "</svg>"])


def _range(place: int) -> str:
    low, high = 100 * place // BINS, 100 * (place + 1) // BINS
    return f"{low}-{high}"


def _bar(place: int, count: int, most: int) -> str:
    width = (WIDTH - 2 * LEFT) / BINS
    height = (HEIGHT - BOTTOM - TOP) * count / most if most else 0.0
    x, y = LEFT + place * width, HEIGHT - BOTTOM - height
    middle = f"{x + width / 2:.1f}"
    number = f'<text x="{middle}" y="{y - 5:.1f}">{count}</text>' if count else ""
    return (
        f'<rect x="{x + 3:.1f}" y="{y:.1f}" width="{width - 6:.1f}" height="{height:.1f}"/>'
        f'{number}<text class="range" x="{middle}" y="{HEIGHT - 7}">{_range(place)}</text>'
    )
