"""Put whatever student code returned or raised into plain words and numbers.

Classes of a student's may pretend to be others and answer anything, so objects are not asked: what
Python itself knows of them is used.
"""

import contextlib
import linecache
import re
import traceback
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

LONGEST_TEXT = 2000
LONGEST_REPR = 200
LARGEST_INTEGER = 2**53  # beyond it JSON readers disagree

_type_name = type.__dict__["__name__"].__get__


def describe(value: Any) -> dict[str, Any]:
    """Return the type of a value, the value itself if it is a sensible int, and its text."""
    number = exact_integer(value)
    if number is not None and abs(number) < LARGEST_INTEGER:
        return {"type": "int", "value": number, "text": str(number)}
    return {"type": class_name(value), "value": None, "text": short_text(value)}


def exact_integer(value: Any) -> int | None:
    """Return the integer that an int or numpy integer holds, or None for anything else."""
    kind = type(value)
    if issubclass(kind, (bool, np.bool_)):
        return None
    if issubclass(kind, int):
        return int.__add__(value, 0)
    if issubclass(kind, np.integer):
        return int(np.generic.item(value))
    return None


def class_name(value: object) -> str:
    """Return the name of an object's class, cut short."""
    return str(_type_name(type(value)))[:LONGEST_REPR]


def short_text(value: object) -> str:
    """Return repr(value), cut short; an object whose repr fails is named by its type."""
    try:
        return str.__str__(repr(value))[:LONGEST_REPR]
    except BaseException:  # noqa: BLE001 - student objects may do anything here
        return f"<{class_name(value)}>"


def changed_board(board: npt.NDArray[np.int8], before: bytes) -> list[int] | None:
    """Return the board as plain ints if it differs from what was given, else None."""
    return None if board.tobytes() == before else board.tolist()


def describe_error(error: BaseException, package: str) -> dict[str, Any]:
    """Return type, message and place of an exception, the place being the student's own line."""
    message, place, source = "(the exception does not say)", ("", 0, ""), ""
    # Student exceptions may do anything here.
    with contextlib.suppress(BaseException):
        message = str.__str__(str(error))
        place = place_of(error, message, package)
        source = source_line(error, package, place[1])
    return {
        "type": class_name(error),
        "message": _without_advice(message),
        "file": place[0],
        "line": place[1],
        "function": place[2],
        "source": source,
    }


def _without_advice(message: str) -> str:
    """Return a message without numba's closing advice, cut short."""
    for advice in ("During: Pass", "This error may have been caused", "\nFile "):
        message = message.partition(advice)[0]
    message = message.replace("Failed in nopython mode pipeline (step: nopython frontend)\n", "")
    return message.strip()[:LONGEST_TEXT]


def place_of(error: BaseException, message: str, package: str) -> tuple[str, int, str]:
    """Return file name, line and function of the deepest frame in the student's package."""
    if issubclass(type(error), SyntaxError) and error.filename:  # type: ignore[attr-defined]
        return Path(error.filename).name, exact_integer(error.lineno) or 0, ""  # type: ignore[attr-defined]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent.name == package:
            return Path(frame.filename).name, frame.lineno or 0, frame.name
    # numba's own errors carry the place in their text: File "../starter/serial.py", line 42
    found = re.findall(rf'File "[^"]*\b{package}/([\w.]+)", line (\d+)', message)
    if found:
        return found[-1][0], int(found[-1][1]), ""
    return "", 0, ""


def source_line(error: BaseException, package: str, line: int) -> str:
    """Return the text of the student's line that raised."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent.name == package and frame.lineno == line:
            return linecache.getline(frame.filename, line).strip()
    return ""
