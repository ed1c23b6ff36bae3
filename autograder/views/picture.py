"""What all pictures have in common: colours for light and dark, letters, the paper they are on.

A picture is an SVG without scripts or anything that is loaded from elsewhere, and can stand in a
page or in a file of its own. Its rules name its kind, so that no picture styles its neighbour's.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from autograder.visible_text import visible

LETTER_WIDTH = 6.6
"""Of the usual 13 px letters, a little more than the average one has."""

LINE_HEIGHT = 18


@dataclass(frozen=True)
class Scheme:
    """The colours of one mode.

    Attributes:
        paper: the ground, and what keeps two things apart.
        ink: letters; `soft_ink` letters that matter less; `accent` what is to be seen first.
        bound: a limit that nothing can pass.
        rule: lines and areas behind it all.
    """

    paper: str
    ink: str
    soft_ink: str
    accent: str
    bound: str
    rule: str


# The background is drawn too: a page or a viewer need not follow the reader's colour scheme.
LIGHT = Scheme("#ffffff", "#24292f", "#57606a", "#0a58b5", "#b3261e", "#d0d7de")
DARK = Scheme("#0d1117", "#e6edf3", "#9198a1", "#79b8ff", "#ff8a80", "#3d444d")

Rules = Mapping[str, str]
"""Declarations by selector."""


def _common_rules(scheme: Scheme) -> Rules:
    return {
        "text": f"font:13px system-ui,sans-serif;fill:{scheme.ink}",
        ".paper": f"fill:{scheme.paper}",
        ".soft": f"fill:{scheme.soft_ink}",
    }


def picture(
    kind: str,
    *,
    width: int,
    height: int,
    label: str,
    rules: Callable[[Scheme], Rules],
    parts: Iterable[str],
) -> str:
    """Return the SVG of a picture.

    Args:
        kind: a word that is the same for all pictures with these rules.
        width: in pixels, as is the `height`; shown smaller where there is less room.
        label: what there is to see, for those who do not see it.
        rules: how its elements look, in the colours of a mode.
        parts: the elements, their texts escaped.
    """
    light, dark = ({**_common_rules(scheme), **rules(scheme)} for scheme in (LIGHT, DARK))
    changed = {selector: how for selector, how in dark.items() if how != light[selector]}
    # Paper is white, so the dark colours are for screens alone.
    style = (
        f".{kind}{{max-width:100%;height:auto}}{_style(kind, light)}"
        f"@media screen and (prefers-color-scheme:dark){{{_style(kind, changed)}}}"
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
            f"aria-label={quoteattr(visible(label))}>",
            f"<style>{style}</style>",
            '<rect class="paper" width="100%" height="100%"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _style(kind: str, rules: Rules) -> str:
    return "".join(f".{kind} {selector}{{{how}}}" for selector, how in rules.items())


def clipped(words: str, letters: int) -> str:
    """Return what shows of a text where only so many letters have room.

    >>> clipped("a long name", 7)
    'a long…'
    """
    shown = visible(words)
    return shown if len(shown) <= letters else shown[: letters - 1] + "…"


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Return a line of text, whatever is in it."""
    classed = f' class="{kind}"' if kind else ""
    anchored = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}"{classed}{anchored}>{escape(visible(words))}</text>'


def paragraph(x: float, y: float, lines: Iterable[str], width: int, kind: str = "") -> list[str]:
    """Return lines of text below one another, broken where they are too long for the width."""
    broken = [part for line in lines for part in wrap(visible(line), int(width / LETTER_WIDTH))]
    return [text(x, y + LINE_HEIGHT * row, part, kind) for row, part in enumerate(broken)]
