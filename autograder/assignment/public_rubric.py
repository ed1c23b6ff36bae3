"""The rubric as students get it: of the hidden checks nothing is left but their number."""

import re
import tomllib
from typing import Any

from autograder.errors import InstructorError

HIDDEN = "hidden"
HIDDEN_LINE = re.compile(rf'\s*[\w-]+\s*=\s*\{{.*\bvisibility\s*=\s*"{HIDDEN}"')
FIRST_TABLE = re.compile(r"^\[", re.MULTILINE)


def public_rubric(text: str) -> str:
    """Return the text of a rubric without its hidden checks; comments and order stay.

    Raises:
        InstructorError: it is not TOML, or a hidden check is not written on a line of its own.
    """
    try:
        wanted = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InstructorError(f"the rubric is not TOML: {error}") from error
    number = _take_hidden_checks_out(wanted)
    lines = (line for line in text.splitlines(keepends=True) if not HIDDEN_LINE.match(line))
    entry = f"hidden_elsewhere = {number}  # checks that only your grader has\n\n"
    cut = FIRST_TABLE.sub(f"{entry}[", "".join(lines), count=1)
    # What is handed out is read back: nothing may have been missed, and nothing else taken out.
    if _read(cut) != {**wanted, "hidden_elsewhere": number}:
        raise InstructorError(
            "the hidden checks cannot be cut out of the rubric: write each on a line of its own, "
            f'such as lines = {{ points = 4, visibility = "{HIDDEN}" }}'
        )
    return cut


def _take_hidden_checks_out(document: dict[str, Any]) -> int:
    number = 0
    for part, checks in document.get("checks", {}).items():
        public = {name: check for name, check in checks.items() if not _is_hidden(check)}
        number += sum(name not in public and not _is_extra(check) for name, check in checks.items())
        document["checks"][part] = public
    return number


def _is_hidden(check: Any) -> bool:
    return isinstance(check, dict) and check.get("visibility") == HIDDEN


def _is_extra(check: Any) -> bool:
    """Return whether it belongs to what may be left out, and is run only for who does not."""
    return isinstance(check, dict) and check.get("extra") is True


def _read(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
