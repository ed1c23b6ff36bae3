"""The folder of an nbgrader course: its gradebook, and the files that nbgrader looks for.

Source: nbgrader 0.9's `CourseDirectory`, `BaseConverter` and `NbGraderAPI`. The formgrader lists an
assignment that has a folder in `source`, counts submissions by their folders in `submitted`, takes
one for autograded if its `timestamp.txt` agrees with the gradebook, and opens it where there is a
notebook in `autograded`.
"""

from collections.abc import Mapping
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from traitlets.config.loader import PyFileConfigLoader

from autograder.classroom.nbgrader_notebook import NAME, result_notebook
from autograder.errors import UsageError
from autograder.grading.result import Result


def open_course(folder: Path) -> CourseDirectory:
    """Return the course in a folder, as its `nbgrader_config.py` lays it out.

    Raises:
        UsageError: there is no gradebook, or the configuration does not work.
    """
    config = folder / "nbgrader_config.py"
    try:
        loaded = PyFileConfigLoader(str(config)).load_config() if config.is_file() else None
        course = CourseDirectory(config=loaded, root=str(folder.resolve()))
    except Exception as error:  # it is code, and may raise anything
        raise UsageError(
            f"{config} does not work ({type(error).__name__}: {error}): mend it first"
        ) from error
    kind, _, path = course.db_url.partition(":///")
    # nbgrader would make an empty one, also where somebody mistyped the folder.
    if kind == "sqlite" and not Path(path).is_file():
        raise UsageError(
            f"{folder} has no gradebook: give the folder of an nbgrader course, in which you have "
            "run: nbgrader db assignment list"
        )
    return course


def write_course_files(
    course: CourseDirectory, assignment: str, by_student: Mapping[str, Result]
) -> None:
    """Write what the formgrader wants to find of an assignment; what is there already is kept."""
    _folder(course, course.source_directory, ".", assignment)
    for student, result in by_student.items():
        submitted = _folder(course, course.submitted_directory, student, assignment)
        autograded = _folder(course, course.autograded_directory, student, assignment)
        if result.hand_in is not None and result.hand_in.submitted:
            for folder in (submitted, autograded):
                _write(folder / "timestamp.txt", f"{result.hand_in.submitted}\n")
        _write(autograded / f"{NAME}.ipynb", result_notebook(result))


def _folder(course: CourseDirectory, step: str, student: str, assignment: str) -> Path:
    path = Path(course.format_path(step, student, assignment))
    path.mkdir(parents=True, exist_ok=True)
    return path


def _write(path: Path, text: str) -> None:
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
