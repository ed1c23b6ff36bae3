"""The pairs of a class that look alike, as a page that needs nothing but a browser."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder.classroom.likeness.fingerprints import GRAM
from autograder.classroom.likeness.passages import Excerpt
from autograder.classroom.likeness.similar import Similarities
from autograder.visible_text import visible

LONGEST_LINE = 200


def similar_html(similarities: Similarities) -> str:
    """Return the page: a table of the pairs, then the passages of each side by side."""
    # Names and code are a student's: all of it is escaped, and what does not show is spelled out.
    environment = Environment(
        loader=PackageLoader("autograder.views"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(visible=visible, percent=_percent, code=_code)
    template = environment.get_template("similar.html.j2")
    return template.render(similarities=similarities, gram=GRAM, numbered_lines=_numbered_lines)


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _code(line: str) -> str:
    text = visible(line.expandtabs(4))
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"


def _numbered_lines(excerpt: Excerpt) -> list[tuple[int, str, bool]]:
    """Return number, text and whether it belongs to the passage, of each line of an excerpt."""
    return [
        (number, line, excerpt.first <= number <= excerpt.last)
        for number, line in enumerate(excerpt.lines, excerpt.start)
    ]
