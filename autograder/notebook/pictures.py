"""Pictures for a notebook, drawn in another process."""

from dataclasses import dataclass

from autograder.errors import UsageError
from autograder.notebook.other_process import run_errand
from autograder.notebook.session import this_session


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
    session = this_session()
    session.lay_out_submission()
    reply = run_errand(
        "draw_trace",
        folder=str(session.submission),
        caches=str(session.caches),
        module="mpi" if threads is None else "threads",
        workers=ranks if threads is None else threads,
    )
    if reply["failure"]:
        print(reply["failure"])
        return None
    return Picture(reply["svg"])


def show_tree(board: str, player: str = "X", plies: int = 3) -> Picture:
    """Stand in."""
    return Picture("<svg xmlns='http://www.w3.org/2000/svg'/>")
