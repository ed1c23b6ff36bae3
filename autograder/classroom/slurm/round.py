"""A round: jobs that are in Slurm's queue together, and the files by which their tasks tell.

    OUT/slurm/ttt-20261204-180000-1f3a/
        round.json           the jobs; task 3 of each array does the fourth of them
        correctness-3.news   what that task has told, a line of JSON each
        correctness-3.log    what it has printed, and Slurm's last words about it

The folder's name is that of the arrays too. Whoever finds the folder finds them in the queue, even
if the one who put them there was killed in that moment.

The files of news are made beforehand: a network file system looks again at a file that is opened,
but may for a minute not see one that is new (nfs(5), "Close-to-open cache consistency").
"""

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from autograder.classroom.grade_student import Job, News, Phase
from autograder.errors import GraderError

LAST_WORDS = 4096
"""Bytes of a log."""


@dataclass(frozen=True)
class Round:
    """Jobs that are in the queue together.

    Attributes:
        folder: of its files.
        jobs: by the number of their tasks.
        phases: each is an array.
    """

    folder: Path
    jobs: tuple[Job, ...]
    phases: tuple[Phase, ...]

    def array_name(self, phase: Phase) -> str:
        """Return the name that an array has in the queue."""
        return f"{self.folder.name}-{phase}"

    def news_file(self, phase: Phase, number: int) -> Path:
        """Return where a task tells its news."""
        return self.folder / f"{phase}-{number}.news"

    def log_file(self, phase: Phase, number: int | str) -> Path:
        """Return where goes what a task prints."""
        return self.folder / f"{phase}-{number}.log"

    def news(self, phase: Phase, number: int) -> list[News]:
        """Return all that a task has told so far."""
        told = []
        for line in self.news_file(phase, number).read_bytes().splitlines():
            # What cannot be read is torn, by a task that died, or yet to be completed.
            with contextlib.suppress(msgspec.MsgspecError):
                told.append(msgspec.json.decode(line, type=News))
        return told

    def last_words(self, phase: Phase, number: int) -> str:
        """Return the last line of a task's log; why Slurm ended it stands there."""
        log = self.log_file(phase, number)
        text = log.read_bytes()[-LAST_WORDS:].decode(errors="replace") if log.exists() else ""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return lines[-1] if lines else "nothing was printed"


class _Contents(msgspec.Struct):
    jobs: tuple[Job, ...]
    phases: tuple[Phase, ...]


def new_round(folder: Path, jobs: Sequence[Job], phases: Sequence[Phase]) -> Round:
    """Write the files of a new round below `folder`."""
    name = f"ttt-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    this_round = Round(folder.absolute() / name, tuple(jobs), tuple(phases))
    this_round.folder.mkdir(parents=True)
    for phase in phases:
        for number in range(len(jobs)):
            this_round.news_file(phase, number).touch()
    contents = msgspec.json.encode(_Contents(this_round.jobs, this_round.phases), enc_hook=_as_text)
    part = this_round.folder / "round.json.part"
    part.write_bytes(contents)
    part.rename(this_round.folder / "round.json")
    return this_round


def read_round(folder: Path) -> Round:
    """Read the round whose files are in `folder`.

    Raises:
        GraderError: they cannot be read.
    """
    try:
        contents = msgspec.json.decode(
            (folder / "round.json").read_bytes(), type=_Contents, dec_hook=_path
        )
    except (OSError, msgspec.MsgspecError) as error:
        raise GraderError(
            f"{folder / 'round.json'} cannot be read ({error}): once its tasks have ended, remove "
            "that folder"
        ) from error
    return Round(folder.absolute(), contents.jobs, contents.phases)


def latest_round(folder: Path) -> Round | None:
    """Return the youngest of the rounds below `folder`, if there is one."""
    written = sorted(path.parent for path in folder.glob("ttt-*/round.json"))
    return read_round(written[-1]) if written else None


def _as_text(value: object) -> str:
    if isinstance(value, Path):
        return str(value.absolute())
    raise NotImplementedError(f"{type(value).__name__} has no place in a round")


def _path(kind: type, value: object) -> object:
    return kind(value)
