"""The browser that tests look at pages with: the system's Chromium."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from conftest import require
from playwright.sync_api import Browser, sync_playwright

from autograder.errors import UsageError
from autograder.handouts.printed import find_browser


def browser_is_there() -> bool:
    """Return whether there is a Chromium."""
    try:
        find_browser()
    except UsageError:
        return False
    return True


CHROMIUM = require(browser_is_there(), "Chromium")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Open it, with its own walls unless it is run by root, whom they refuse."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_browser(), chromium_sandbox=os.geteuid() != 0
        )
        yield browser
        browser.close()
