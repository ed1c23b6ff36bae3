"""Pictures for a notebook, drawn in another process."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from autograder.errors import UsageError
from autograder.notebook.other_process import run_errand
from autograder.notebook.session import this_session

NBGRADER = "NBGRADER_EXECUTION"


@dataclass(frozen=True)
class Picture:
    """A picture that a notebook shows by itself.

    Attributes:
        svg: its text.
    """

    svg: str

    def __repr__(self) -> str:
        return "<a picture>"

    def _repr_svg_(self) -> str:
        """Return the picture; IPython asks by this name."""
        return self.svg


def show_tree(board: str, player: str = "X", plies: int = 3) -> Picture:
    """Draw the tree of a 3x3 position, with the scores as they come up from the leaves.

    Args:
        board: such as "XOX.X.OO.", row by row.
        player: "X" or "O", who is to move.
        plies: how deep the tree goes.

    Raises:
        UsageError: no game leads to this board, or the tree is too large to be drawn.
    """
    return _picture(run_errand("draw_tree", board=board, player=player, plies=plies))


def show_schedule(board: str, player: str = "X", workers: int = 2) -> Picture:
    """Draw how workers would share the subtrees of a position, dealt out and one by one.

    Args:
        board: of any size, row by row.
        player: "X" or "O", who is to move.
        workers: how many.

    Raises:
        UsageError: no game leads to this board, or it has too many empty squares.
    """
    return _picture(run_errand("draw_schedule", board=board, player=player, workers=workers))


def show_trace(threads: int | None = None, ranks: int | None = None) -> Picture | None:
    """Run one move with the answers so far, and draw who searched what, and when.

    Args:
        threads: how many threads; or
        ranks: how many MPI ranks.

    Raises:
        UsageError: not one of the two was given.
    """
    if (threads is None) == (ranks is None):
        raise UsageError("say how many threads or how many ranks, such as show_trace(threads=3)")
    module, workers = ("threads", threads) if ranks is None else ("mpi", ranks)
    return _picture_of_answers("draw_trace", module=module, workers=workers)


def show_speed_up(module: str, workers: Sequence[int] = (1, 2, 4)) -> Picture | None:
    """Measure how much faster several workers are than one, and draw it with Amdahl's law.

    Args:
        module: "threads" or "mpi".
        workers: how many; 1 is measured in any case.

    Raises:
        UsageError: nobody can run so many workers.
    """
    return _picture_of_answers("draw_speed_up", module=module, workers=list(workers))


def _picture_of_answers(errand: str, **request: object) -> Picture | None:
    """Return the picture of a run of the answers so far; None if it failed, and print how.

    While nbgrader runs the notebook (it says so in the environment) nobody looks, and measuring
    would take longer than all checks.
    """
    if NBGRADER in os.environ:
        print("The picture is left out while nbgrader runs this notebook.")
        return None
    session = this_session()
    session.lay_out_submission()
    folders = {"folder": str(session.submission), "caches": str(session.caches)}
    reply = run_errand(errand, **folders, **request)
    if reply["failure"]:
        print(reply["failure"])
        return None
    return _picture(reply)


def _picture(reply: Mapping[str, object]) -> Picture:
    return Picture(str(reply["svg"]))
