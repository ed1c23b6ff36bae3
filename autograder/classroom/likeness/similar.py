"""Which submissions of a class look alike, starter code left out: a reason to look, not a verdict.

How a pair is measured: code is compared in stretches of `GRAM` tokens whose names, numbers,
strings, comments and layout do not count (`source_code`, beside this file). A token of a
submission's own code is *shared* when some stretch around it is in the other submission as well.
The assignment is small, so honest answers share a lot; a shared token therefore counts for as much
as the rarest such stretch around it: 1 if nobody else in the class has it, 1/5 if a third of 500
have, near 0 if all have. The sum is how *telling* the pair is, in tokens: as if so many had been
written by these two alone. That as a part of a submission's own tokens is its *telling share*; each
file with enough code is also looked at alone, because often one part is copied and the rest is not.

What it cannot see: a solution that a third of the class has passed around looks like common
knowledge; statements in another order, or with others between every two, are another text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from autograder.classroom.likeness.fingerprints import fingerprint
from autograder.classroom.likeness.overlaps import Overlaps, measure
from autograder.classroom.likeness.passages import Passage, find_passages
from autograder.classroom.likeness.source_code import SourceFile, read_boilerplate, read_submission
from autograder.errors import SubmissionError
from autograder.visible_text import visible

MOST_PAIRS = 100
"""Nobody reads more."""


@dataclass(frozen=True)
class Side:
    """One submission of a pair.

    Attributes:
        name: the submission's.
        tokens: of its own code.
        shared: those that the other one holds as well.
        telling: the same, less what many in the class have.
        telling_share: the part of `tokens` that is telling; or that of `file`, if it is larger.
        file: where the telling share is largest; "" for the submission as a whole.
    """

    name: str
    tokens: int
    shared: int
    telling: float
    telling_share: float
    file: str

    @property
    def overlap(self) -> float:
        """The part of its own code that is in the other one."""
        return self.shared / self.tokens if self.tokens else 0.0


@dataclass(frozen=True)
class Pair:
    """Two submissions that look alike, and where; the most telling passages first."""

    left: Side
    right: Side
    passages: tuple[Passage, ...]

    @property
    def telling(self) -> float:
        """How surprising it is: worth so many tokens that nobody else in the class has."""
        # The smaller one: to repeat a passage does not make it more telling.
        return min(self.left.telling, self.right.telling)


@dataclass(frozen=True)
class Similarities:
    """What the comparison of a class came to.

    Attributes:
        submissions: how many were compared.
        at_least: the telling share from which on a pair is listed.
        pairs: the most telling ones first.
        more_pairs: how many there are besides.
        incomplete: what was not compared and why, a line each.
    """

    submissions: int
    at_least: float
    pairs: tuple[Pair, ...]
    more_pairs: int = 0
    incomplete: tuple[str, ...] = ()


def similar_pairs(
    submissions: Mapping[str, Path | Mapping[str, str]],
    boilerplate: Sequence[Path],
    *,
    at_least: float,
) -> Similarities:
    """Return the pairs of submissions that look alike, as the head of this module describes.

    Args:
        submissions: by name: a folder, an archive, or the texts of files by file name.
        boilerplate: the files and folders that everybody was given.
        at_least: list a pair if the telling share of one of the two is this, 0 to 1.

    Raises:
        UsageError: the boilerplate is not there.
    """
    given = read_boilerplate(boilerplate)
    names: list[str] = []
    codes: list[list[SourceFile]] = []
    incomplete: list[str] = []
    for name, submission in submissions.items():
        try:
            code = read_submission(submission)
        except (SubmissionError, OSError) as error:
            incomplete.append(f"{visible(name)}: {visible(str(error))}")
            continue
        names.append(name)
        codes.append(code)
        incomplete += [
            f"{visible(name)}, {visible(source.name)}: {source.cut}"
            for source in code
            if source.cut
        ]
    fingerprints = fingerprint(codes, given)
    overlaps = measure(fingerprints)
    found = overlaps.alike(at_least)
    return Similarities(
        submissions=len(names),
        at_least=at_least,
        pairs=tuple(
            Pair(
                _side(overlaps, names, a, b),
                _side(overlaps, names, b, a),
                find_passages(fingerprints, a, b),
            )
            for a, b in found[:MOST_PAIRS]
        ),
        more_pairs=max(len(found) - MOST_PAIRS, 0),
        incomplete=tuple(incomplete),
    )


def _side(overlaps: Overlaps, names: Sequence[str], one: int, other: int) -> Side:
    whole, best = overlaps.whole_share[one, other], overlaps.telling_share[one, other]
    fingerprints = overlaps.fingerprints
    files = np.flatnonzero(fingerprints.owners == one)
    closest = ""
    if best > whole:
        closest = fingerprints.sources[files[overlaps.file_share[files, other].argmax()]].name
    return Side(
        name=names[one],
        tokens=int(fingerprints.own_tokens[files].sum()),
        shared=int(overlaps.shared[files, other].sum()),
        telling=float(overlaps.telling[files, other].sum()),
        telling_share=float(best),
        file=closest,
    )
