"""GitHub Classroom: a folder of clones, one for each student.

Source of the names: the documentation of GitHub Classroom ("Using GitHub Classroom with GitHub
CLI"; `gh classroom clone student-repos` makes ASSIGNMENT-submissions/ASSIGNMENT-USERNAME/). What
all names begin with, up to a hyphen, is the assignment; of a lone clone only the folder around it
can say so. The newest commit counts as handed in at its committer's time, which a student could
set; GitHub's own times of pushes are not in a clone. In a zip file of clones there is no time.
"""

from collections import defaultdict
from pathlib import PurePosixPath

from autograder.classroom.exports.commit_time import commit_clock
from autograder.classroom.exports.reading import Reading, attempt_of, shared_beginning
from autograder.classroom.exports.tree import Entry, Tree

KIND = "GitHub Classroom"
GIT_FOLDER = ".git"
ENDING = "-submissions"


def read_github(tree: Tree) -> Reading | None:
    """Read a folder of clones; None if it is none."""
    found = {place.parent for place in tree.litter if place.name == GIT_FOLDER}
    for base in tree.bases():
        clones = sorted(clone for clone in found if clone.parent == base and clone != base)
        if clones:
            return _read(tree, base, clones)
    return None


def _read(tree: Tree, base: PurePosixPath, clones: list[PurePosixPath]) -> Reading:
    files: dict[PurePosixPath, dict[PurePosixPath, Entry]] = defaultdict(dict)
    for path, entry in tree.below(base).items():
        files[base / path.parts[0]][PurePosixPath(*path.parts[1:])] = entry
    assignment = _assignment(base.name or tree.name, [clone.name for clone in clones])
    attempts = []
    with commit_clock() as committed:
        for clone in clones:
            login = clone.name.removeprefix(assignment)
            attempts.append(
                attempt_of(
                    login,
                    "",
                    files[clone],
                    identifiers={"github": login} if assignment else {},
                    submitted=committed(tree.folder / clone) if tree.folder else None,
                )
            )
    return Reading(KIND, tuple(attempts), "it lies in no clone")


def _assignment(folder: str, names: list[str]) -> str:
    """Return what stands before the login in the names of the clones."""
    told = folder.removesuffix(ENDING) + "-"
    if folder.endswith(ENDING) and all(name.startswith(told) for name in names):
        return told
    return shared_beginning(names) if len(names) > 1 else ""
