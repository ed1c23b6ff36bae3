"""Measure how an engine scales, show it, and write it where it is wanted."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from autograder.checks.failure import CheckFailedError
from autograder.console.output_file import expect_folder, write_output
from autograder.engines.processor_time import available_cores
from autograder.errors import UsageError
from autograder.scaling.document import scaling_json
from autograder.scaling.measurement import OnPosition, ScalingOptions, measure_scaling
from autograder.scaling.simulation import LEAST_EMPTY, measure_costs, replay
from autograder.views.failure_details import failure_details
from autograder.views.scaling_table import scaling_csv, scaling_table
from autograder.views.simulation_table import simulation_table
from autograder.views.speed_up_svg import speed_up_svg

MEASURED, FAILED = 0, 1
Measured = TypeVar("Measured")


@dataclass(frozen=True)
class ScalingFiles:
    """Where the measurement goes besides the terminal; None for nowhere."""

    csv: Path | None = None
    json: Path | None = None
    svg: Path | None = None


def default_workers() -> tuple[int, ...]:
    """Return the numbers of workers that are measured if none are given."""
    return (1, 2, 4) if available_cores() >= 4 else (1, 2)


def replayed_workers(most: int) -> tuple[int, ...]:
    """Return the powers of two up to `most`, and `most` itself.

    >>> replayed_workers(12)
    (1, 2, 4, 8, 12)
    """
    powers = [2**exponent for exponent in range(most.bit_length()) if 2**exponent <= most]
    return (*powers, most) if most not in powers else tuple(powers)


def show_scaling(
    options: ScalingOptions, files: ScalingFiles, console: Console, *, simulated: int = 0
) -> int:
    """Measure an engine, replay it with up to `simulated` workers, and return the exit status."""
    views = ((files.csv, scaling_csv), (files.json, scaling_json), (files.svg, speed_up_svg))
    for path, _ in views:
        if path is not None:
            expect_folder(path)
    if simulated and options.kind == "weak":
        raise UsageError("--simulate replays positions that stay the same: leave --weak out")
    if simulated and options.empty < LEAST_EMPTY:
        raise UsageError(
            f"--simulate needs subtrees worth timing: give --empty {LEAST_EMPTY} or more"
        )
    try:
        document = _watched(console, options, measure_scaling)
        console.print(scaling_table(document))
        for path, view in views:
            if path is not None:
                write_output(path, view(document), console)
        if simulated:
            costs = _watched(console, options, measure_costs)
            counts = sorted({*replayed_workers(simulated), *(t.workers for t in document.timings)})
            carried = [replay(costs, count) for count in counts]
            console.print(Text(), simulation_table(document, carried), sep="\n")
    except CheckFailedError as error:
        console.print(Text(error.failure.sentence, "red"))
        console.print(failure_details(error.failure))
        return FAILED
    return MEASURED


def _watched(
    console: Console,
    options: ScalingOptions,
    measure: Callable[[ScalingOptions, OnPosition], Measured],
) -> Measured:
    with console.status("preparing") as status:
        return measure(options, lambda done: status.update(f"position {done} of {options.repeats}"))
