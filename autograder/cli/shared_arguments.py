"""Arguments that several sub-commands share."""

import argparse
from collections.abc import Callable
from pathlib import Path

Subparsers = argparse._SubParsersAction

ENGINE = "starter, solution, or a submission in files or notebooks (default: starter)"
MOST_WORKERS = 64


def add_isolation(command: argparse.ArgumentParser, default: str, *, mpi: bool = True) -> None:
    """Let the user choose where engines run, and under which MPI if they can be ranks."""
    command.add_argument(
        "--isolation",
        choices=("strongest", "bubblewrap", "unprivileged", "plain"),
        default=default,
        help=f"where the engine runs (default: {default})",
    )
    if mpi:
        command.add_argument(
            "--mpi",
            metavar="MPI",
            help="embedded, system, or a launcher such as srun (default: $TTT_MPI, or embedded)",
        )


def add_case(command: argparse.ArgumentParser) -> None:
    """Let the user ask a single case."""
    command.add_argument("--case", metavar="CASE", help="ask only this case, as a failure names it")


def add_rubric(command: argparse.ArgumentParser) -> None:
    """Let the user give another rubric."""
    command.add_argument("--rubric", type=Path, metavar="FILE", help="another rubric.toml")


def add_engine(command: argparse.ArgumentParser, name: str) -> None:
    """Let the user say whose engine it is: `name` is that of an option or of a position."""
    if name.startswith("-"):
        command.add_argument(name, default="starter", metavar="ENGINE", help=ENGINE)
    else:
        command.add_argument(name, nargs="?", default="starter", metavar="ENGINE", help=ENGINE)


def add_number(
    command: argparse._ActionsContainer,
    name: str,
    allowed: tuple[int, int],
    help_text: str,
    *,
    default: int | None = None,
) -> None:
    """Let the user give a whole number from the first to the last of those that are allowed."""
    said = "" if default is None else f" (default: {default})"
    command.add_argument(
        name,
        type=whole_number(*allowed),
        default=default,
        metavar="N",
        help=f"{help_text}{said}",
    )


def add_seed(command: argparse.ArgumentParser, of_what: str) -> None:
    """Let the user choose what is drawn at random."""
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help=f"seed of {of_what} (default: 0)"
    )


def add_seconds(command: argparse.ArgumentParser, of_what: str, *, default: float = 60.0) -> None:
    """Let the user limit the time of something."""
    command.add_argument(
        "--seconds",
        type=positive,
        default=default,
        help=f"time limit of {of_what}, in seconds (default: {default:g})",
    )


def add_files(command: argparse.ArgumentParser, **wanted: str) -> None:
    """Let the user have something written into files: by the name of the option, what it is for."""
    for name, help_text in wanted.items():
        command.add_argument(f"--{name}", type=Path, metavar="FILE", help=help_text)


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        if not text.isdecimal() or not low <= int(text[:9]) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low} to {high}")
        return int(text)

    return read


def even_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of even whole numbers from `low` to `high`."""
    read_whole = whole_number(low, high)

    def read(text: str) -> int:
        if read_whole(text) % 2:
            raise argparse.ArgumentTypeError(f"{text!r} is not an even number")
        return int(text)

    return read


def positive(text: str) -> float:
    """Read a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number
