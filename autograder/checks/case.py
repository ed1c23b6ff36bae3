"""One case of a check: a call and what it should return."""

from dataclasses import dataclass

from autograder.assignment.files import RUNG_NAMES
from autograder.engines.engine import EngineKind
from autograder.engines.protocol import Call, FunctionName, ModuleName
from autograder.truth.rules import X, board_text


@dataclass(frozen=True)
class Case:
    """One call, what is right, and why.

    Attributes:
        call: the arguments.
        expected: what should come back; None if only the manner is judged.
        why: one sentence for the student.
        label: tells cases on the same board apart, such as "depth=2".
    """

    call: Call
    expected: int | None
    why: str
    label: str = ""

    @property
    def name(self) -> str:
        """How the case is called on the command line."""
        board = board_text(self.call.board)
        return f"{board},{self.label}" if self.label else board


def call_text(kind: EngineKind, function: FunctionName, call: Call) -> str:
    """Return the call as the student could type it.

    >>> call_text(EngineKind("serial"), "minimax", Call(board=(0,) * 9, player=1, depth=2))
    'minimax(board, player=1, depth=2)'
    """
    if function == "win":
        return "win(board)"
    if function == "minimax":
        return f"minimax(board, player={call.player}, depth={call.depth})"
    if function == "looked_up":
        return f"book.looked_up(board, player={call.player})"
    if function in RUNG_NAMES:
        return _rung_call_text(function, call)
    search = "" if call.scores is None else ", search=known_scores"
    how = {
        "serial": "",
        "threads": f", n_threads={kind.workers}",
        "mpi": f", comm of {kind.workers} rank{'s' if kind.workers > 1 else ''}",
    }[kind.module]
    return f"{kind.module}.computer_move(board, player={call.player}{how}{search})"


def _rung_call_text(function: FunctionName, call: Call) -> str:
    if function == "deepening":
        search = "" if call.rounds is None else ", search=known_rounds"
        return f"deepening(board, player={call.player}, seconds={call.budget:g}, best{search})"
    if function == "book":
        rows = len(call.solved or ())
        return f"book(board, player={call.player}, table of {rows:,} solved positions)"
    if function == "monte_carlo":
        return (
            f"monte_carlo(board, player={call.player}, playouts={call.playouts}, "
            f"seed={call.seed}, visits, stop{_stop_text(call)})"
        )
    alpha, beta = call.window
    order = "-".join(map(str, call.order))
    more = f", table of {call.rows:,} rows" if call.rows else ""
    if call.horizon is not None:
        plies, contempt = call.horizon
        more = f", plies={plies}, contempt={contempt}, stop{_stop_text(call)}"
    before = "; ".join(
        f"{board_text(search.board)}, player={search.player}, depth={search.depth}, "
        f"alpha={search.window[0]}, beta={search.window[1]}"
        for search in call.earlier
    )
    return (
        f"{function}(board, player={call.player}, depth={call.depth}, alpha={alpha}, "
        f"beta={beta}, order={order}, nodes{more})"
    ) + (f", the table kept from a search of {before}" if before else "")


def _stop_text(call: Call) -> str:
    return "" if call.stop_after is None else f" set after {call.stop_after:g} s"


def player_name(player: int) -> str:
    """Return the letter of a player."""
    return "X" if player == X else "O"


def workers_name(module: ModuleName) -> str:
    """Return what the workers of a module are called."""
    return "threads" if module == "threads" else "ranks"
