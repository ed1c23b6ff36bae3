"""Which stretches of code are in more than one submission, and in how many.

Source: S. Schleimer, D. S. Wilkerson, A. Aiken, "Winnowing: Local Algorithms for Document
Fingerprinting", SIGMOD 2003, as used in MOSS: hash every stretch of `GRAM` tokens, and compare the
hashes. Winnowing proper keeps one hash out of each window to save room; a class is small enough to
keep them all, so every shared stretch of `GRAM` tokens is found, and the same ones in every run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from autograder.classroom.likeness.source_code import SourceFile

GRAM = 16
"""Tokens; about two lines. Fewer, and the idioms of the language are alike; more, and an edit in
every third line hides a copy."""

MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # odd, with bits all over: 2**64 over the golden ratio
NOTHING = 0

Integers = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
Weights = npt.NDArray[np.float32]
Values = TypeVar("Values", Flags, Weights)


@dataclass(frozen=True)
class Fingerprints:
    """The code of a class, all files in a row; what was given to everybody is cut out of it.

    Attributes:
        sources: the files, those of one submission beside each other.
        owners: the submission that each file belongs to.
        submissions: how many there are.
        first: where each file begins in the row.
        files: the file of each token in the row.
        grams: the number of the stretch that begins at each token; `NOTHING` where there is none.
        own: whether a token is in a stretch of the student's own.
        held_by: in how many submissions each stretch is.
    """

    sources: Sequence[SourceFile]
    owners: Integers
    submissions: int
    first: Integers
    files: Integers
    grams: Integers
    own: Flags
    held_by: Integers

    @cached_property
    def own_tokens(self) -> Integers:
        """The tokens of each file that are the student's own."""
        return np.bincount(self.files[self.own], minlength=len(self.sources))

    @cached_property
    def rarity(self) -> Weights:
        """What each stretch counts for: 1 if no more than two submissions have it, near 0 if all.

        It is the inverse document frequency (K. Spärck Jones, "A statistical interpretation of
        term specificity", Journal of Documentation 28, 1972), scaled to 1 at two.
        """
        class_size = max(self.submissions, 2) + 1
        holders = np.maximum(self.held_by, 2)
        rarity: Weights = (np.log(class_size / holders) / np.log(class_size / 2)).astype(np.float32)
        rarity[NOTHING] = 0.0
        return rarity

    def row_of(self, submission: int) -> slice:
        """Return where the code of one submission is in the row."""
        own_files = np.flatnonzero(self.owners == submission)
        if not len(own_files):
            return slice(0, 0)
        end = own_files[-1] + 1
        return slice(
            int(self.first[own_files[0]]),
            int(self.first[end]) if end < len(self.first) else len(self.files),
        )

    def found_in(self, submission: int) -> tuple[Integers, Weights]:
        """Return, for each file of the class, how much of it is in this submission too.

        That is its tokens in stretches that are; and the same, each token counting for as much as
        the rarest such stretch around it.
        """
        held = np.zeros(len(self.held_by), dtype=np.float32)
        theirs = self.grams[self.row_of(submission)]
        held[theirs] = self.rarity[theirs]
        weights = spread(held[self.grams])
        at = np.flatnonzero(weights)
        files = self.files[at]
        count = len(self.sources)
        rare = np.bincount(files, weights=weights[at], minlength=count)
        return np.bincount(files, minlength=count), rare.astype(np.float32)


def fingerprint(
    submissions: Sequence[Sequence[SourceFile]], boilerplate: Sequence[SourceFile]
) -> Fingerprints:
    """Compare all stretches of all submissions, without what `boilerplate` holds."""
    sources = [source for submission in submissions for source in submission]
    owners = np.array(
        [number for number, submission in enumerate(submissions) for _ in submission], dtype=int
    )
    numbers: dict[str, int] = {}
    row, files = _in_a_row(sources, numbers)
    given, _ = _in_a_row(boilerplate, numbers)
    given_hashes = _hashes(given)[_is_stretch(given)]
    hashes = _hashes(row)
    row[spread(np.isin(hashes, given_hashes) & _is_stretch(row))] = NOTHING
    starts = _is_stretch(row)
    grams = np.zeros(len(row), dtype=int)
    known, grams[starts] = np.unique(hashes[starts], return_inverse=True)
    grams[starts] += 1
    holders = np.unique(np.stack([grams[starts], owners[files[starts]]]), axis=1)
    return Fingerprints(
        sources=sources,
        owners=owners,
        submissions=len(submissions),
        first=np.searchsorted(files, np.arange(len(sources))),
        files=files,
        grams=grams,
        own=spread(starts),
        held_by=np.bincount(holders[0], minlength=len(known) + 1),
    )


def spread(starts: Values) -> Values:
    """Carry the value at the start of each stretch to all its tokens; the largest one stays."""
    values = starts.copy()
    for shift in range(1, min(GRAM, len(starts))):
        np.maximum(values[shift:], starts[:-shift], out=values[shift:])
    return values


def _in_a_row(sources: Sequence[SourceFile], numbers: dict[str, int]) -> tuple[Integers, Integers]:
    """Return the tokens of all files as numbers, and the file of each; nothing crosses a gap."""
    gap = [NOTHING] * GRAM
    row = [
        number
        for source in sources
        for number in (
            *(numbers.setdefault(token.kind, len(numbers) + 1) for token in source.tokens),
            *gap,
        )
    ]
    lengths = [len(source.tokens) + GRAM for source in sources]
    return np.array(row, dtype=int), np.repeat(np.arange(len(sources)), lengths)


def _is_stretch(row: Integers) -> Flags:
    """Return whether a stretch of `GRAM` tokens without a gap begins here."""
    gaps = np.concatenate([[0], np.cumsum(row == NOTHING)])
    is_stretch = np.zeros(len(row), dtype=bool)
    is_stretch[: max(len(row) - GRAM + 1, 0)] = gaps[GRAM:] == gaps[:-GRAM]
    return is_stretch


def _hashes(row: Integers) -> Hashes:
    """Return a hash of the `GRAM` tokens from each on; those that wrap around are no stretch."""
    hashes = np.zeros(len(row), dtype=np.uint64)
    for shift in range(GRAM):
        hashes = hashes * MULTIPLIER + np.roll(row, -shift).astype(np.uint64)
    return hashes
