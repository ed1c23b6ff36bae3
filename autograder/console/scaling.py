"""Measure how an engine scales, show it, and write it where it is wanted."""

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from autograder.checks.failure import CheckFailedError
from autograder.console.output_file import expect_folder, write_output
from autograder.engines.processor_time import available_cores
from autograder.scaling.document import scaling_json
from autograder.scaling.strong import ScalingOptions, measure_strong_scaling
from autograder.views.failure_details import failure_details
from autograder.views.scaling_table import scaling_csv, scaling_table
from autograder.views.speed_up_svg import speed_up_svg

MEASURED, FAILED = 0, 1


@dataclass(frozen=True)
class ScalingFiles:
    """Where the measurement goes besides the terminal; None for nowhere."""

    csv: Path | None = None
    json: Path | None = None
    svg: Path | None = None


def default_workers() -> tuple[int, ...]:
    """Return the numbers of workers that are measured if none are given."""
    return (1, 2, 4) if available_cores() >= 4 else (1, 2)


def show_scaling(options: ScalingOptions, files: ScalingFiles, console: Console) -> int:
    """Measure an engine, and return the exit status."""
    views = ((files.csv, scaling_csv), (files.json, scaling_json), (files.svg, speed_up_svg))
    for path, _ in views:
        if path is not None:
            expect_folder(path)
    try:
        with console.status("compiling") as status:
            document = measure_strong_scaling(
                options, lambda done: status.update(f"position {done} of {options.repeats}")
            )
    except CheckFailedError as error:
        console.print(Text(error.failure.sentence, "red"))
        console.print(failure_details(error.failure))
        return FAILED
    console.print(scaling_table(document))
    for path, view in views:
        if path is not None:
            write_output(path, view(document), console)
    return MEASURED
