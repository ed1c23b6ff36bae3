"""What one kernel knows of the submission: the answers of this session and of the notebooks."""

import atexit
import shutil
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from autograder.assignment.files import GIVEN_FILES, PACKAGE, given_folder
from autograder.intake.notebooks import compose_files, read_answers, read_notebooks
from autograder.intake.temporary import PREFIX


@dataclass
class Session:
    """The answers that are given in one folder of notebooks, and where they are laid out.

    Attributes:
        notebooks: the folder.
        root: of the session's own files, thrown away when the kernel ends.
        answers: texts that this kernel was given, by names such as "serial.win".
    """

    notebooks: Path
    root: Path
    answers: dict[str, str] = field(default_factory=dict)

    @property
    def library(self) -> Path:
        """The folder to import `starter` from."""
        return self.root / "library"

    @property
    def submission(self) -> Path:
        """The folder of the files that are checked."""
        return self.root / "submission"

    @property
    def caches(self) -> Path:
        """The folder for compiled code."""
        return self.root / "caches"

    def lay_out_library(self) -> None:
        """Write `starter` as it is to be imported: the kit's files, and the answers saved so far.

        So the notebook on threads searches with the `minimax` of the notebook before it.
        """
        self._write(self.library / PACKAGE)
        for name in GIVEN_FILES:
            shutil.copy2(given_folder() / name, self.library / PACKAGE / name)

    def lay_out_submission(self) -> tuple[str, ...]:
        """Write the files to be checked; return what of the answers was not taken and why."""
        return self._write(self.submission)

    def _write(self, folder: Path) -> tuple[str, ...]:
        saved = read_answers(read_notebooks(self.notebooks))
        composed = compose_files(saved.answers | self.answers)
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in composed.files.items():
            path = folder / name
            # A file that is written anew is compiled anew.
            if not path.exists() or path.read_bytes() != content:
                path.write_bytes(content)
        return (*saved.notes, *composed.notes)


@cache
def this_session() -> Session:
    """Return the session of this kernel, which runs where its notebook lies."""
    root = Path(tempfile.mkdtemp(prefix=PREFIX))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    return Session(Path.cwd(), root)
