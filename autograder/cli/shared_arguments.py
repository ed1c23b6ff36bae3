"""Arguments that several sub-commands share."""

import argparse
from collections.abc import Callable
from pathlib import Path

Subparsers = argparse._SubParsersAction


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
