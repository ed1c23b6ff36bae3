"""How Sphinx makes the site of the guides; `ttt handouts FOLDER` runs it.

Nothing is loaded from elsewhere when a page is read: furo brings its styles along, takes the fonts
that the system has, and the search is an index beside the pages.
"""

from pathlib import Path
from typing import Any

from pygments.lexers.shell import BashLexer
from sphinx.application import Sphinx

from autograder.assignment.files import kit_root
from autograder.handouts.printed import PRINTED
from autograder.handouts.reading_copy import reading_copy

project = "Perfect play in parallel"
extensions = ["myst_parser"]
highlight_language = "text"
# student/ and gradescope/ lie at the top of zips, and are no pages.
exclude_patterns = ["student", "gradescope"]
nitpicky = True
myst_heading_anchors = 3

html_theme = "furo"
html_title = project
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_use_index = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": False}
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"

linkcheck_timeout = 20

PDF_LINK = '<p class="printed-link"><a href="{name}.pdf">This page as a PDF for printing</a></p>'

MENDED = {
    # What is wider than a phone can be scrolled without a mouse.
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
    ' role="heading">': ' role="heading" aria-level="2">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<div id="search-results">': '<h1>Search</h1><div id="search-results">',
}
"""What axe-core finds fault with in pages as Sphinx and furo make them (WCAG 2.2, ARIA 1.2)."""


def setup(app: Sphinx) -> None:
    """Tell Sphinx what it should know besides."""
    app.add_lexer("console", BashLexer)  # our blocks hold commands alone, without prompts
    app.connect("source-read", _without_answers)
    app.connect("html-page-context", _with_pdf)
    app.connect("build-finished", _mend_pages)


def _without_answers(_: Sphinx, page: str, source: list[str]) -> None:
    folder, _, name = page.rpartition("/")
    if folder == "notebooks":
        source[0] = reading_copy(kit_root(), name)


def _with_pdf(_: Sphinx, page: str, _template: str, context: Any, _tree: Any) -> None:
    if page in PRINTED:
        context["body"] = PDF_LINK.format(name=page) + context["body"]


def _mend_pages(app: Sphinx, trouble: Exception | None) -> None:
    if trouble is None:
        for page in Path(app.outdir).glob("**/*.html"):
            text = page.read_text(encoding="utf-8")
            for is_made, should_be in MENDED.items():
                text = text.replace(is_made, should_be)
            page.write_text(text, encoding="utf-8")
