"""Build the site of the guides with Sphinx; how it looks is said in handouts/conf.py."""

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from autograder.assignment.files import kit_root
from autograder.errors import InstructorError, UsageError
from autograder.handouts.printed import PRINTED, print_page

BUILT_WITH = ("sphinx", "myst_parser", "furo")
SPHINX = (sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-q")


def build_handouts(target: Path) -> list[str]:
    """Write index.html and all pages to the folder `target`, and the PDFs; return their names.

    Raises:
        UsageError: a tool is missing, or `target` cannot be written.
        InstructorError: a page has a mistake, such as a link that leads nowhere.
    """
    source = kit_root() / "handouts"
    if not (source / "conf.py").is_file():
        raise UsageError(f"there are no guides at {source}: run ttt from a clone of the kit")
    build_site(source, target)
    for name in PRINTED:
        print_page(target / f"{name}.html", target / f"{name}.pdf")
    return ["index.html", *(f"{name}.pdf" for name in PRINTED)]


def build_site(source: Path, target: Path) -> None:
    """Write the pages of the folder `source`.

    Raises:
        UsageError: a tool is missing, or `target` cannot be written.
        InstructorError: a page has a mistake, such as a link that leads nowhere.
    """
    if not all(importlib.util.find_spec(name) for name in BUILT_WITH):
        raise UsageError('the site is made with Sphinx: pip install -e ".[handouts]"')
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error.strerror}") from error
    # A process of its own, since Sphinx changes docutils for good; what it keeps between two runs
    # is thrown away, so that a page is never older than its text.
    with tempfile.TemporaryDirectory() as kept:
        building = subprocess.run(
            [*SPHINX, "-d", kept, str(source), str(target)],
            env=os.environ | {"PYTHONPATH": str(kit_root())},  # conf.py is the kit's too
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    if building.returncode != 0:
        raise InstructorError(f"the guides have mistakes:\n{building.stderr.strip()}")
