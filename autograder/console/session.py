"""The loop of a session: draw the board, let whoever is to move move, until it is over."""

from collections.abc import Callable

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from autograder.checks.failure import Failure
from autograder.console.board_view import LETTERS, STYLES, WIDEST_CELL, draw_game
from autograder.console.commands import HELP, Command, read_command
from autograder.console.engine_player import EnginePlayer, worth_in_words
from autograder.console.game import Game
from autograder.console.options import PlayOptions
from autograder.console.search_cost import (
    SEARCHABLE,
    in_words,
    opening_plies,
    plain_search_seconds,
    random_opening,
)
from autograder.errors import SubmissionError
from autograder.truth.rules import O, X
from autograder.views.failure_details import failure_details

ReadLine = Callable[[str], str]
FINISHED, ENGINE_FAILED = 0, 1


class Session:
    """One sitting: a game after the other, until the person leaves or two engines have finished."""

    def __init__(
        self,
        options: PlayOptions,
        console: Console,
        read_line: ReadLine,
        engines: dict[int, EnginePlayer],
    ) -> None:
        self._options = options
        self._console = console
        self._read_line = read_line
        self._engines = engines
        self._watching = len(engines) == 2
        self._game = Game(())
        self._games_started = 0
        self._notes: dict[int, str] = {}
        self._failed = False

    def run(self) -> int:
        """Play, and return the exit status."""
        self._introduce()
        self._start()
        self._draw()
        while not (self._watching and self._game.is_over):
            if self._engine_is_to_move():
                self._failed = not self._let_engine_move()
                if self._failed and self._watching:
                    return ENGINE_FAILED
            elif not self._ask_person():
                break
        return FINISHED

    def _engine_is_to_move(self) -> bool:
        to_move = self._game.player in self._engines
        return to_move and not self._failed and not self._game.is_over

    def _introduce(self) -> None:
        for player in (X, O):
            name = self._engines[player].name if player in self._engines else "you"
            self._console.print(Text.assemble((LETTERS[player], STYLES[player]), f"  {name}"))
        side, empty = self._options.side, self._options.side**2
        plies = opening_plies(side, self._options.opening, self._options.rung)
        cost = in_words(plain_search_seconds(empty - plies))
        if plies and self._options.opening is None:
            whole = in_words(plain_search_seconds(empty))
            self._console.print(
                f"A plain search of {side}x{side} from the empty board takes about {whole}, so the "
                f"first {plies} plies are played at random (seed {self._options.seed})."
            )
        elif empty - plies > SEARCHABLE and self._options.rung is None:
            self._console.print(
                f"[yellow]Too big for a plain search:[/yellow] {empty - plies} empty squares take "
                f"about {cost}. The engine has {self._options.seconds_per_move:g} s for a move; "
                "leave --opening out to start where it can search."
            )

    def _start(self) -> None:
        plies = opening_plies(self._options.side, self._options.opening, self._options.rung)
        seed = self._options.seed + self._games_started
        self._game = Game(random_opening(self._options.side, plies, seed))
        self._games_started += 1
        self._failed = False

    def _draw(self) -> None:
        """Draw the board, and say how the game ended if it has."""
        drawing = draw_game(self._game, self._notes, self._console.width - 2)
        self._console.print(Padding(drawing, (1, 0, 1, 2)))
        self._notes = {}
        if self._game.is_over:
            self._announce()

    def _announce(self) -> None:
        winner = self._game.winner
        if not winner:
            self._console.print("A draw.")
        elif winner in self._engines:
            self._console.print(Text(f"{LETTERS[winner]}, {self._engines[winner].name}, wins."))
        else:
            self._console.print("You win.")

    def _let_engine_move(self) -> bool:
        """Let the engine to move think; return whether it moved."""
        player = self._game.player
        engine = self._engines[player]
        with self._console.status(Text(f"{LETTERS[player]}, {engine.name}, is thinking")):
            thought = engine.move(self._game.board, player)
            remark = "" if isinstance(thought, Failure) else engine.remark(self._game.board, player)
        if isinstance(thought, Failure):
            self._report(thought)
            return False
        self._game = self._game.after(thought.square)
        self._console.print(
            Text.assemble(
                (LETTERS[player], STYLES[player]),
                f"  {engine.name} takes {thought.square} after {_time_text(thought.seconds)}",
            )
        )
        if remark:
            self._console.print(Text(f"   {remark}", "dim"))
        self._draw()
        return True

    def _report(self, failure: Failure) -> None:
        self._console.print(Text(failure.sentence, "red"))
        self._console.print(Padding(failure_details(failure), (0, 0, 0, 2)))
        if not self._watching:
            self._console.print(
                "Mend the file and type [bold]retry[/bold] (it is read again), undo, new or quit."
            )

    def _ask_person(self) -> bool:
        """Carry out one entry; return whether to go on."""
        try:
            entry = self._read_line(self._prompt())
        except EOFError:
            return False
        command = read_command(entry, self._game)
        if command.verb == "quit":
            return False
        self._carry_out(command)
        return True

    def _prompt(self) -> str:
        if self._game.is_over:
            return "new, undo or quit> "
        if self._failed:
            return "retry, undo, new or quit> "
        return f"{LETTERS[self._game.player]}, your move (or help)> "

    def _carry_out(self, command: Command) -> None:
        match command.verb:
            case "move":
                self._move(command.square)
            case "hint":
                self._hint()
            case "undo":
                self._undo()
            case "new":
                self._start()
                self._draw()
            case "retry":
                self._read_again()
            case "help":
                self._console.print(HELP)
            case _:
                self._console.print(f"[yellow]{escape(command.sentence)}[/yellow]")

    def _read_again(self) -> None:
        try:
            for engine in self._engines.values():
                engine.read_again()
            self._failed = False
        except SubmissionError as error:  # half saved, perhaps
            self._console.print(Text(f"{error}; then type retry again", "red"))

    def _move(self, square: int) -> None:
        if self._game.is_over:
            self._console.print("[yellow]The game is over: type new, undo or quit.[/yellow]")
        elif self._failed:
            self._console.print("[yellow]It is the engine's turn: type retry or undo.[/yellow]")
        else:
            self._game = self._game.after(square)
            if self._game.is_over:
                self._draw()

    def _undo(self) -> None:
        """Take moves back until the person is to move again."""
        if not self._game.moves:
            self._console.print("[yellow]There is no move to take back.[/yellow]")
            return
        self._game = self._game.taken_back(1)
        if self._game.player in self._engines and self._game.moves:
            self._game = self._game.taken_back(1)
        self._failed = False
        self._draw()

    def _hint(self) -> None:
        if self._game.is_over:
            self._console.print("[yellow]The game is over: there is no move to rate.[/yellow]")
            return
        empty = len(self._game.legal_squares())
        if empty > SEARCHABLE + 1:
            cost = in_words(plain_search_seconds(empty))
            self._console.print(
                f"[yellow]{empty} empty squares would take about {cost}: no hint here.[/yellow]"
            )
            return
        engine = next(iter(self._engines.values()))
        with self._console.status("the engine is rating every move"):
            worths = engine.worths(self._game.board, self._game.player)
        if isinstance(worths, Failure):
            self._console.print("[yellow]The engine cannot say what the moves are worth:[/yellow]")
            self._report(worths)
            return
        squares = len(self._game.board)
        cell = min(WIDEST_CELL, (self._console.width - 2) // self._options.side - 1)
        self._notes = {
            square: worth_in_words(worth, squares, cell) for square, worth in worths.items()
        }
        self._console.print("What each move is worth to you, counted in plies from now:")
        self._draw()


def _time_text(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
