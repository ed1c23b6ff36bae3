"""Who is who: the same person in two lists, found by identifiers first and by name after that.

Nobody is guessed. Two people of one name, or one whose identifiers lead to two people, are
ambiguous, and a person must look.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from autograder.visible_text import visible

# Letters that Unicode does not take apart into a letter and an accent.
PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i"}
)
APOSTROPHES = re.compile("['`\u00b4\u02bc\u2018\u2019]")

# What nobody shares with somebody else; a section or a group is no such thing.
IDENTIFYING = frozenset(
    {"canvas_id", "moodle_id", "gradescope_id", "github", "github_id", "login", "email", "sid"}
)

Key = tuple[str, str]


@dataclass(frozen=True)
class Person:
    """Somebody in a list.

    Attributes:
        name: in whichever order; "" if the list does not say.
        identifiers: by kind, those of `autograder.classroom.attempt.Attempt` among them.
    """

    name: str
    identifiers: Mapping[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """What the person is called in a message."""
        return visible(
            self.name or next(iter(self.identifiers.values()), "somebody without a name")
        )


@dataclass(frozen=True)
class Pairing:
    """Who of one list is who of another, by their places in the two.

    Attributes:
        found: the place of each that is one person of the other list, and of nobody else.
        ambiguous: the places of all those that one may be.
    """

    found: Mapping[int, int]
    ambiguous: Mapping[int, tuple[int, ...]]


def words_of(name: str) -> list[str]:
    """Return the words of a name without case, accents and punctuation.

    >>> words_of("O'Neill, Zoë"), words_of("ZOE ONEILL")
    (['oneill', 'zoe'], ['zoe', 'oneill'])
    """
    # A name that has been shown already has escapes in it, and is the same name.
    text = unicodedata.normalize("NFKD", APOSTROPHES.sub("", visible(name))).casefold()
    bare = "".join(one for one in text.translate(PLAIN_LETTERS) if not unicodedata.combining(one))
    return re.findall(r"[^\W_]+", bare)


def pair(claimants: Sequence[Person], people: Sequence[Person]) -> Pairing:
    """Find each of `claimants` among `people`.

    An identifier counts only against one of the same kind. A name counts only where no identifier
    leads anywhere, and never where one of the same kind says that it is somebody else. Where
    several claimants are one person, those that an identifier led there go before those of a name;
    if there are several of the same standing, all of them are ambiguous.
    """
    by_identifier = _index(people, identifier_keys)
    by_name = _index(people, _name_keys)
    strong, weak = {}, {}
    for number, claimant in enumerate(claimants):
        if places := _lookup(by_identifier, identifier_keys(claimant)):
            strong[number] = places
        elif places := {
            place
            for place in _lookup(by_name, _name_questions(claimant))
            if not _contradict(claimant, people[place])
        }:
            weak[number] = places
    taken = set().union(*strong.values())
    found: dict[int, int] = {}
    ambiguous: dict[int, tuple[int, ...]] = {}
    for standing, already in ((strong, set[int]()), (weak, taken)):
        claims = defaultdict(set)
        for number, places in standing.items():
            for place in places:
                claims[place].add(number)
        for number, places in standing.items():
            place = min(places)
            if len(places) == 1 and place not in already and len(claims[place]) == 1:
                found[number] = place
            else:
                ambiguous[number] = tuple(sorted(places))
    return Pairing(found, ambiguous)


def identifier_keys(person: Person) -> set[Key]:
    """Return what tells a person apart, as it is compared: without case and surrounding space."""
    # Many a login is an address.
    return {
        ("email" if "@" in value else kind, value) for kind, value in _told_apart_by(person).items()
    }


def _told_apart_by(person: Person) -> dict[str, str]:
    folded = {kind: value.strip().casefold() for kind, value in person.identifiers.items()}
    return {kind: value for kind, value in folded.items() if value and kind in IDENTIFYING}


def _name_keys(person: Person) -> set[Key]:
    """Return what a person may be called: all words in any order, or run together in Canvas' way.

    Canvas writes "Lovelace, Ada" as "lovelaceada" in the names of files. Which words are the last
    name is not known, so each of them may come first.
    """
    words = words_of(person.name)
    if not words:
        return set()
    return {
        ("words", " ".join(sorted(words))),
        *(("run together", one) for one in _rotations(words)),
        *([("one word", words[0])] if len(words) == 1 else []),
    }


def _name_questions(person: Person) -> set[Key]:
    words = words_of(person.name)
    if not words:
        return set()
    run_together = "run together" if len(words) == 1 else "one word"
    return {
        ("words", " ".join(sorted(words))),
        *((run_together, one) for one in _rotations(words)),
    }


def _rotations(words: list[str]) -> set[str]:
    return {"".join(words[start:] + words[:start]) for start in range(len(words))}


def _contradict(one: Person, other: Person) -> bool:
    mine, theirs = _told_apart_by(one), _told_apart_by(other)
    return any(mine[kind] != theirs[kind] for kind in mine.keys() & theirs.keys())


def _index(people: Sequence[Person], keys_of: Callable[[Person], set[Key]]) -> dict[Key, set[int]]:
    index: dict[Key, set[int]] = defaultdict(set)
    for place, person in enumerate(people):
        for key in keys_of(person):
            index[key].add(place)
    return index


def _lookup(index: Mapping[Key, set[int]], keys: Iterable[Key]) -> set[int]:
    return set().union(*(index.get(key, ()) for key in keys))
