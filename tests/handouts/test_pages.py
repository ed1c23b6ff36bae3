"""Every page is for everybody: axe-core finds no fault, it fits a phone, and it can be found."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import CHROMIUM, open_browser
from guides import ROOT
from made_results import check, hand_in, hostile_check, result
from playwright.sync_api import Browser

from autograder.classroom.class_run import ClassRun, NotGraded
from autograder.handouts.site import build_site
from autograder.views.class_report_html import class_report_html
from autograder.views.feedback_html import feedback_html

PHONE, DESKTOP = 390, 1200
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

HANDOUTS = ROOT / "handouts"
SITE = sorted(str(path.relative_to(HANDOUTS).with_suffix("")) for path in HANDOUTS.glob("**/*.md"))
REPORTS = ("class_report", "feedback")

pytestmark = CHROMIUM


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all pages: the site's, and those that a grading makes."""
    folder = tmp_path_factory.mktemp("pages")
    build_site(HANDOUTS, folder)
    ada = result(
        check("win.lines"),
        check("win.no_line", "failed"),
        hostile_check("a_name_without_any_place_to_break_it/" * 8),
        check("mpi.ties", "blocked"),
        check("timing.mpi", "inconclusive"),
        check("win.larger_boards", visibility="hidden"),
        hand_in=hand_in(),
    )
    run = ClassRun(
        title="Perfect play",
        kind="Canvas",
        started="2026-11-21T12:00:00+00:00",
        wall_seconds=60.0,
        results=(ada,),
        not_graded=(NotGraded(submission="mia", name="Mia", why="it holds none of the answers"),),
        left_over=(("a_file_without_any_place_to_break_its_name" * 4, "it is empty"),),
        missing=("Nobody Here",),
    )
    (folder / "class_report.html").write_text(class_report_html(run), encoding="utf-8")
    (folder / "feedback.html").write_text(feedback_html(ada), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.mark.parametrize("name", [*SITE, "search", *REPORTS])
def test_axe_finds_no_fault_and_nothing_is_wider_than_the_screen(
    name: str, pages: Path, browser: Browser
):
    # The reports forbid scripts to run; axe is one that the browser is told to run all the same.
    page = browser.new_page(bypass_csp=True)
    for width in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto((pages / f"{name}.html").as_uri())
        assert page.evaluate(TOO_WIDE) == 0, f"{name} can be pushed sideways at {width} pixels"
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page)
            assert found.violations_count == 0, f"{width} {scheme}\n{found.generate_report()}"
    page.close()


def test_the_search_finds_a_page_without_a_server(pages: Path, browser: Browser):
    page = browser.new_page()
    page.goto((pages / "search.html").as_uri() + "?q=extensions")
    page.wait_for_selector("#search-results a[href^='teaching_assistants.html']")
    page.close()
