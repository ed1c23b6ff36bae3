"""What a person can type during a game."""

from dataclasses import dataclass
from typing import Literal

from autograder.console.game import Game

Verb = Literal["move", "hint", "undo", "new", "retry", "help", "quit", "unclear"]
VERBS: tuple[Verb, ...] = ("hint", "undo", "new", "retry", "help", "quit")

HELP = """\
[bold]a number[/bold]  take that square
[bold]hint[/bold]      what every move is worth, counted in plies from now
[bold]undo[/bold]      take your last move and the answer to it back
[bold]new[/bold]       start again
[bold]retry[/bold]     read the engine's files again and let it think once more
[bold]quit[/bold]      leave"""


@dataclass(frozen=True)
class Command:
    """One entry: a verb, the square of a move, and what to say when it is unclear."""

    verb: Verb
    square: int = -1
    sentence: str = ""


def read_command(entry: str, game: Game) -> Command:
    """Understand an entry; a verb may be cut short to its first letters.

    >>> read_command("he", Game((0,) * 9)).verb, read_command("9", Game((0,) * 9)).sentence
    ('help', 'There is no square 9: the squares are 0 to 8.')
    """
    word = entry.strip().lower()
    if word.isdecimal():
        return _move(int(word[:6]), game)
    matching = [verb for verb in VERBS if word and verb.startswith(word)]
    if len(matching) == 1 or word in VERBS:
        return Command(word if word in VERBS else matching[0])
    if not word:
        return Command("unclear", sentence="Type the number of a square, or help.")
    return Command(
        "unclear",
        sentence=f"{entry.strip()[:20]!r} is neither a square nor one of {', '.join(VERBS)}.",
    )


def _move(square: int, game: Game) -> Command:
    if square >= len(game.board):
        last = len(game.board) - 1
        return Command(
            "unclear", sentence=f"There is no square {square}: the squares are 0 to {last}."
        )
    if game.board[square]:
        return Command("unclear", sentence=f"Square {square} is taken: choose one with a number.")
    return Command("move", square)
