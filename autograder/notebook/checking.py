"""`check` and its like: the last line of a cell that nbgrader takes points from.

Source: `determine_grade` in nbgrader 0.9's `utils.py`. The text of the cell's value counts if it
reads as a number from 0 to the cell's points. An exception, or a word on stderr, is no points. But
everything else is *all* points: no value, `True`, `nan`, numpy's `np.float64(0.0)`. So a check
returns a plain float, or raises.
"""

import math
import numbers
import operator
from decimal import Decimal
from typing import SupportsFloat

from autograder.assignment.files import ANSWER_FILES
from autograder.assignment.number_key import number_key
from autograder.errors import GraderError, UsageError
from autograder.notebook.other_process import run_errand
from autograder.notebook.session import this_session


def check(part: str, hidden: bool = False) -> float:
    """Check the answers of one part, print the report, and return the points.

    Args:
        part: win, minimax, threads or mpi.
        hidden: run the hidden checks instead of the public ones; only a grader has them.

    Raises:
        UsageError: there is no such part, or no hidden check of it here.
        GraderError: a check could not be decided; there are no points until it is run again.
    """
    session = this_session()
    for note in session.lay_out_submission():
        print(f"Not taken: {note}")
    reply = run_errand(
        "check_part",
        folder=str(session.submission),
        caches=str(session.caches),
        part=part,
        hidden=bool(hidden),
    )
    print(reply["report"])
    if reply["undecided"]:
        raise GraderError(reply["undecided"])
    return plain_points(reply["points"], reply["possible"])


def show_file(name: str) -> None:
    """Print a file that the answers so far make, with the line numbers that reports speak of.

    Args:
        name: such as "serial.py".

    Raises:
        UsageError: there is no such file.
    """
    if name not in ANSWER_FILES:
        raise UsageError(f"there is no file {name!r}: the files are {', '.join(ANSWER_FILES)}")
    session = this_session()
    session.lay_out_submission()
    text = (session.submission / name).read_text(encoding="utf-8")
    for number, line in enumerate(text.split("\n"), start=1):
        print(f"{number:4}  {line}".rstrip())


def check_square(board: str, player: str, square: object, points: float = 1.0) -> float:
    """Return the points for a best square on a 3x3 board, and say what to look at if it is not.

    Args:
        board: such as "XOX.X.OO.", row by row.
        player: "X" or "O", who is to move.
        square: the answer, 0 to 8.
        points: for a right one.

    Raises:
        UsageError: no play leads to this board.
    """
    chosen = _whole_number(square)
    if chosen is None:
        print("The answer is the number of a square, 0 to 8.")
        return 0.0
    reply = run_errand("judge_square", board=board, player=player, square=chosen)
    print(reply["report"])
    return plain_points(points if reply["right"] is True else 0.0, points)


def check_number(name: str, number: object, points: float = 1.0, key: str = "") -> float:
    """Return the points for a number that was worked out by hand.

    Args:
        name: of the question.
        number: the answer.
        points: for a right one.
        key: what `number_key` makes of the right one.
    """
    if isinstance(number, bool) or not isinstance(number, numbers.Real | Decimal):
        print("The answer is a number.")
        return 0.0
    if _key(name, number) == key:
        print("Right.")
        return plain_points(points, points)
    print("Not yet. Read the question once more, and go through it step by step.")
    return 0.0


def plain_points(points: object, possible: object) -> float:
    """Return points as the plain float that nbgrader reads, from 0 to what is possible.

    Raises:
        GraderError: they are no number.
    """
    match points, possible:
        case (int() | float(), int() | float()) if abs(points) < math.inf:  # nan is not
            return float(min(max(points, 0.0), possible))
    raise GraderError(f"the grader's reply holds no points, but {points!r}; run this cell again")


def _key(name: str, number: SupportsFloat) -> str:
    try:
        return number_key(name, float(number))
    except (OverflowError, ValueError):  # a number that is larger than any answer, or is none
        return ""


def _whole_number(square: object) -> int | None:
    try:
        return None if isinstance(square, bool) else operator.index(square)  # type: ignore[arg-type]
    except TypeError:
        return None
