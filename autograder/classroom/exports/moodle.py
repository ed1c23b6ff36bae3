"""Moodle: the zip file of "Download all submissions" of an assignment.

Source of the names: Moodle, `mod/assign/locallib.php` (`download_submissions`, up to 4.4) and
`mod/assign/classes/downloader.php` (from 4.5 on, without the last underscore). As folders, which is
the default, or without them:

    Ada Lovelace_123456_assignsubmission_file_/starter/serial.py
    Ada Lovelace_123456_assignsubmission_file/serial.py
    Ada Lovelace_123456_assignsubmission_onlinetext_/onlinetext.html
    Ada Lovelace_123456_assignsubmission_file_serial.py

The number is the one of the grading worksheet's "Participant 123456", not the user's. An underscore
in a name becomes a space. With blind marking the name is "Participant", in the language of whoever
downloads. Work of a team comes once for each member, as `Team-Ada Lovelace_...`. There is no time.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from autograder.classroom.attempt import Attempt
from autograder.classroom.exports.reading import Reading, attempt_of, shared_beginning
from autograder.classroom.exports.tree import Entry, Tree

KIND = "Moodle"
NAME = re.compile(
    r"(?P<name>.*?)_(?P<participant>[0-9]+)_assignsubmission_(?P<plugin>[a-z][a-z0-9]*)"
    r"(?:_(?P<file>.*))?",
    re.DOTALL,
)


def read_moodle(tree: Tree) -> Reading | None:
    """Read an export of Moodle; None if it is none."""
    for base in tree.bases():
        entries = tree.below(base)
        students: dict[str, dict[PurePosixPath, Entry]] = defaultdict(dict)
        names: dict[str, str] = {}
        for path, entry in entries.items():
            name = NAME.fullmatch(path.parts[0])
            place = PurePosixPath(name["file"] or "", *path.parts[1:]) if name else PurePosixPath()
            if name is not None and place.parts:
                students[name["participant"]][_free(place, students[name["participant"]])] = entry
                names.setdefault(name["participant"], name["name"])
        if 2 * sum(map(len, students.values())) >= max(1, len(entries)):
            attempts = [
                attempt_of(number, names[number], files, identifiers={"moodle_id": number})
                for number, files in students.items()
            ]
            return Reading(KIND, _without_teams(attempts), "its name is not one that Moodle gives")
    return None


def _free(place: PurePosixPath, taken: Mapping[PurePosixPath, Entry]) -> PurePosixPath:
    """Return a place for a file that lies in one folder with another's under both layouts."""
    while place in taken:
        place = PurePosixPath("twice") / place
    return place


def _without_teams(attempts: list[Attempt]) -> tuple[Attempt, ...]:
    """Take the team's name off the names of students who handed in the very same files.

    A hyphen alone would not tell "Team-Ada" from "Anne-Marie".
    """
    teams: dict[frozenset[tuple[PurePosixPath, bytes]], list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        teams[frozenset(attempt.files.items())].append(attempt)
    renamed = []
    for content, members in teams.items():
        is_team = bool(content) and len(members) > 1
        team = shared_beginning([member.name for member in members]) if is_team else ""
        renamed += [replace(member, name=member.name.removeprefix(team)) for member in members]
    return tuple(renamed)
