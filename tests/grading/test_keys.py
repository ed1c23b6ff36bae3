"""A check's key changes with what its outcome follows from, and with nothing else."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.assignment.files import RUNG_NAMES
from autograder.grading import keys
from autograder.grading.rubric import DEFAULT_RUBRIC, read_rubric
from autograder.intake.submission import take_in

Edit = Callable[[str, str, str], None]


def all_keys(submission: Path, rubric: Path = DEFAULT_RUBRIC, level: str = "plain"):
    """Return the keys of all checks, by name."""
    read = read_rubric(rubric)
    with take_in(submission) as taken:
        return keys.check_keys(keys.check_bases(read, read.checks, (level,)), taken)


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """Return the names of the checks whose keys differ."""
    return {name for name in before if before[name] != after[name]}


@pytest.fixture
def edit_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Edit]:
    """Work on a copy of the kit; return a function that replaces a text in a file of it."""
    package = tmp_path / "kit" / "autograder"
    shutil.copytree(keys.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(keys, "PACKAGE", package)
    monkeypatch.setattr(
        keys, "CHECKS", (package / "checks" / "public", package / "checks" / "hidden")
    )
    monkeypatch.setattr(
        keys, "DATA", (package / "engines" / "inside_sandbox", package / "truth" / "data")
    )

    def edit(file: str, old: str, new: str) -> None:
        path = package / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        forget()

    def forget() -> None:
        for cached in (keys._definitions, keys._imported_by, keys._syntax, keys._code_digest):
            cached.cache_clear()

    forget()
    yield edit
    forget()


def test_the_same_things_have_the_same_keys(solution_folder: Path):
    assert all_keys(solution_folder) == all_keys(solution_folder)
    assert len(set(all_keys(solution_folder).values())) == len(read_rubric().checks)


def test_another_submission_has_other_keys(solution_folder: Path, edited_solution):
    other = edited_solution(serial="def win(board): ...\n")
    assert changed(all_keys(solution_folder), all_keys(other)) == set(read_rubric().checks)


def test_another_isolation_has_other_keys(solution_folder: Path):
    before, after = all_keys(solution_folder), all_keys(solution_folder, level="bubblewrap")
    assert changed(before, after) == set(before)


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("lines = { points = 4", "lines = { points = 40", set()),
        (
            'double_lines = { points = 2, visibility = "hidden"',
            'double_lines = { points = 2, visibility = "public"',
            set(),
        ),
        ("repeats = 5 ", "repeats = 6 ", {"timing"}),
        (
            "call_seconds = 5.0",
            "call_seconds = 6.0",
            {"win", "minimax", "threads", "mpi", "timing", *RUNG_NAMES},
        ),
    ],
    ids=["points", "visibility", "timing", "limits"],
)
def test_of_the_rubric_only_limits_and_thresholds_matter(
    solution_folder: Path, tmp_path: Path, old: str, new: str, parts: set[str]
):
    rubric = tmp_path / "rubric.toml"
    text = DEFAULT_RUBRIC.read_text(encoding="utf-8")
    assert old in text
    rubric.write_text(text.replace(old, new), encoding="utf-8")
    differing = changed(all_keys(solution_folder), all_keys(solution_folder, rubric))
    assert {name.partition(".")[0] for name in differing} == parts


def test_a_changed_check_is_run_again_and_no_other(solution_folder: Path, edit_kit: Edit):
    before = all_keys(solution_folder)
    edit_kit(
        "checks/public/threads.py",
        'expect_search_calls(examiner, "threads", 3)',
        'expect_search_calls(examiner, "threads", 4)',
    )
    assert changed(before, all_keys(solution_folder)) == {"threads.search_calls"}


def test_what_a_check_imports_is_part_of_it(solution_folder: Path, edit_kit: Edit):
    before = all_keys(solution_folder)
    edit_kit("checks/rank_schedules.py", "(", "(  # a comment changes nothing\n")
    assert changed(before, all_keys(solution_folder)) == set()
    edit_kit("checks/messages.py", "import ", "import sys\nimport ")
    touched = changed(before, all_keys(solution_folder))
    assert "mpi.few_messages" in touched
    assert not any(name.startswith(("win.", "minimax.", "threads.")) for name in touched)


def test_the_workers_code_and_the_truth_are_part_of_every_check(
    solution_folder: Path, edit_kit: Edit
):
    before = all_keys(solution_folder)
    edit_kit("truth/data/three_by_three.csv", "0", "1")
    after = all_keys(solution_folder)
    assert changed(before, after) == set(before)
    edit_kit("engines/inside_sandbox/worker.py", "import json", "import json, math")
    assert changed(after, all_keys(solution_folder)) == set(before)
