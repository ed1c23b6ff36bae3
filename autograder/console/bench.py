"""Measure how fast engines search, and show it."""

from itertools import count
from pathlib import Path

from rich.console import Console
from rich.text import Text

from autograder.checks.failure import CheckFailedError
from autograder.intake.temporary import temporary_folder
from autograder.scaling.search_speed import SpeedOptions, measure_search
from autograder.scaling.yardstick import NoYardstickError, compile_yardstick
from autograder.views.failure_details import failure_details
from autograder.views.speed_table import speed_table

MEASURED, FAILED = 0, 1


def show_speed(options: SpeedOptions, console: Console) -> int:
    """Measure engines, and return the exit status."""
    done = count(1)
    with temporary_folder() as folder:
        program, missing = _yardstick(folder)
        try:
            with console.status("compiling") as status:
                measured = measure_search(
                    options,
                    program,
                    lambda: status.update(
                        f"{next(done)} rounds, of {options.repeats} for each tree"
                    ),
                )
        except CheckFailedError as error:
            console.print(Text(error.failure.sentence, "red"))
            console.print(failure_details(error.failure))
            return FAILED
    yardstick = next(iter(options.engines)) if missing else "C"
    console.print(speed_table(measured, yardstick=yardstick))
    if missing:
        console.print(Text(f"{missing[0].upper()}{missing[1:]}.", "dim"))
    return MEASURED


def _yardstick(folder: Path) -> tuple[Path | None, str]:
    """Return the program and "", or None and why there is none."""
    try:
        return compile_yardstick(folder), ""
    except NoYardstickError as error:
        return None, str(error)
