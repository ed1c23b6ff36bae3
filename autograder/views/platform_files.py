"""Put the scores of a class into what a platform takes back: its own tables, or its gradebook."""

from dataclasses import dataclass
from pathlib import Path

from autograder.classroom.class_run import ClassRun
from autograder.errors import UsageError
from autograder.views.canvas_gradebook import fill_column
from autograder.views.filled_table import Filled
from autograder.views.moodle_worksheet import fill_worksheet


@dataclass(frozen=True)
class PlatformFiles:
    """What an instructor wants filled in.

    Attributes:
        canvas: the gradebook that Canvas exported, and the column of it to fill.
        moodle: the grading worksheet that Moodle exported.
        nbgrader: the folder of a course with a gradebook, and the assignment's name there.
    """

    canvas: Path | None = None
    canvas_column: str = ""
    moodle: Path | None = None
    nbgrader: Path | None = None
    nbgrader_assignment: str = ""


def write_platform_files(run: ClassRun, files: PlatformFiles, out: Path) -> list[str]:
    """Write the filled tables into `out`, and grades into the gradebook; return what to tell.

    Raises:
        UsageError: a table is not what it should be; names the file.
    """
    told = []
    if files.canvas is not None:
        filled = fill_column(_text(files.canvas), files.canvas_column, run.results)
        told += _written(filled, out / "canvas.csv")
    if files.moodle is not None:
        told += _written(fill_worksheet(_text(files.moodle), run.results), out / "moodle.csv")
    if files.nbgrader is not None:
        # Only here: importing nbgrader takes seconds.
        from autograder.classroom.nbgrader_gradebook import write_gradebook  # noqa: PLC0415

        written = write_gradebook(files.nbgrader, run.results, files.nbgrader_assignment)
        told.append(f"nbgrader: {len(written.students)} students, {len(written.made)} of them new")
        told += [f"  to be graded by a person: {name}" for name in written.for_a_person]
    return told


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read as UTF-8 text: {error}") from error


def _written(filled: Filled, path: Path) -> list[str]:
    path.write_bytes(filled.text.encode())
    told = [f"{path}: scores put in: {len(filled.filled)}"]
    told += [f"  not put in: {left.name}: {left.why}" for left in filled.left]
    told += [f"  no result for: {name}" for name in filled.without_result]
    return told
