"""No platform's: a folder or zip file of submissions named for their students, or a single one."""

from collections import Counter, defaultdict
from pathlib import PurePosixPath

from autograder.assignment.files import ANSWER_FILES, PACKAGE
from autograder.classroom.exports.reading import Reading, attempt_of
from autograder.classroom.exports.tree import Entry, Tree
from autograder.intake.members import is_archive_name, is_notebook_name
from autograder.intake.submission import named_by, without_ending

KIND = "plain"
Files = dict[PurePosixPath, Entry]


def read_plain(tree: Tree) -> Reading:
    """Read whatever is left: each folder and archive that may hold answers is a student's."""
    everything = tree.below(PurePosixPath())
    if _is_single(everything):
        return _reading([(tree.name, everything)])
    for base in tree.bases():
        children = tree.below(base)
        submissions = _submissions(children)
        # A lone folder around all of them is no student's, unless it holds the parts of one.
        if _is_class(submissions):
            return _reading(submissions)
        if base.parts and _is_single(children):
            break
    submissions = _submissions(everything)
    if tree.folder is None and len(submissions) == 1 and not is_archive_name(submissions[0][0]):
        submissions = [(tree.name, submissions[0][1])]
    return _reading(submissions)


def _submissions(children: Files) -> list[tuple[str, Files]]:
    """Return what may hold answers, by the names of folders and archives."""
    submissions: dict[str, Files] = defaultdict(dict)
    for path, entry in children.items():
        if len(path.parts) > 1:
            submissions[path.parts[0]][PurePosixPath(*path.parts[1:])] = entry
        elif is_archive_name(path.name):
            submissions[path.name][path] = entry
    return [(name, files) for name, files in submissions.items() if any(map(_may_hold, files))]


def _may_hold(place: PurePosixPath) -> bool:
    name = place.name
    return place.suffix == ".py" or is_archive_name(name) or is_notebook_name(name)


def _is_single(files: Files) -> bool:
    homes = (PurePosixPath(), PurePosixPath(PACKAGE))
    return any(home / name in files for home in homes for name in ANSWER_FILES)


def _is_class(submissions: list[tuple[str, Files]]) -> bool:
    """Return whether these are of several students: no answer is handed in twice by one."""
    handed_in: Counter[str] = Counter()
    for _, files in submissions:
        names = {"archive" if is_archive_name(place.name) else place.name for place in files}
        notebooks = {name for name in names if is_notebook_name(name)}
        handed_in.update(names & {"archive", *ANSWER_FILES, *notebooks})
    return any(count > 1 for count in handed_in.values())


def _reading(submissions: list[tuple[str, Files]]) -> Reading:
    attempts = []
    for folder, files in submissions:
        student = named_by(without_ending(folder))
        attempts.append(attempt_of(student, student, files, identifiers={"login": student}))
    return Reading(KIND, tuple(attempts), "it lies in no student's folder that holds Python files")
