"""Choose the move on the same 3x3 positions with the reference, with OpenSpiel and with easyAI.

    pip install easyAI
    python -m tests.studies.peers --repeats 5

Each peer searches with its own tic-tac-toe and its own exhaustive search, both with alpha-beta.
They take turns on every position. The reference is timed from outside, its engine's answer
included, and looks at the whole tree: what is compared is how soon a move is there.
"""

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Mapping
from statistics import median

from autograder.assignment.files import reference_folder
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import fresh_workspace
from autograder.scaling.speed_up import Estimate
from autograder.truth.rules import Board, O, X, board_after, board_text, to_move

Chooser = Callable[[Board], None]
OPENINGS: tuple[tuple[int, ...], ...] = ((), (4,), (0, 4), (0, 4, 8), (1, 0, 4))
"""Squares that X and O have taken in turn."""


def position_after(opening: tuple[int, ...]) -> Board:
    """Return the board after some moves."""
    board: Board = (0,) * 9
    for number, square in enumerate(opening):
        board = board_after(board, square, O if number % 2 else X)
    return board


def open_spiel_chooser() -> Chooser:
    """Return OpenSpiel's `alpha_beta_search`."""
    minimax = importlib.import_module("open_spiel.python.algorithms.minimax")
    game = importlib.import_module("pyspiel").load_game("tic_tac_toe")

    def choose(board: Board) -> None:
        state = game.new_initial_state()
        stones = {player: [s for s in range(9) if board[s] == player] for player in (X, O)}
        for ply in range(9 - board.count(0)):
            state.apply_action(stones[X if ply % 2 == 0 else O][ply // 2])
        minimax.alpha_beta_search(game, state=state, maximizing_player_id=state.current_player())

    return choose


def easy_ai_chooser() -> Chooser:
    """Return easyAI's `Negamax`, nine plies deep."""
    try:
        easy_ai = importlib.import_module("easyAI")
        rules = importlib.import_module("easyAI.games.TicTacToe")
    except ImportError:
        raise SystemExit("easyAI is not installed: pip install easyAI") from None

    def choose(board: Board) -> None:
        game = rules.TicTacToe([easy_ai.Human_Player(), easy_ai.Human_Player()])
        numbers = {0: 0, X: 1, O: 2}
        game.board = [numbers[square] for square in board]
        game.current_player = numbers[to_move(board)]
        easy_ai.Negamax(board.count(0), win_score=90)(game)

    return choose


def measure(choosers: Mapping[str, Chooser], repeats: int) -> dict[str, list[float]]:
    """Return the seconds of each position and repeat, by name; all of them in turn."""
    seconds: dict[str, list[float]] = {name: [] for name in choosers}
    for opening in OPENINGS:
        board = position_after(opening)
        for _ in range(repeats):
            for name, choose in choosers.items():
                started = time.perf_counter()
                choose(board)
                seconds[name].append(time.perf_counter() - started)
        line = ", ".join(f"{n} {median(s[-repeats:]) * 1e3:.3g} ms" for n, s in seconds.items())
        print(f"{board_text(board)}: {line}")
    return seconds


def main() -> int:
    """Make the study and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    folder = reference_folder()
    assert folder is not None
    kind = EngineKind("serial")
    with (
        fresh_workspace(folder) as workspace,
        Engine(kind, workspace, choose_isolation("plain")) as engine,
    ):

        def choose(board: Board) -> None:
            call = Call(board=board, player=to_move(board))
            engine.ask(Question(module="serial", function="computer_move", calls=(call,)), 60.0)

        choose(position_after(OPENINGS[-1]))  # compiles
        choosers = {
            "solution": choose,
            "OpenSpiel": open_spiel_chooser(),
            "easyAI": easy_ai_chooser(),
        }
        seconds = measure(choosers, options.repeats)
    for name in ("OpenSpiel", "easyAI"):
        pairs = zip(seconds[name], seconds["solution"], strict=True)
        ratio = Estimate.of(theirs / ours for theirs, ours in pairs)
        print(f"{name}: {ratio.median:.3g} times as long ({ratio.low:.3g} to {ratio.high:.3g})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
