"""What tests of several folders need."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.engines.isolation.bubblewrap import bubblewrap_works

ROOT = Path(__file__).parents[1]

ISOLATIONS = [
    pytest.param("plain"),
    pytest.param(
        "bubblewrap",
        marks=pytest.mark.skipif(
            not bubblewrap_works(), reason="bubblewrap does not work on this machine"
        ),
    ),
]


@pytest.fixture(params=ISOLATIONS)
def isolation(request: pytest.FixtureRequest) -> str:
    """Name each isolation backend in turn."""
    return request.param


@pytest.fixture
def edited_solution(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies solution/ and replaces whole files or appends to them."""

    def edit(**files: str) -> Path:
        folder = tmp_path / "submission"
        shutil.copytree(ROOT / "solution", folder, ignore=shutil.ignore_patterns("__pycache__"))
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        return folder

    return edit


@pytest.fixture
def solution_folder() -> Path:
    """Return the folder of the reference solution."""
    return ROOT / "solution"
