"""Measure how fast engines search, and show it."""

from itertools import count

from rich.console import Console
from rich.text import Text

from autograder.checks.failure import CheckFailedError
from autograder.scaling.search_speed import SpeedOptions, measure_search
from autograder.scaling.yardstick import why_no_yardstick
from autograder.views.failure_details import failure_details
from autograder.views.speed_table import speed_table

MEASURED, FAILED = 0, 1


def show_speed(options: SpeedOptions, console: Console) -> int:
    """Measure engines, and return the exit status."""
    done = count(1)
    try:
        with console.status("compiling") as status:
            measured = measure_search(
                options, lambda: status.update(f"{next(done)} rounds of {options.repeats} a tree")
            )
    except CheckFailedError as error:
        console.print(Text(error.failure.sentence, "red"))
        console.print(failure_details(error.failure))
        return FAILED
    missing = why_no_yardstick()
    yardstick = next(iter(options.engines)) if missing else "C"
    console.print(speed_table(measured, yardstick=yardstick))
    if missing:
        console.print(Text(f"{missing[0].upper()}{missing[1:]}.", "dim"))
    return MEASURED
