"""Trees, shares and speed-ups are drawn truly, whatever they hold, and can be read by everybody."""

import re
import runpy
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from contrast import contrast
from hypothesis import given
from hypothesis import strategies as st
from made_scaling import scaling

from autograder.scaling.document import ScalingDocument
from autograder.scaling.shares import shared
from autograder.truth.game_tree import Node, game_tree, nodes, read_position
from autograder.truth.pruning import SEARCHES
from autograder.truth.searched_tree import searched_tree
from autograder.truth.tables import three_by_three
from autograder.views import gantt_svg, picture
from autograder.views.picture import DARK, LIGHT, Scheme
from autograder.views.shares_svg import shares_svg
from autograder.views.speed_up_svg import speed_up_svg
from autograder.views.tree_svg import CELL, tree_svg

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "style", "rect", "text", "title", "g", "path", "line", "circle", "polygon"}
OPEN = [position.board for position in three_by_three() if not position.is_over]

texts = st.text(max_size=30)
plain_trees = st.builds(
    lambda board, plies: game_tree(board, plies=plies),
    st.sampled_from(OPEN),
    st.integers(0, 2),
)
late_trees = st.builds(game_tree, st.sampled_from([b for b in OPEN if b.count(0) <= 6]))
trees = plain_trees | st.builds(searched_tree, late_trees, st.sampled_from(sorted(SEARCHES)))

all_limits = st.none() | st.lists(st.integers(1, 9), min_size=9, max_size=9)


@st.composite
def documents(draw: st.DrawFn) -> ScalingDocument:
    counts = sorted(draw(st.sets(st.integers(2, 64), max_size=5)))
    repeats = draw(st.integers(1, 7))
    times = st.lists(st.floats(1e-5, 1e4), min_size=repeats, max_size=repeats)
    seconds = {count: draw(times) for count in (1, *counts)}
    module = draw(st.sampled_from(["threads", "mpi"]))
    kind = draw(st.sampled_from(["strong", "weak"]))
    cores = draw(st.integers(1, 8))
    return scaling(seconds, engine=draw(texts), module=module, usable_cores=cores, scaling=kind)


def read(svg: str) -> ElementTree.Element:
    """Return the picture as the strictest parser reads it, having seen that it stands alone."""
    root = ElementTree.fromstring(svg.encode())
    assert {element.tag for element in root.iter()} <= {SVG + name for name in ELEMENTS}
    for element in root.iter():
        assert not {name for name in element.attrib if "href" in name or name.startswith("on")}
    assert not re.search(r"url\(|@import", root.find(f"{SVG}style").text)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    return root


def words(svg: str) -> str:
    return "\n".join(element.text or "" for element in read(svg).iter(f"{SVG}text"))


@given(trees, all_limits)
def test_any_tree_is_a_picture_that_stands_alone(tree: Node, limits: list[int] | None):
    read(tree_svg(tree, limits=limits))


@given(st.lists(st.floats(0, 1e3), max_size=10), st.integers(1, 8), texts)
def test_any_shares_are_a_picture_that_stands_alone(lengths: list[float], count: int, title: str):
    read(shares_svg(shared(dict(enumerate(lengths)), count, title=title)))


@given(documents())
def test_any_speed_up_is_a_picture_that_stands_alone(document: ScalingDocument):
    read(speed_up_svg(document))


def test_hostile_names_stay_text():
    nasty = '</svg><script>alert("1")</script>\x00\x1b\ud800 ]]> &lt;'
    for svg in (
        shares_svg(shared({0: 1.0}, 2, title=nasty)),
        speed_up_svg(scaling({1: [1.0], 2: [0.5]}, engine=nasty)),
    ):
        assert '</svg><script>alert("1")</script>' in words(svg)


# --- the tree ------------------------------------------------------------------------------------


def by_class(root: ElementTree.Element, kind: str) -> Iterator[ElementTree.Element]:
    return (e for e in root.iter() if kind in e.get("class", "").split())


@given(trees)
def test_a_thick_edge_leads_to_each_chosen_child_and_frames_follow_the_line(tree: Node):
    root = read(tree_svg(tree, limits=[9] * 9))
    assert len(list(by_class(root, "taken"))) == sum(node.chosen is not None for node in tree)
    assert len(list(by_class(root, "chosen"))) == len(tree.line) - 1
    assert len(list(by_class(root, "frame"))) == len(tree.line)


@given(trees, all_limits)
def test_no_two_boards_overlap_and_everything_is_on_the_paper(tree: Node, limits: list[int] | None):
    root = read(tree_svg(tree, limits=limits))
    corners = [(float(s.get("x")), float(s.get("y"))) for s in by_class(root, "square")]
    boards = corners[::9]
    for (x, y), (other_x, other_y) in combinations(boards, 2):
        assert abs(x - other_x) > 3 * CELL or abs(y - other_y) > 3 * CELL
    width, height = int(root.get("width")), int(root.get("height"))
    assert all(0 < x < width - 3 * CELL and 0 < y < height - 3 * CELL for x, y in boards)
    for element in root.iter(f"{SVG}text"):
        assert float(element.get("x")) + 5 * len(element.text) < width
        assert float(element.get("y")) < height


