"""What a journal has taken stays, and nothing else is believed."""

import multiprocessing
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.journal import open_journal
from autograder.grading.result import CheckOutcome, CheckResult


def check(name: str, key: str, outcome: CheckOutcome = "passed") -> CheckResult:
    return CheckResult(
        name=name,
        title="",
        hint="",
        visibility="public",
        outcome=outcome,
        points=1,
        possible=1,
        key=key,
    )


def unfinished(path: Path, keys: dict[str, str]) -> list[str]:
    with open_journal(path) as journal:
        return journal.unfinished(keys)


def test_a_finished_check_is_not_run_again_until_its_key_changes(tmp_path: Path):
    path = tmp_path / "new" / "ada.jsonl"
    with open_journal(path) as journal:
        journal.write(check("win.lines", "a"))
    assert unfinished(path, {"win.lines": "a", "win.no_line": "b"}) == ["win.no_line"]
    assert unfinished(path, {"win.lines": "c"}) == ["win.lines"]


@pytest.mark.parametrize("outcome", ["inconclusive", "error"])
def test_what_settles_nothing_is_run_again(tmp_path: Path, outcome: CheckOutcome):
    path = tmp_path / "ada.jsonl"
    with open_journal(path) as journal:
        journal.write(check("win.lines", "a", outcome))
        assert journal.unfinished({"win.lines": "a"}) == ["win.lines"]
        assert journal.latest({"win.lines": "a"})["win.lines"].outcome == outcome
        journal.write(check("win.lines", "a"))
    assert unfinished(path, {"win.lines": "a"}) == []


@given(torn=st.integers(min_value=1, max_value=300))
def test_a_line_torn_anywhere_is_passed_over_and_the_others_stay(torn: int, tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "ada.jsonl"
    with open_journal(path) as journal:
        journal.write(check("win.lines", "a"))
        journal.write(check("win.no_line", "b"))
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[: max(first, len(whole) - torn)])
    keys = {"win.lines": "a", "win.no_line": "b"}
    with open_journal(path) as journal:
        lost = journal.unfinished(keys)
        for name in lost:
            journal.write(check(name, keys[name]))
    assert lost in (["win.no_line"], [])  # [] if only the end of the line was torn off
    assert unfinished(path, keys) == []


@given(text=st.binary(max_size=200))
def test_whatever_stands_in_a_journal_it_can_be_opened(text: bytes, tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "ada.jsonl"
    path.write_bytes(text)
    with open_journal(path) as journal:
        journal.write(check("win.lines", "a"))
    assert unfinished(path, {"win.lines": "a"}) == []


def hold(path: Path, seconds: float, opened: object) -> None:
    with open_journal(path) as journal:
        opened.set()  # type: ignore[attr-defined]
        time.sleep(seconds)
        journal.write(check("win.lines", "a"))


def test_a_second_grader_waits_for_the_first(tmp_path: Path):
    context = multiprocessing.get_context("spawn")
    opened, path = context.Event(), tmp_path / "ada.jsonl"
    first = context.Process(target=hold, args=(path, 0.5, opened))
    first.start()
    opened.wait()
    assert unfinished(path, {"win.lines": "a"}) == []
    first.join()
