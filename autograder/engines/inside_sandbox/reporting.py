"""Put whatever student code returned or raised into plain words and numbers."""

import linecache
import re
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

LONGEST_TEXT = 2000
LARGEST_INTEGER = 2**53  # beyond it JSON readers disagree


def describe(value: Any) -> dict[str, Any]:
    """Return the type of a value, the value itself if it is a sensible int, and its text."""
    name = type(value).__name__
    is_integer = isinstance(value, (int, np.integer)) and not isinstance(value, (bool, np.bool_))
    if is_integer and abs(int(value)) < LARGEST_INTEGER:
        return {"type": "int", "value": int(value), "text": str(int(value))}
    return {"type": name, "value": None, "text": short_text(value)}


def short_text(value: object) -> str:
    """Return repr(value), cut short; an object whose repr fails is named by its type."""
    try:
        return repr(value)[:200]
    except Exception:  # noqa: BLE001 - student objects may do anything here
        return f"<{type(value).__name__}>"


def changed_board(board: Iterable[int], given: list[int]) -> list[int] | None:
    """Return the board as plain ints if it differs from what was given, else None."""
    now = [int(square) for square in board]
    return None if now == given else now


def describe_error(error: BaseException, package: str) -> dict[str, Any]:
    """Return type, message and place of an exception, the place being the student's own line."""
    file, line, function = place_of(error, package)
    return {
        "type": type(error).__name__,
        "message": short_message(error),
        "file": file,
        "line": line,
        "function": function,
        "source": source_line(error, package, line),
    }


def short_message(error: BaseException) -> str:
    """Return str(error) without numba's closing advice, cut short."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - student exceptions may do anything here
        message = ""
    for advice in ("During: Pass", "This error may have been caused", "\nFile "):
        message = message.partition(advice)[0]
    message = message.replace("Failed in nopython mode pipeline (step: nopython frontend)\n", "")
    return message.strip()[:LONGEST_TEXT]


def place_of(error: BaseException, package: str) -> tuple[str, int, str]:
    """Return file name, line and function of the deepest frame in the student's package."""
    if isinstance(error, SyntaxError) and error.filename:
        return Path(error.filename).name, error.lineno or 0, ""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent.name == package:
            return Path(frame.filename).name, frame.lineno or 0, frame.name
    # numba's own errors carry the place in their text: File "../starter/serial.py", line 42
    found = re.findall(rf'File "[^"]*\b{package}/([\w.]+)", line (\d+)', str(error))
    if found:
        return found[-1][0], int(found[-1][1]), ""
    return "", 0, ""


def source_line(error: BaseException, package: str, line: int) -> str:
    """Return the text of the student's line that raised."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent.name == package and frame.lineno == line:
            return linecache.getline(frame.filename, line).strip()
    return ""
