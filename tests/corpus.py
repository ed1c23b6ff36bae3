"""The corpus: right and wrong submissions, each a patch over solution/ with what to expect of it.

A file under tests/submissions/ begins with lines such as

    title: The sentinel -2 is kept from the version without depth decay
    fails: minimax.near_the_end minimax.every_position
    says: a part of what some failure says
    perhaps: minimax.symmetry
    blocked: timing.serial

an empty line, and a unified diff. `fails: nothing` marks a right submission. The others may be left
out; `perhaps` names checks that luck decides (threads that race, a search at the edge of its time
limit). Every other check must pass.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

import whatthepatch

from autograder.assignment.files import ANSWER_FILES, GIVEN_FILES
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.grading.result import CheckResult

ROOT = Path(__file__).parents[1]
SUBMISSIONS = Path(__file__).parent / "submissions"
CHECK_FIELDS = ("fails", "perhaps", "blocked")


@dataclass(frozen=True)
class Specimen:
    """One submission of the corpus.

    Attributes:
        name: the file's name without its ending.
        title: what is done otherwise than in the solution.
        fails: the checks that it must fail.
        says: a part of the sentence that names the mistake; "" if no sentence is demanded.
        perhaps: the checks that luck decides.
        blocked: the checks that must come out blocked.
        patch: a unified diff over solution/.
    """

    name: str
    title: str
    fails: frozenset[str]
    says: str
    perhaps: frozenset[str]
    blocked: frozenset[str]
    patch: str


def read_specimen(path: Path) -> Specimen:
    """Read one file of the corpus.

    Raises:
        ValueError: its head is not as described above.
    """
    head, _, patch = path.read_text(encoding="utf-8").partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    if not {"title", "fails"} <= set(fields) <= {"title", "says", *CHECK_FIELDS}:
        raise ValueError(f"{path}: the head must hold title and fails, and says, perhaps, blocked")
    fails, perhaps, blocked = (frozenset(fields.get(key, "").split()) for key in CHECK_FIELDS)
    return Specimen(
        name=path.stem,
        title=fields["title"],
        fails=fails - {"nothing"},
        says=fields.get("says", ""),
        perhaps=perhaps,
        blocked=blocked,
        patch=patch,
    )


def specimens(kind: str) -> list[Specimen]:
    """Return the "right" or the "wrong" submissions, by name."""
    return [read_specimen(path) for path in sorted((SUBMISSIONS / kind).glob("*.patch"))]


def write_submission(specimen: Specimen, folder: Path) -> Path:
    """Write the submission into `folder/NAME` and return that folder.

    Raises:
        ValueError: the patch does not apply to the solution of today.
    """
    target = folder / specimen.name
    target.mkdir(parents=True)
    for name in GIVEN_FILES + ANSWER_FILES:
        shutil.copy(ROOT / "solution" / name, target / name)
    for diff in whatthepatch.parse_patch(specimen.patch):
        path = target / diff.header.new_path.removeprefix("b/")
        before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        try:
            after = whatthepatch.apply_diff(diff, before)
        except whatthepatch.exceptions.WhatThePatchException as error:
            raise ValueError(f"{specimen.name}: the patch does not apply: {error}") from error
        path.write_text("\n".join(after) + "\n", encoding="utf-8")
    return target


def parts_touched(specimen: Specimen) -> tuple[str, ...]:
    """Return the parts and checks that the patched files can matter to, timing left out."""
    touched: tuple[str, ...] = ()
    if "b/serial.py" in specimen.patch:
        touched += ("win", "minimax", "threads.own_search", "mpi.own_search")
    if "b/threads.py" in specimen.patch:
        touched += ("threads",)
    if "b/mpi.py" in specimen.patch:
        touched += ("mpi",)
    return touched


def outcome(name: str, check: str, folder: Path) -> CheckResult:
    """Grade the specimen of this name by one check, laid out in `folder`."""
    specimen = read_specimen(next(SUBMISSIONS.glob(f"*/{name}.patch")))
    submission = write_submission(specimen, folder)
    return grade_submission(submission, GradingOptions(only=(check,)), lambda _: None).checks[0]
