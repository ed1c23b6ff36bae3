"""The corpus: right, wrong and hostile submissions, each a patch over the solution.

A file KIND/NAME.patch of the corpus begins with lines such as

    title: The sentinel -2 is kept from the version without depth decay
    fails: minimax.near_the_end minimax.every_position
    says: a part of what some failure says
    perhaps: minimax.symmetry
    blocked: timing.serial
    holds: bubblewrap unprivileged plain
    links: helper.py -> /etc/passwd

an empty line, and a unified diff (which may be empty). `fails: nothing` marks a submission that is
right. The other lines may be left out; `perhaps` names checks that luck decides (a search at the
edge of its time limit, a move of racing threads that is timed), `holds` the levels of isolation
that keep a hostile submission in, `links` a file that is a link instead. Every other check must
pass.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import whatthepatch

from autograder.assignment.files import ANSWER_FILES, GIVEN_FILES, RUNG_FILES, kit_root
from autograder.errors import InstructorError, UsageError

Kind = Literal["right", "wrong", "hostile"]
KINDS: tuple[Kind, ...] = get_args(Kind)
CHECK_FIELDS = ("fails", "perhaps", "blocked")
FIELDS = {"title", "says", "holds", "links", *CHECK_FIELDS}
EVERY_LEVEL = "bubblewrap unprivileged plain"


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
        holds: the levels of isolation that it is claimed to be held by.
        links: (name, target) of files that are links.
        patch: a unified diff over the solution.
    """

    name: str
    kind: Kind
    title: str
    fails: frozenset[str]
    says: str
    perhaps: frozenset[str]
    blocked: frozenset[str]
    holds: frozenset[str]
    links: tuple[tuple[str, str], ...]
    patch: str

    def touches(self, file: str) -> bool:
        """Return whether a file of this name is changed, or is a link."""
        return (
            file in dict(self.links)
            or f"+++ b/{file}" in self.patch
            or f"--- a/{file}" in self.patch
        )


@dataclass(frozen=True)
class Chosen:
    """Submissions for an audit at one level of isolation.

    Attributes:
        specimens: that the level is claimed to hold.
        not_claimed: the others.
    """

    specimens: tuple[Specimen, ...]
    not_claimed: tuple[Specimen, ...]


def corpus_folder() -> Path:
    """Return where the kit's own corpus lies."""
    return kit_root() / "tests" / "submissions"


def read_corpus(folder: Path, kinds: Sequence[Kind] = KINDS) -> list[Specimen]:
    """Return the submissions of these kinds, by kind and name.

    Raises:
        InstructorError: a file's head is not as described above.
    """
    return [
        read_specimen(path, kind)
        for kind in kinds
        for path in sorted(folder.glob(f"{kind}/*.patch"))
    ]


def choose_specimens(
    folder: Path, kinds: Sequence[Kind], names: Sequence[str], level: str
) -> Chosen:
    """Return the submissions of these kinds with one of these words in their names.

    Args:
        folder: of the corpus.
        kinds: in this order.
        names: words; any name if there are none.
        level: of isolation.

    Raises:
        UsageError: there is none that the level is claimed to hold.
        InstructorError: a file's head is not as described above.
    """
    named = [
        specimen
        for specimen in read_corpus(folder, kinds)
        if not names or any(word in specimen.name for word in names)
    ]
    held = tuple(specimen for specimen in named if level in specimen.holds)
    if not held:
        raise UsageError(f"{folder} holds no such submission: see README.md for the corpus' files")
    return Chosen(held, tuple(specimen for specimen in named if specimen not in held))


def read_specimen(path: Path, kind: Kind) -> Specimen:
    """Read one file of the corpus.

    Raises:
        InstructorError: its head is not as described above.
    """
    head, _, patch = path.read_text(encoding="utf-8").partition("\n\n")
    fields = dict(line.partition(": ")[::2] for line in head.splitlines())
    if not {"title", "fails"} <= set(fields) <= FIELDS:
        raise InstructorError(
            f"{path}: the head must hold title and fails, and may hold "
            f"{', '.join(sorted(FIELDS - {'title', 'fails'}))}, one line each"
        )
    fails, perhaps, blocked = (frozenset(fields.get(key, "").split()) for key in CHECK_FIELDS)
    links = (link.partition(" -> ")[::2] for link in fields.get("links", "").split(", ") if link)
    return Specimen(
        name=path.stem,
        kind=kind,
        title=fields["title"],
        fails=fails - {"nothing"},
        says=fields.get("says", ""),
        perhaps=perhaps,
        blocked=blocked,
        holds=frozenset(fields.get("holds", EVERY_LEVEL).split()),
        links=tuple(links),
        patch=patch,
    )


BUILT_ON = {"deepening.py": "depth_limited.py", "book.py": "transposition.py"}
"""Rungs of the ladder that do nothing without another one."""


def write_submission(specimen: Specimen, folder: Path) -> Path:
    """Write the submission into `folder/NAME` and return that folder.

    Raises:
        InstructorError: the patch does not apply to the solution of today.
    """
    target = folder / specimen.name
    target.mkdir(parents=True)
    touched = [name for name in RUNG_FILES if specimen.touches(name)]
    needed = [needed for name, needed in BUILT_ON.items() if name in touched]
    rungs = (*touched, *(name for name in needed if name not in touched))
    for name in GIVEN_FILES + ANSWER_FILES + rungs:
        shutil.copy(kit_root() / "solution" / name, target / name)
    for diff in whatthepatch.parse_patch(specimen.patch):
        assert diff.header is not None
        path = target / diff.header.new_path.removeprefix("b/")
        before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        try:
            after = whatthepatch.apply_diff(diff, before)
        except whatthepatch.exceptions.WhatThePatchException as error:
            raise InstructorError(
                f"{specimen.name}: the patch does not apply to the solution: {error}"
            ) from error
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join(after) + "\n", encoding="utf-8")
    for name, link in specimen.links:
        (target / name).unlink(missing_ok=True)
        (target / name).symlink_to(link)
    return target
