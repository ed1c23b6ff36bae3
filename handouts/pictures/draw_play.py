"""Draw handouts/pictures/play.svg: a short game against the solution's engine, with a hint."""

from io import StringIO
from pathlib import Path

from rich.console import Console

from autograder.console.options import PlayOptions
from autograder.console.play import play

HERE = Path(__file__).parent
ENTRIES = ("0", "1", "hint")


def main() -> None:
    """Play the game with prepared entries and save the screen."""
    console = Console(record=True, width=64, file=StringIO(), highlight=False)
    entries = iter(ENTRIES)

    def read_line(prompt: str) -> str:
        entry = next(entries, None)
        if entry is None:
            raise EOFError
        console.print(f"{prompt}[bold]{entry}[/bold]")
        return entry

    play(PlayOptions(engine=HERE.parents[1] / "solution"), console, read_line)
    console.save_svg(str(HERE / "play.svg"), title="ttt play --engine solution")


if __name__ == "__main__":
    main()
