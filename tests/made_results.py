"""Result documents for tests of views, and texts that a view might trip over."""

from hypothesis import strategies as st

from autograder.checks.failure import Failure
from autograder.grading.result import CheckResult, HandIn, Machine, Result
from autograder.visible_text import visible

NASTY = "]]>\x1b[2J\x00\ud800\ufffe<script>alert(1)</script>&amp;\x0b=1+1,\"'\u2028\u202e</pre>"
ANYTHING = st.text(st.characters(), max_size=40)
OUTCOMES = ("passed", "failed", "blocked", "inconclusive", "error")


def check(name: str = "win.lines", outcome: str = "passed", **fields: object) -> CheckResult:
    """Return a check of 4 points, public unless told otherwise."""
    usual = {"title": "Lines are found.", "hint": "Look again.", "visibility": "public"}
    usual |= {"possible": 4.0, "points": 4.0 if outcome == "passed" else 0.0}
    if outcome == "failed":
        usual |= {"failure": Failure(sentence="The result is wrong.", returned="1", expected="0")}
    elif outcome != "passed":
        usual |= {"reason": "Too busy."}
    return CheckResult(name=name, outcome=outcome, **{**usual, **fields})


def hostile_check(text: str, outcome: str = "failed", **fields: object) -> CheckResult:
    """Return a check in which a student has a word wherever one can be had."""
    shown = Failure(
        sentence=text,
        board="XX.OO....",
        call=text,
        returned=text,
        expected=text,
        why=text,
        where=text,
        case=text,
        printed=text,
    )
    failure = shown if outcome == "failed" else None
    usual = {"name": "threads.ties", "failure": failure, "reason": text, "notes": (text,)}
    return check(outcome=outcome, **{**usual, **fields})


def result(*checks: CheckResult, name: str = "ada", **fields: object) -> Result:
    """Return the result of a submission with these checks."""
    usual = {
        "title": "Perfect play",
        "kit": "0.1.0",
        "rubric": "0" * 64,
        "seed": 7654321,
        "started": "2026-11-20T12:00:00+00:00",
        "wall_seconds": 12.345,
        "machine": Machine(
            system="Linux", python="3.11", cores=2, isolation="bubblewrap", mpi="embedded"
        ),
    }
    return Result(submission=visible(name), checks=checks, **{**usual, **fields})


def hand_in(**fields: object) -> HandIn:
    """Return who handed in: Ada, an hour before it was due."""
    usual = {
        "name": "Ada Lovelace",
        "identifiers": {"login": "ada", "email": "ada@example.org", "canvas_id": "1815"},
        "submitted": "2026-11-20T11:00:00+00:00",
        "due": "2026-11-20T12:00:00+00:00",
    }
    return HandIn(**{**usual, **fields})
