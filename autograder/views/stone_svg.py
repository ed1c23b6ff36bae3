"""Draw one stone; what is around it says how it looks."""

from autograder.truth.rules import X


def stone_svg(owner: int, middle_x: float, middle_y: float, reach: float) -> str:
    """Return the stone of a player: a cross or a ring, from its middle to `reach` on all sides."""
    if owner != X:
        return f'<circle class="stone o" cx="{middle_x:g}" cy="{middle_y:g}" r="{reach:g}"/>'
    left, top, across = middle_x - reach, middle_y - reach, 2 * reach
    return (
        f'<path class="stone x" d="M{left:g} {top:g}l{across:g} {across:g}'
        f'M{left:g} {top + across:g}l{across:g} -{across:g}"/>'
    )
