"""Print pages of the site as PDF, with the browser that is there.

Chromium prints what it shows: the same styles, with bookmarks, and tags for screen readers. It
numbers pages by CSS ("CSS Paged Media Module Level 3", section "Page-Margin Boxes").
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from autograder.errors import GraderError, UsageError

PRINTED = ("assignment",)
"""Pages that are printed as well."""

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
LINK_TO_A_PAGE = re.compile(r'(<a\b[^>]*?) href="(?!#|https?:|mailto:)[^"]*"')
MOST_SECONDS = 120


def find_browser() -> str:
    """Return the command of a browser that prints.

    Raises:
        UsageError: there is none.
    """
    for name in BROWSERS:
        if command := shutil.which(name):
            return command
    raise UsageError(
        "a PDF is printed by Chromium or Chrome, and neither was found: install one "
        "(Debian: apt install chromium)"
    )


def print_page(page: Path, target: Path) -> None:
    """Print one page of a site.

    Raises:
        UsageError: there is no browser.
        GraderError: the browser did not print.
    """
    browser = find_browser()
    target.unlink(missing_ok=True)  # or one of before would be taken for what was printed now
    # A link from paper to another page of the site would hold the name of a folder of this machine.
    alone = page.with_name(f"{page.stem}-to-print.html")
    alone.write_text(LINK_TO_A_PAGE.sub(r"\1", page.read_text(encoding="utf-8")), encoding="utf-8")
    try:
        with tempfile.TemporaryDirectory() as profile:
            printing = subprocess.run(
                _command(browser, profile, alone, target),
                capture_output=True,
                text=True,
                timeout=MOST_SECONDS,
                check=False,
            )
    except subprocess.TimeoutExpired as error:
        raise GraderError(f"{browser} did not print {page.name} in {MOST_SECONDS} s") from error
    finally:
        alone.unlink()
    if printing.returncode != 0 or not target.is_file():
        last = printing.stderr.strip().rpartition("\n")[2]
        raise GraderError(f"{browser} did not print {page.name}: {last}")


def _command(browser: str, profile: str, page: Path, target: Path) -> list[str]:
    command = [browser, "--headless", f"--user-data-dir={profile}", "--no-pdf-header-footer"]
    if os.geteuid() == 0:
        command.append("--no-sandbox")  # Chromium's own walls refuse root; the page is ours
    command += ["--generate-pdf-document-outline", f"--print-to-pdf={target.resolve()}"]
    return [*command, page.resolve().as_uri()]
