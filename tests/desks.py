"""Desks: folders with all that a guide takes for granted, and a shell to type its commands in."""

import ast
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from export_tables import Table, unpack_table, zip_of
from nbgrader.api import Gradebook
from specimens import specimen

from autograder.assignment.files import ANSWER_FILES, RUNG_FILES
from autograder.audit.corpus import write_submission
from autograder.engines.mpi_runtime import find_mpi
from autograder.grading.rubric import read_rubric

ROOT = Path(__file__).parents[1]
KIT = ("autograder", "handouts", "solution", "starter", "tests/submissions")
KEPT = ("mpi.ties",)
"""With those of `win`, the checks that are left in a small kit: a few seconds for a submission."""

AUDITED = (*KEPT, "minimax.finished", "threads.own_search", "mpi.own_search", "timing.serial")
"""And those that `ttt audit` asks for besides when serial.py is wrong."""

MOST_SECONDS = 120


@dataclass
class Desk:
    """A folder, and a shell in it that remembers where it is and what was exported.

    Attributes:
        folder: where the kit lies, and commands begin.
        commands: where stand-ins for commands lie.
        environment: what the shell begins with.
    """

    folder: Path
    commands: Path
    environment: dict[str, str] = field(default_factory=dict)

    def run(self, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Type a command, and then what it asks for."""
        remembered = self.commands / "remembered"
        script = (
            f"[ -f {remembered} ] && . {remembered}\n{command}\n"
            f'status=$?; {{ export -p; echo "cd $PWD"; }} > {remembered}; exit $status'
        )
        return subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=MOST_SECONDS,
            check=False,
        )

    def stand_in(self, name: str, script: str) -> None:
        """Put a command in the place of one that this machine does not have."""
        path = self.commands / name
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def answer_with(self, submission: Path) -> None:
        """Fill in starter/ with the answers of a submission."""
        for name in ANSWER_FILES + RUNG_FILES:
            if (submission / name).exists():
                shutil.copy(submission / name, self.folder / "starter" / name)


def desk_at(folder: Path, kit: Path) -> Desk:
    """Return a desk with a copy of the kit at `kit`, whose `ttt` is that copy's."""
    shutil.copytree(kit, folder / "kit")
    commands = folder / "bin"
    commands.mkdir()
    scripts = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{commands}{os.pathsep}{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(folder / "kit"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    environment.pop("TTT_MPI", None)
    desk = Desk(folder / "kit", commands, environment)
    desk.stand_in("ttt", f'exec {sys.executable} -m autograder "$@"')
    return desk


# --- kits ----------------------------------------------------------------------------------------


def whole_kit(folder: Path) -> Path:
    """Copy the kit as it is."""
    for name in KIT:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("README.md", "pyproject.toml", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def small_kit(folder: Path, kept: Collection[str]) -> Path:
    """Copy the kit, and take most checks out, so that a class is graded in seconds."""
    whole_kit(folder)
    for module in (folder / "autograder" / "checks").glob("[hp]*i[dc]*/*.py"):
        source = module.read_text(encoding="utf-8")
        module.write_text(_without_checks(source, module.stem, kept), encoding="utf-8")
    rubric = folder / "autograder" / "rubric.toml"
    text = rubric.read_text(encoding="utf-8")
    rubric.write_text(_rubric_without_checks(text, kept), encoding="utf-8")
    return folder


def _is_kept(check: str, kept: Collection[str]) -> bool:
    return check.startswith("win.") or check in kept


def _without_checks(source: str, part: str, kept: Collection[str]) -> str:
    lines = source.splitlines(keepends=True)
    for node in reversed(ast.parse(source).body):
        name = getattr(node, "name", "").removeprefix("check_")
        if name != getattr(node, "name", "") and not _is_kept(f"{part}.{name}", kept):
            del lines[node.lineno - 1 : node.end_lineno]
    return "".join(lines)


def _rubric_without_checks(text: str, kept: Collection[str]) -> str:
    lines, part = [], ""
    for line in text.splitlines():
        if line.startswith("["):
            part = line.removeprefix("[checks.").rstrip("]") if "checks." in line else ""
        check = f"{part}.{line.partition(' = ')[0]}"
        if not part or " = {" not in line or _is_kept(check, kept):
            lines.append(line)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Kits:
    """Kits to sit in front of; `students` is what the zip for students holds, made of `small`."""

    whole: Path
    small: Path
    audited: Path
    students: Path


def make_kits(folder: Path) -> Kits:
    """Make all of them."""
    small = small_kit(folder / "small", KEPT)
    zipped = folder / "students.zip"
    desk_at(folder / "to-release", small).run(f"ttt release --student {zipped}")
    with zipfile.ZipFile(zipped) as bundle:
        bundle.extractall(folder / "students")
    audited = small_kit(folder / "audited", AUDITED)
    return Kits(whole_kit(folder / "whole"), small, audited, folder / "students")


# --- what lies on them ---------------------------------------------------------------------------


def graders_desk(folder: Path, kits: Kits) -> Desk:
    """Return the desk of whoever grades: exports, class lists and gradebooks lie in the kit."""
    desk = desk_at(folder, kits.small)
    right = {name: (ROOT / "solution" / name).read_bytes() for name in ANSWER_FILES}
    wrong = right | {"serial.py": _without_a_diagonal(folder).read_bytes()}
    here = desk.folder
    (here / "canvas.zip").write_bytes(zip_of(_canvas(wrong, right)))
    (here / "moodle.zip").write_bytes(zip_of(_moodle(right)))
    unpack_table(_students("perfect_play", ada=wrong), here / "submitted")
    (here / "submissions").mkdir()
    (here / "submissions" / "ada.zip").write_bytes(zip_of(wrong))
    checks = read_rubric(here / "autograder" / "rubric.toml").checks
    _write_class_lists(here, points=sum(check.points for check in checks.values()))
    _write_gradebook(here / "course")
    return desk


def _without_a_diagonal(folder: Path) -> Path:
    return write_submission(specimen("win_antidiagonal_forgotten"), folder / "wrong") / "serial.py"


def _canvas(ada: Table, alan: Table) -> Table:
    return {
        f"{who}_{number}_{name}": content
        for who, answers in (("lovelaceada_1815", ada), ("turingalan_1912", alan))
        for number, (name, content) in enumerate(answers.items(), start=101)
    }


def _moodle(answers: Table) -> Table:
    folder = "Ada Lovelace_41_assignsubmission_file_"
    return {f"{folder}/{name}": content for name, content in answers.items()}


def _students(assignment: str, **students: Table) -> Table:
    between = f"{assignment}/" if assignment else ""
    return {
        f"{student}/{between}{name}": content
        for student, answers in students.items()
        for name, content in answers.items()
    }


def _write_class_lists(folder: Path, points: float) -> None:
    (folder / "class.csv").write_text(
        "name,email,login,canvas_id\n"
        "Ada Lovelace,ada@example.org,ada,1815\nAlan Turing,alan@example.org,alan,1912\n"
    )
    (folder / "more.csv").write_text("login,hours,reason\nada,48,ill\n")
    (folder / "gradebook.csv").write_text(
        f"Student,ID,SIS Login ID,Section,Perfect play (77)\n    Points Possible,,,,{points:g}\n"
        '"Lovelace, Ada",1815,ada,S1,\n"Turing, Alan",1912,alan,S1,\n'
    )
    (folder / "worksheet.csv").write_text(
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
        "Last modified (submission),Last modified (grade),Feedback comments\n"
        f"Participant 41,Ada Lovelace,ada@example.org,Submitted,,{points:g},Yes,-,-,\n"
    )


def _write_gradebook(course: Path) -> None:
    course.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        # nbgrader asks for the database's version by running alembic.
        scripts = Path(sys.executable).parent
        patch.setenv("PATH", f"{scripts}{os.pathsep}{os.environ['PATH']}")
        with Gradebook(f"sqlite:///{course}/gradebook.db", "") as gradebook:
            gradebook.add_student("ada", first_name="Ada", last_name="Lovelace")


def instructors_desk(folder: Path, kits: Kits) -> Desk:
    """Return the desk of whoever changes the checks, with submissions of two terms."""
    desk = desk_at(folder, kits.audited)
    answers = {name: (ROOT / "solution" / name).read_bytes() for name in ANSWER_FILES}
    unpack_table(_students("", alan=answers, last_term_ada=answers), desk.folder / "both-terms")
    return desk


def auditors_desk(folder: Path, kits: Kits) -> Desk:
    """Return a desk with the whole kit, since the corpus is about all of its checks."""
    return desk_at(folder, kits.whole)


def students_desk(folder: Path, kits: Kits) -> Desk:
    """Return the desk of a student: what the zip for students holds, unpacked."""
    return desk_at(folder, kits.students)


def cluster_desk(folder: Path, kits: Kits) -> Desk:
    """Return a student's desk on a cluster, with stand-ins for what only a cluster has."""
    desk = students_desk(folder, kits)
    desk.answer_with(ROOT / "solution")
    mpi = find_mpi("system")
    variables = [f"{name}={value}" for name, value in mpi.environment.items()]
    desk.stand_in("module", "")  # the machine's own MPI is found without one
    desk.stand_in("salloc", "")  # this machine is the node
    desk.stand_in("sbatch", 'exec bash "$1"')
    desk.stand_in("srun", f'exec env {shlex.join([*variables, *mpi.launcher])} "$@"')
    return desk
