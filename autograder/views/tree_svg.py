"""Draw a game tree from left to right, a column for each ply, with the scores as they come up."""

from dataclasses import dataclass
from xml.sax.saxutils import escape

from autograder.truth.game_tree import Node
from autograder.truth.rules import SYMBOLS, complete_lines, side_length, winner
from autograder.views.picture import LINE_HEIGHT, Rules, Scheme, paragraph, picture, text
from autograder.views.stone_svg import stone_svg
from autograder.views.tree_words import (
    MOST_ENDS,
    Limits,
    and_more,
    below,
    fitting_limits,
    legend,
    level,
    scoring,
    shown_children,
    story,
    title,
    verdict,
)

CELL, MARGIN = 19, 12
COLUMN, LEAST_WIDTH, LEAST_WITH_SEARCH = 110, 380, 540
CAPTION, GAP = 20, 12
MORE, MORE_WIDTH = 28, 122
HEAD = 76
STROKES = (
    "A thick line leads from each position to the move whose score it takes; the framed boards are "
    "what both sides play."
)


@dataclass(frozen=True)
class Placed:
    """A node with its place: the middle of its board's left side.

    Attributes:
        hidden: children that are not shown; their words stand at `more_y`.
    """

    node: Node
    x: int
    y: float
    children: tuple["Placed", ...]
    hidden: list[Node]
    more_y: float


def _rules(scheme: Scheme) -> Rules:
    return {
        ".small": "font-size:12px",
        ".square": f"fill:{scheme.paper};stroke:{scheme.soft_ink}",
        ".stone": f"fill:none;stroke:{scheme.ink};stroke-width:2;stroke-linecap:round",
        ".win": f"stroke:{scheme.accent};stroke-width:3;stroke-linecap:round",
        ".edge": f"fill:none;stroke:{scheme.soft_ink}",
        ".pruned .square,.pruned .stone": "stroke-dasharray:2 3",
        ".edge.taken": f"stroke:{scheme.ink};stroke-width:3",
        ".edge.chosen": f"stroke:{scheme.accent};stroke-width:5",
        ".number": f"stroke:{scheme.paper};stroke-width:5;paint-order:stroke;text-anchor:middle",
        ".chosen-number": "font-weight:bold",
        ".halo": f"stroke:{scheme.paper};stroke-width:4;paint-order:stroke",
        ".sign": f"fill:{scheme.ink}",
        ".frame": f"fill:none;stroke:{scheme.accent};stroke-width:3",
    }


def tree_svg(node: Node, *, limits: Limits | None = None, search: str = "") -> str:
    """Return the tree as SVG.

    Args:
        node: the root.
        limits: how many siblings are drawn at most, by the depth of their parent; as many as stay
            legible if it is not given.
        search: whose visits the nodes hold, if they do.
    """
    placed, bottom = _place(node, limits or fitting_limits(node, MOST_ENDS), HEAD)
    least = LEAST_WIDTH if node.visits is None else LEAST_WITH_SEARCH
    width = max(least, _right(placed) + MARGIN)
    lines = [f"{STROKES} {legend(node)}", scoring(node)]
    about = paragraph(MARGIN, bottom + 20, lines, width - 2 * MARGIN, "soft")
    return picture(
        "tree",
        width=width,
        height=round(bottom + 16 + LINE_HEIGHT * len(about)),
        label=story(node, search),
        rules=_rules,
        parts=[
            text(MARGIN, 22, title(node, search)),
            *_headings(node),
            *_edges(placed, on_line=True),
            *_boards(placed, on_line=True),
            *about,
        ],
    )


def _extent(node: Node) -> int:
    return CELL * side_length(node.board)


def _right(placed: Placed) -> int:
    """Return where the words of a tree end on the right."""
    more = placed.x + COLUMN + MORE_WIDTH if placed.hidden else 0
    own = placed.x + _extent(placed.node) + 28
    return max(own, more, *(_right(child) for child in placed.children))


def _place(node: Node, limits: Limits, top: float) -> tuple[Placed, float]:
    """Return the tree with places below `top`, a parent in the middle of its children.

    Also returns the bottom of the room that it takes.
    """
    shown, hidden = shown_children(node, limits)
    children, bottom = [], top
    for child in shown:
        placed, bottom = _place(child, limits, bottom)
        children.append(placed)
    more_y = bottom + 8
    if hidden:
        bottom += MORE
    captions = 2 * CAPTION - 4 if below(node) else CAPTION
    own = _extent(node) + captions + GAP
    middle = (children[0].y + children[-1].y) / 2 if children else top + _extent(node) / 2
    placed = Placed(node, MARGIN + node.depth * COLUMN, middle, tuple(children), hidden, more_y)
    return placed, max(bottom, middle - _extent(node) / 2 + own)


