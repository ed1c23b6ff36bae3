"""Where two submissions hold the same code: passages, with the lines that they stand on."""

from collections import defaultdict
from dataclasses import dataclass

from autograder.classroom.likeness.fingerprints import GRAM, NOTHING, Fingerprints

MOST_PASSAGES = 40
MOST_LINES = 150
CONTEXT = 2
MOST_PLACES = 20
"""How many places of a stretch that repeats itself are tried for the longest passage."""


@dataclass(frozen=True)
class Excerpt:
    """Lines of a file around a passage.

    Attributes:
        file: its name.
        first: the passage's first line; `last` its last one.
        lines: of the file, from line `start` on: the passage and some before and after it.
    """

    file: str
    first: int
    last: int
    start: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Passage:
    """One passage that both submissions of a pair hold.

    Attributes:
        tokens: how long it is.
        held_by: by so many submissions of the class at most, these two among them.
        common: whether that is a third of the class or more.
    """

    left: Excerpt
    right: Excerpt
    tokens: int
    held_by: int
    common: bool


def find_passages(fingerprints: Fingerprints, left: int, right: int) -> tuple[Passage, ...]:
    """Return what both submissions hold, the least common and then the longest passage first.

    Every stretch of the left one that the right one holds as well is in one of the passages; of
    several places on the right the one where most goes on alike is taken.
    """
    left_row, right_row = fingerprints.row_of(left), fingerprints.row_of(right)
    grams = fingerprints.grams.tolist()
    places: dict[int, list[int]] = defaultdict(list)
    for at in range(right_row.start, right_row.stop):
        if grams[at] != NOTHING and len(places[grams[at]]) < MOST_PLACES:
            places[grams[at]].append(at)
    passages = []
    at = left_row.start
    while at < left_row.stop:
        there = places.get(grams[at]) if grams[at] != NOTHING else None
        if not there:
            at += 1
            continue
        length, start = max((_alike(grams, at, place), -place) for place in there)
        passages.append(_passage(fingerprints, at, -start, length))
        at += length
    passages.sort(key=lambda passage: (passage.common, passage.held_by, -passage.tokens))
    return tuple(passages[:MOST_PASSAGES])


def _alike(grams: list[int], one: int, other: int) -> int:
    """Return how many stretches in a row are the same from these two places on."""
    length = 0
    # A gap follows every file, so neither index runs off the end.
    while grams[one + length] == grams[other + length] != NOTHING:
        length += 1
    return length


def _passage(fingerprints: Fingerprints, left: int, right: int, stretches: int) -> Passage:
    held_by = int(fingerprints.held_by[fingerprints.grams[left : left + stretches]].min())
    tokens = stretches + GRAM - 1
    return Passage(
        left=_excerpt(fingerprints, left, tokens),
        right=_excerpt(fingerprints, right, tokens),
        tokens=tokens,
        held_by=held_by,
        common=held_by > 2 and 3 * held_by >= fingerprints.submissions,
    )


def _excerpt(fingerprints: Fingerprints, at: int, length: int) -> Excerpt:
    number = int(fingerprints.files[at])
    source = fingerprints.sources[number]
    begin = at - int(fingerprints.first[number])
    first, last = source.tokens[begin].line, source.tokens[begin + length - 1].line
    start = max(first - CONTEXT, 1)
    end = min(last + CONTEXT, start - 1 + MOST_LINES)
    return Excerpt(source.name, first, last, start, source.lines[start - 1 : end])