def test_the_levels_are_told_apart_by_shape_and_by_word():
    root = read(tree_svg(game_tree(*read_position("XOX.X.OO."))))
    said = [element.text for element in root.iter(f"{SVG}text")]
    assert said.count("highest") == 2
    assert said.count("lowest") == 1
    signs = [sign.get("points").split() for sign in by_class(root, "sign")]
    tops = {min(float(point.split(",")[1]) for point in points) for points in signs}
    up = [sum(float(p.split(",")[1]) in tops for p in points) for points in signs]
    assert sorted(up) == [1, 1, 1, 1, 1, 2, 2, 2]  # corners at the top: one points up, two down


def test_the_label_tells_what_moves_are_worth_and_which_line_is_chosen():
    label = read(tree_svg(game_tree(*read_position("XOX.X.OO.")))).get("aria-label")
    assert "square 3 -8, square 5 -8, square 8 9" in label
    assert "chosen line: X on 8; then X has won" in label


def test_siblings_that_are_not_drawn_are_counted_and_the_chosen_one_is_drawn():
    tree = game_tree(*read_position("X........"), plies=1)
    said = words(tree_svg(tree, limits=[2])).split("\n")
    assert {"1", "4", "and 6 more: -4"} <= set(said)  # only square 4 does not lose


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_a_wide_tree_stays_narrow_enough_for_a_telephone(plies: int):
    root = read(tree_svg(game_tree((0,) * 9, plies=plies)))
    assert int(root.get("width")) <= 520
    assert int(root.get("height")) <= 2600


def test_what_is_cut_off_is_said():
    assert f"{nodes((0,) * 9, 1) - 1:,} below" in words(tree_svg(game_tree((0,) * 9, plies=0)))


# --- the speed-up --------------------------------------------------------------------------------


def test_points_intervals_ideal_and_law_are_drawn():
    root = read(speed_up_svg(scaling({1: [1.0] * 5, 2: [0.5] * 5, 4: [0.3] * 5})))
    assert len(list(by_class(root, "point"))) == len(list(by_class(root, "interval"))) == 3
    assert len(list(by_class(root, "ideal"))) == len(list(by_class(root, "law"))) == 1
    first, second, fourth = (float(point.get("cy")) for point in by_class(root, "point"))
    assert (first - fourth) / (first - second) == pytest.approx((1 / 0.3 - 1) / (2 - 1), rel=0.01)


@pytest.mark.parametrize(
    ("times", "says"),
    [
        ({1: [1.0], 2: [0.4]}, "below 0"),
        ({1: [1.0], 2: [3.0]}, "above 1"),
        ({1: [1.0], 2: [0.6]}, "serial share of 0.200"),
        ({1: [1.0], 2: [0.6]}, "needs 5 repeats"),
        ({1: [1.0] * 5, 8: [0.3] * 5}, "4 cores to use"),
    ],
    ids=["faster than ideal", "slower than one", "fit", "few repeats", "few cores"],
)
def test_the_label_says_what_the_numbers_are_worth(times: dict[int, list[float]], says: str):
    assert says in read(speed_up_svg(scaling(times))).get("aria-label")


# --- colours and files ---------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_ink_can_be_read_on_the_paper(scheme: Scheme):
    for ink in (scheme.ink, scheme.soft_ink, scheme.accent, scheme.bound):
        assert contrast(ink, scheme.paper) >= 4.5


def test_a_label_can_be_read_on_every_bar():
    for fill in gantt_svg.FILLS:
        assert contrast(gantt_svg.LABEL, fill) >= 4.5


def test_a_picture_uses_no_colours_but_those_of_its_scheme(monkeypatch: pytest.MonkeyPatch):
    only = Scheme(*("#000000",) * 6)
    monkeypatch.setattr(picture, "LIGHT", only)
    monkeypatch.setattr(picture, "DARK", only)
    for svg in diagrams().values():
        colours = set(re.findall(r"#[0-9a-f]{3,6}", svg))
        assert colours <= {"#000000", gantt_svg.LABEL, *gantt_svg.FILLS}


def test_the_rules_of_a_picture_reach_no_other():
    for svg in diagrams().values():
        root = read(svg)
        style = root.find(f"{SVG}style").text
        selectors = re.findall(r"([^{}]+)\{(?!\.)", style)
        assert len(selectors) > 10
        assert all(selector.startswith(f".{root.get('class')}") for selector in selectors)


def diagrams() -> dict[str, str]:
    return runpy.run_path(str(ROOT / "handouts/pictures/draw_diagrams.py"))["diagrams"]()


@pytest.mark.parametrize("name", ["tree.svg", "shares.svg", "speed_up.svg"])
def test_the_handouts_show_what_is_drawn_today(name: str):
    drawn = (ROOT / "handouts" / "pictures" / name).read_text(encoding="utf-8")
    assert drawn == diagrams()[name], "run python handouts/pictures/draw_diagrams.py"