# --- what is drawn -----------------------------------------------------------------------------


def _headings(node: Node) -> list[str]:
    """Return for each column who is to move, and what is taken there."""
    parts: list[str] = []
    columns = {one.depth: one for one in node if not one.is_over}
    for depth, one in sorted(columns.items()):
        x = MARGIN + depth * COLUMN
        parts += [
            text(x, 46, f"{SYMBOLS[one.player]} to move", "soft"),
            _sign(one, x, 53),
            text(x + 16, 64, "highest" if level(one) == "max" else "lowest", "soft"),
        ]
    return parts


def _sign(node: Node, x: float, y: float) -> str:
    """Return a triangle that points up at a level that takes the highest, and down at the other."""
    points = f"{x:g},{y + 11:g} {x + 12:g},{y + 11:g} {x + 6:g},{y + 1:g}"
    if level(node) == "min":
        points = f"{x:g},{y + 1:g} {x + 12:g},{y + 1:g} {x + 6:g},{y + 11:g}"
    return f'<polygon class="sign" points="{points}"/>'


def _edges(placed: Placed, *, on_line: bool) -> list[str]:
    parts: list[str] = []
    left = placed.x + _extent(placed.node)
    for child in placed.children:
        taken = child.node is placed.node.chosen
        chosen = taken and on_line
        half_way = (left + child.x) / 2 - 8
        kind = "edge taken chosen" if chosen else "edge taken" if taken else "edge"
        parts.append(
            f'<path class="{kind}" d="M{left:g} {placed.y:g}C{half_way:g} {placed.y:g} '
            f'{half_way:g} {child.y:g} {child.x - 20:g} {child.y:g}H{child.x:g}"/>'
        )
        number = "number chosen-number" if taken else "number"
        parts.append(text(child.x - 13, child.y + 4.5, str(child.node.square), number))
        parts += _edges(child, on_line=chosen)
    if placed.hidden:
        x = placed.x + COLUMN
        parts.append(
            f'<path class="edge" stroke-dasharray="3 4" d="M{left:g} {placed.y:g}'
            f'L{x - 6:g} {placed.more_y:g}"/>'
        )
        parts.append(text(x, placed.more_y + 4, and_more(placed.hidden), "soft small"))
    return parts


def _boards(placed: Placed, *, on_line: bool) -> list[str]:
    node = placed.node
    group = '<g class="pruned">' if node.visits == 0 else "<g>"
    parts = [group, f"<title>{escape(_tip(node))}</title>", *_board(placed, on_line=on_line)]
    y = placed.y + _extent(node) / 2
    if node.is_over:
        parts.append(text(placed.x, y + 15, verdict(node)))
    else:
        parts += [_sign(node, placed.x, y + 4), text(placed.x + 16, y + 15, verdict(node))]
    if below(node):
        parts.append(text(placed.x, y + 31, below(node), "soft small halo"))
    parts.append("</g>")
    for child in placed.children:
        parts += _boards(child, on_line=on_line and child.node is node.chosen)
    return parts


def _tip(node: Node) -> str:
    played = "" if node.square is None else f"{SYMBOLS[-node.player]} played {node.square}; "
    return (
        f"{played}{verdict(node)}; minimax(board, {node.player}, {node.depth}) returns {node.score}"
    )


def _board(placed: Placed, *, on_line: bool) -> list[str]:
    node, side = placed.node, side_length(placed.node.board)
    top = placed.y - _extent(node) / 2
    parts: list[str] = []
    for square, owner in enumerate(node.board):
        row, column = divmod(square, side)
        x, y = placed.x + CELL * column, top + CELL * row
        parts.append(f'<rect class="square" x="{x:g}" y="{y:g}" width="{CELL}" height="{CELL}"/>')
        if owner:
            parts.append(stone_svg(owner, x + CELL / 2, y + CELL / 2, CELL / 4))
    for line in complete_lines(node.board, winner(node.board))[:1] if node.is_over else ():
        ends = [divmod(square, side) for square in (min(line), max(line))]
        points = [
            f"{placed.x + CELL * (column + 0.5):g} {top + CELL * (row + 0.5):g}"
            for row, column in ends
        ]
        parts.append(f'<path class="win" d="M{points[0]}L{points[1]}"/>')
    if on_line:
        extent = _extent(node)
        parts.append(
            f'<rect class="frame" x="{placed.x - 2}" y="{top - 2:g}" width="{extent + 4}" '
            f'height="{extent + 4}" rx="2"/>'
        )
    return parts
