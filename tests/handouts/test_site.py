"""The site is whole, says nothing that students should not read, and needs nothing from elsewhere.

Links to other sites are not tried here, since tests use no network:
`python -m sphinx -b linkcheck handouts links` does it (see handouts/instructors.md).
"""

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from browsers import CHROMIUM
from guides import ROOT

from autograder.assignment.notebooks import source_notebooks
from autograder.cli.main import main
from autograder.errors import InstructorError, UsageError
from autograder.grading.rubric import CheckRubric, read_rubric
from autograder.handouts import printed, site
from autograder.handouts.reading_copy import reading_copy

NOTEBOOKS = sorted((ROOT / "handouts" / "notebooks").glob("*.md"))
URL = re.compile(r"https://[\w.-]+\.[a-z]{2,}(/[^\s<>\"]*)?")


class Page(HTMLParser):
    """A page: the anchors in it, where its links lead, and what a browser loads to show it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        self.anchors.add(given.get("id", ""))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") == "stylesheet":
            self.loaded.append(given["href"])
        elif "src" in given:
            self.loaded.append(given["src"])


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    site.build_site(ROOT / "handouts", target)  # stops at any warning
    return target


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in built.glob("**/*.html")}


def test_every_guide_is_a_page(built: Path):
    for guide in (ROOT / "handouts").glob("**/*.md"):
        assert (built / guide.relative_to(ROOT / "handouts").with_suffix(".html")).is_file()


def test_every_link_within_the_site_leads_somewhere(built: Path, pages: dict[Path, Page]):
    for path, page in pages.items():
        for link in page.links:
            there = urlsplit(link)
            if there.scheme or link == "assignment.pdf":  # printed, when asked for
                continue
            target = (path.parent / unquote(there.path)).resolve() if there.path else path
            assert target.is_file(), f"{path.name}: {link}"
            if there.fragment:
                assert there.fragment in pages[target].anchors, f"{path.name}: {link}"


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Page]):
    for path, page in pages.items():
        for name in page.loaded:
            there = urlsplit(name)
            assert not there.netloc, name
            assert (path.parent / there.path).is_file(), name


def test_styles_load_nothing_from_elsewhere(built: Path):
    for style in built.glob("**/*.css"):
        text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"@import|url\(\s*[\"']?(https?:)?//", text), style.name


def test_links_to_other_sites_are_well_formed(pages: dict[Path, Page]):
    outside = {link for page in pages.values() for link in page.links if urlsplit(link).netloc}
    for link in outside:
        assert URL.fullmatch(link), link


def test_no_page_names_a_hidden_check(pages: dict[Path, Page]):
    checks = read_rubric().checks
    public = {name.partition(".")[2] for name, check in checks.items() if not is_hidden(check)}
    hidden = {name.partition(".")[2] for name, check in checks.items() if is_hidden(check)}
    telling = sorted(name for name in hidden - public if "_" in name)  # others are usual words
    secret = re.compile(rf"\b({'|'.join(telling)})\b")
    for path in pages:
        named = secret.search(re.sub("<[^>]+>", "", path.read_text(encoding="utf-8")))
        assert not named, f"{path.name}: {named}"


def is_hidden(check: CheckRubric) -> bool:
    return check.visibility == "hidden"


def test_a_link_that_leads_nowhere_stops_the_build(tmp_path: Path):
    shutil.copytree(ROOT / "handouts", tmp_path / "handouts")
    with (tmp_path / "handouts" / "students.md").open("a") as guide:
        guide.write("\n[Nowhere](nowhere.md)\n")
    with pytest.raises(InstructorError, match=r"nowhere\.md"):
        site.build_site(tmp_path / "handouts", tmp_path / "site")


@pytest.mark.parametrize("name", [path.stem for path in NOTEBOOKS])
def test_a_notebook_is_shown_without_its_answers(name: str):
    shown = reading_copy(ROOT, name)
    cells = json.loads(source_notebooks()[f"{name}.ipynb"])["cells"]
    marks = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    written = ["".join(cell["source"]) for cell in cells]
    for text, mark in zip(written, marks, strict=True):
        if mark.get("solution") and mark["cell_type"] == "markdown":
            assert text not in shown
        for answer in re.findall("### BEGIN SOLUTION\n(.*?)### END SOLUTION", text, re.DOTALL):
            assert answer not in shown
        if not mark and ".ipynb" not in text:
            assert text in shown
    for left in ("SOLUTION", "HIDDEN TESTS", "hidden=True"):
        assert left not in shown


@CHROMIUM
def test_the_assignment_is_printed_with_tags_and_without_names_of_folders(tmp_path: Path):
    shutil.copytree(ROOT / "handouts", tmp_path / "handouts")
    (tmp_path / "handouts" / "assignment.md").write_text(
        "# The assignment\n\nSee [how to start](students.md) and [below](#marks).\n\n## Marks\n"
    )
    site.build_site(tmp_path / "handouts", tmp_path / "site")
    assert 'href="assignment.pdf"' in (tmp_path / "site" / "assignment.html").read_text()
    target = tmp_path / "assignment.pdf"
    printed.print_page(tmp_path / "site" / "assignment.html", target)
    paper = target.read_bytes()
    assert paper.startswith(b"%PDF-")
    for word in (b"/StructTreeRoot", b"/Outlines"):  # for screen readers; bookmarks
        assert word in paper
    assert b"file://" not in paper
    assert not list((tmp_path / "site").glob("*-to-print.html"))


def test_a_missing_tool_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(printed, "BROWSERS", ("no-such-browser",))
    with pytest.raises(UsageError, match="apt install chromium"):
        printed.find_browser()
    monkeypatch.setattr(site, "BUILT_WITH", ("no_such_module",))
    with pytest.raises(UsageError, match=r'pip install -e "\.\[handouts\]"'):
        site.build_site(ROOT / "handouts", tmp_path)


def test_a_folder_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("")
    assert main(["handouts", str(tmp_path / "file" / "site")]) == 2
    assert "cannot be written" in capsys.readouterr().err
