"""The key of a check's outcome: a digest of everything that the outcome follows from.

That is the submission, the check's code and all code that it imports, the worker's code, the truth,
the limits and thresholds, the versions of the libraries and the machine's seed; for timing the
reference too. What a check is worth is not part of it: points are given anew each time.
"""

import ast
import hashlib
import platform
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path

from autograder.assignment.files import reference_folder
from autograder.grading.rubric import Rubric
from autograder.intake.allowed import sort_files
from autograder.intake.submission import Submission

PACKAGE = Path(__file__).resolve().parents[1]
CHECKS = (PACKAGE / "checks" / "public", PACKAGE / "checks" / "hidden")
# Read, run or compared with, but imported by nobody.
DATA = (PACKAGE / "engines" / "inside_sandbox", PACKAGE / "truth" / "data")
LIBRARIES = ("numpy", "numba", "mpi4py")
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.ImportFrom


def check_bases(
    rubric: Rubric, names: Iterable[str], circumstances: Sequence[str]
) -> dict[str, str]:
    """Return, for each of the checks, a digest of all but the submission; it serves a whole class.

    Args:
        rubric: of which the limits and thresholds count.
        names: such as "win.lines"; checks that exist.
        circumstances: what else an outcome may follow from, such as the isolation.
    """
    common = [
        *_contents(path for folder in DATA for path in folder.iterdir() if path.is_file()),
        repr(rubric.limits),
        platform.python_version(),
        *(version(library) for library in LIBRARIES),
        *circumstances,
    ]
    timing = [repr(rubric.timing), *_contents((reference_folder() or PACKAGE).glob("*.py"))]
    return {
        name: _digest([*common, *(timing if name.startswith("timing.") else ()), *check_code(name)])
        for name in names
    }


def check_keys(bases: Mapping[str, str], submission: Submission) -> dict[str, str]:
    """Return the key of each check's outcome for a submission, of the checks that are for it."""
    files = list(_contents(sort_files(submission.folder).taken))
    return {
        name: _digest([basis, *files]) for name, basis in bases.items() if submission.answers(name)
    }


def check_code(name: str) -> Iterator[str]:
    """Yield the code that a check consists of, without its layout and comments.

    Of the check's own module only what the check uses; of the kit's other modules all that it
    imports, directly or not.
    """
    part, _, check = name.partition(".")
    candidates = [folder / f"{part}.py" for folder in CHECKS]
    own = next(p for p in candidates if p.exists() and f"check_{check}" in _definitions(p))
    used = _used(own, f"check_{check}")
    yield from (ast.dump(node) for node in used if not isinstance(node, ast.ImportFrom))
    seen: set[Path] = set()
    waiting = [path for node in used for path in _imported(node)]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting += _imported_by(path)
    yield from (f"{path.relative_to(PACKAGE)} {_code_digest(path)}" for path in sorted(seen))


def _used(path: Path, name: str) -> list[Definition]:
    """Return a definition of a module and all the others there that it uses."""
    definitions = _definitions(path)
    found: dict[str, Definition] = {}
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in definitions and current not in found:
            found[current] = definitions[current]
            inside = ast.walk(definitions[current])
            waiting += [node.id for node in inside if isinstance(node, ast.Name)]
    return [found[name] for name in sorted(found)]


@cache
def _definitions(path: Path) -> dict[str, Definition]:
    """Return what a module defines or imports at its top level, by name."""
    definitions: dict[str, Definition] = {}
    for node in _syntax(path).body:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                definitions[node.name] = node
            case ast.Assign():
                definitions |= {t.id: node for t in node.targets if isinstance(t, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                definitions[name] = node
            case ast.ImportFrom():
                definitions |= {alias.asname or alias.name: node for alias in node.names}
    return definitions


def _imported(node: ast.AST) -> Iterator[Path]:
    """Yield the kit's modules that an import statement names."""
    if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE.name):
        for module in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
            path = PACKAGE.parent.joinpath(*str(module).split(".")).with_suffix(".py")
            if path.exists():
                yield path


@cache
def _imported_by(path: Path) -> tuple[Path, ...]:
    return tuple(found for node in ast.walk(_syntax(path)) for found in _imported(node))


@cache
def _syntax(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _code_digest(path: Path) -> str:
    return _digest([ast.dump(_syntax(path))])


def _contents(paths: Iterable[Path]) -> Iterator[str]:
    for path in sorted(paths):
        yield f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _digest(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()
