"""The zips, made once."""

from pathlib import Path

import pytest

from autograder.assignment.bundles import gradescope_bundle, student_bundle


@pytest.fixture(scope="session")
def student_zip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "student.zip"
    student_bundle(path)
    return path


@pytest.fixture(scope="session")
def gradescope_zip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "gradescope.zip"
    gradescope_bundle(path)
    return path
