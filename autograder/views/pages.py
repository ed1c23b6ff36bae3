"""Make HTML pages: one file each, that loads nothing, runs nothing and shows any text as text.

The templates are written so that a page is well-formed XML as well ("Polyglot Markup", W3C): what
is not closed, or not escaped, is found by the strictest parser there is.
"""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from autograder.views.check_report import points_text
from autograder.views.moments import duration_text, moment_text, percent_text
from autograder.visible_text import visible

TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, **content: object) -> str:
    """Return the page that a template of this folder makes of `content`."""
    return _environment().get_template(template).render(content)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        points=points_text, moment=moment_text, duration=duration_text, percent=percent_text
    )
    return environment


def _shown(value: object) -> object:
    """Make a value harmless to look at; `autoescape` makes it harmless to the parser."""
    return value if isinstance(value, Markup) else visible(str(value), keep="\n")
