"""The page of pairs shows both sides, says what it is not, and obeys no student."""

import re
from html.parser import HTMLParser
from unicodedata import category

from hypothesis import example, given, settings
from hypothesis import strategies as st

from autograder.classroom.likeness.passages import Excerpt, Passage
from autograder.classroom.likeness.similar import Pair, Side, Similarities
from autograder.views.similar_html import LONGEST_LINE, similar_html

NASTY = (
    "</title></style><script>alert(1)</script><img src=x onerror=y>{{ 7 * 7 }}'\"&\x1b[2J\u202e\0"
)


def page(text: str, *, common: bool = False) -> str:
    sides = [
        Side(name=text, tokens=90, shared=60, telling=40.0, telling_share=0.44, file=text)
        for _ in range(2)
    ]
    excerpts = [Excerpt(text, 3, 4, 2, ("x = 1", text, "z = 3", "return")) for _ in range(2)]
    passage = Passage(left=excerpts[0], right=excerpts[1], tokens=60, held_by=3, common=common)
    pair = Pair(left=sides[0], right=sides[1], passages=(passage,))
    return similar_html(Similarities(9, 0.4, (pair,), more_pairs=7, incomplete=(text,)))


class Reader(HTMLParser):
    """Collects the elements of a page, and the text of its marked lines."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_lines_of_both_sides_are_numbered_and_the_passage_is_marked():
    reader = Reader(page("y = 2"))
    lines = [a["class"] for tag, a in reader.elements if "line" in (a.get("class") or "").split()]
    assert lines == ["line", "line alike", "line alike", "line"] * 2
    assert reader.text.count("3y = 2\n4z = 3\n") == 2


def test_it_says_that_likeness_is_not_a_verdict():
    assert "a reason to look, not a verdict" in page("ada")
    assert "not a verdict" in similar_html(Similarities(0, 0.5, ()))


def test_what_is_left_out_is_told():
    text = " ".join(Reader(page("ada")).text.split())
    assert "7 more pairs, less telling than these, are not shown" in text
    assert "1 not compared, or not to the end" in text


def test_common_passages_are_folded_away():
    folded = Reader(page("ada", common=True)).elements
    plain = Reader(page("ada")).elements
    assert (
        sum(tag == "details" for tag, _ in folded) == sum(tag == "details" for tag, _ in plain) + 1
    )
    assert "1 common passage," in page("ada", common=True)


def test_every_link_leads_to_a_place_on_the_page():
    elements = Reader(page("ada")).elements
    places = {attributes.get("id") for _, attributes in elements}
    links = [attributes["href"] for tag, attributes in elements if tag == "a"]
    assert links
    assert all(str(link).removeprefix("#") in places for link in links)


def test_a_very_long_line_is_cut():
    lines = re.findall("<i>3</i>(.*)\n", page("a" * 10_000))
    assert [len(line) for line in lines] == [LONGEST_LINE] * 2


@settings(max_examples=60)
@given(st.text(min_size=1, max_size=60))
@example(NASTY)
def test_no_text_of_a_students_becomes_part_of_the_page(text: str):
    html = page(text)
    assert [(tag, sorted(attributes)) for tag, attributes in Reader(html).elements] == [
        (tag, sorted(attributes)) for tag, attributes in Reader(page("ada")).elements
    ]
    assert all(
        letter == "\n" or letter.isprintable() or category(letter) == "Zs" for letter in html
    )
    assert html.encode("utf-8")


def test_nothing_is_loaded_and_nothing_runs():
    html = page(NASTY)
    assert "default-src 'none'" in html
    loading = {"script", "img", "link", "iframe", "object", "form"}
    assert not loading & {tag for tag, _ in Reader(html).elements}
