"""A scene for one hostile submission: everything it might read, change or leave behind is watched.

The grader is started as a TA starts it, with a home and a folder for temporary files of its own.
"""

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil

from autograder.errors import UsageError
from autograder.grading.result import Result, read_result
from autograder.intake.temporary import PREFIX, SHARED_FOLDERS, remove_folder, temporary_folder

ESCAPED = "ESCAPED"
"""A hostile submission of the corpus raises an error with this word in it when it has reached what
it must not reach."""

PLANTED = "perfect-play-"
"""How the names of the files begin that it leaves anywhere."""

CANARY = Path("/tmp/perfect-play-canary/precious.txt")
SECRET = "the audit's secret\n"


@dataclass(frozen=True)
class Scene:
    """Folders that belong to one grading.

    Attributes:
        root: of everything.
        before: what lay in the shared folders at the beginning.
        caches: shared with the other scenes, as between two gradings on one machine.
    """

    root: Path
    caches: Path
    before: frozenset[Path]

    @property
    def submissions(self) -> Path:
        """Where the submission lies, beside a neighbour's."""
        return self.root / "submissions"

    @property
    def results(self) -> Path:
        """Where result documents go."""
        return self.root / "results"

    def grade(self, submission: Path, arguments: Sequence[str], seconds: float) -> Result | None:
        """Grade as a TA does; None if no result document came within `seconds`."""
        command = [sys.executable, "-m", "autograder", "grade", str(submission)]
        command += ["--results", str(self.results), *arguments]
        places = {"HOME": "home", "TMPDIR": f"{PREFIX}temporary"}
        environment = {name: str(self.root / folder) for name, folder in places.items()}
        environment |= {"XDG_CACHE_HOME": str(self.caches), "PLANTED": SECRET}
        # The seed follows from this machine's secret: with a known one an audit can be repeated.
        environment["XDG_STATE_HOME"] = str(self.root / "home" / "state")
        try:
            subprocess.run(
                command,
                env={**os.environ, **environment},
                capture_output=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return None
        document = self.results / f"{submission.name}.json"
        return read_result(document) if document.exists() else None

    def traces(self) -> list[str]:
        """Return what was changed or left behind, a clause each."""
        found = [
            f"{path.name} was changed"
            for path in (*self.secrets, CANARY)
            if not _is_untouched(path)
        ]
        left = [*(self.root / f"{PREFIX}temporary").iterdir()]
        left += sorted(_planted() - self.before)
        found += [f"{path} was left behind" for path in left]
        return [*found, *(f"process {process} is still there" for process in self._processes())]

    @property
    def secrets(self) -> list[Path]:
        """Files of others'."""
        return [self.root / "home" / "precious.txt", self.submissions / "neighbour" / "serial.py"]

    def _processes(self) -> list[str]:
        """Return the processes that came out of this scene and are still there."""
        left = []
        for process in psutil.process_iter():
            try:
                about = [*process.cmdline(), *process.environ().values()]
                if process.pid != os.getpid() and any(str(self.root) in said for said in about):
                    left.append(f"{process.pid} ({process.name()})")
            except (psutil.Error, OSError):  # another user's, or it has just ended
                continue
        return left


@contextmanager
def planted_canary() -> Iterator[None]:
    """Put a file where everybody finds it; it must be there, and the same, in the end.

    Raises:
        UsageError: another audit is running on this machine; it would take the file away.
    """
    CANARY.parent.mkdir(exist_ok=True)
    with CANARY.open("a+", encoding="utf-8") as canary:
        try:
            fcntl.flock(canary, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(
                "another audit is running on this machine: wait for its end"
            ) from error
        CANARY.write_text(SECRET, encoding="utf-8")
        try:
            yield
        finally:
            remove_folder(CANARY.parent)


@contextmanager
def prepared_scene(caches: Path) -> Iterator[Scene]:
    """Set a scene with a home and a neighbour that hold secrets."""
    with temporary_folder() as root:
        scene = Scene(root, caches, _planted())
        for folder in (scene.submissions / "neighbour", root / "home", root / f"{PREFIX}temporary"):
            folder.mkdir(parents=True)
        # As handouts/isolation.md demands where users are what keeps submissions apart.
        scene.submissions.chmod(0o700)
        for secret in scene.secrets:
            secret.write_text(SECRET, encoding="utf-8")
        (root / "home" / "state" / "perfect-play").mkdir(parents=True)
        (root / "home" / "state" / "perfect-play" / "secret").write_bytes(SECRET.encode())
        yield scene


def _planted() -> frozenset[Path]:
    found = (path for folder in SHARED_FOLDERS for path in folder.glob(f"{PLANTED}*"))
    return frozenset(found)


def _is_untouched(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.read_text(encoding="utf-8") == SECRET


def escapes(result: Result) -> list[str]:
    """Return what the submission itself said about having reached something."""
    text = msgspec.json.encode(result).decode()
    return sorted(set(re.findall(rf"{ESCAPED}[^\"\\]*", text)))
