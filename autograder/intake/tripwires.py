"""Find what no answer to this assignment needs, so that a person looks at it.

These are tripwires and no walls: who knows them can step over them. What they find never costs
points by itself. Some of it reaches into the grader's part of the worker process, though, and what
the worker says about such a submission is worth nothing; checks that rest on it are not judged.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

INSIDE_SANDBOX = Path(__file__).resolve().parents[1] / "engines" / "inside_sandbox"
ORDINARY_MODULES = frozenset(
    {
        *("__future__", "_thread", "abc", "array", "asyncio", "bisect", "collections"),
        *(
            "concurrent",
            "contextlib",
            "copy",
            "dataclasses",
            "enum",
            "functools",
            "heapq",
            "itertools",
        ),
        *("logging", "math", "mpi4py", "multiprocessing", "numba", "numpy", "operator", "os"),
        *("queue", "random", "starter", "statistics", "string", "sys", "threading", "time"),
        *("traceback", "typing", "typing_extensions", "warnings"),
    }
)
REACHING_MODULES = frozenset(
    {
        *("__main__", "bdb", "builtins", "cffi", "code", "codeop", "ctypes", "faulthandler"),
        *("gc", "importlib", "inspect", "marshal", "multiprocessing.connection"),
        *("multiprocessing.reduction", "pdb", "pickle", "pkgutil", "runpy", "selectors", "socket"),
        *(path.stem for path in INSIDE_SANDBOX.glob("*.py") if path.stem != "__init__"),
    }
)
ORDINARY_ATTRIBUTES = {
    "sys": frozenset(
        {
            *("float_info", "getrecursionlimit", "getswitchinterval", "maxsize", "platform"),
            *("setrecursionlimit", "setswitchinterval", "stderr", "stdout", "version"),
            *("version_info",),
        }
    ),
    "os": frozenset({"cpu_count", "getpid", "process_cpu_count", "sched_getaffinity"}),
}
REACHING_ATTRIBUTES = frozenset(
    {
        *("__builtins__", "__closure__", "__code__", "__dict__", "__func__", "__globals__"),
        *("__setattr__", "attrgetter", "methodcaller", "modules"),
        *("__self__", "__subclasses__", "__wrapped__", "_getframe", "cr_frame", "ctypeslib"),
        *("create_unix_connection", "ctypes", "f_back", "f_globals", "f_locals", "gi_frame"),
        *("open_unix_connection", "tb_frame"),
    }
)
REACHING_NAMES = frozenset(
    {
        *("__builtins__", "__import__", "compile", "delattr", "eval", "exec", "globals"),
        *("setattr", "vars"),
    }
)
GIVEN_FUNCTION = "search"
HANDED_ON = frozenset({"attrgetter", "methodcaller", "os", "sys"})
LONGEST_WORD = 60
MOST_FINDINGS = 20
USUAL_BYTES = 64 * 1024
"""Answers are a few kilobytes; a table of positions computed beforehand is more than this."""


@dataclass(frozen=True)
class Tripwire:
    """One thing to look at.

    Attributes:
        file: name of the file.
        line: in it.
        what: such as "import ctypes".
        reaches_in: whether it can reach into the grader's part of the process.
    """

    file: str
    line: int
    what: str
    reaches_in: bool

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}"


def find_tripwires(files: Iterable[Path]) -> tuple[Tripwire, ...]:
    """Return what there is to look at in some Python files; one finding of a kind in each line."""
    paths = sorted(files)
    own = frozenset(path.stem for path in paths)
    return tuple(finding for path in paths for finding in _in_file(path, own))


def _in_file(path: Path, own: frozenset[str]) -> list[Tripwire]:
    try:
        found = islice(dict.fromkeys(_in_source(path, own)), MOST_FINDINGS + 1)
        findings = sorted(found, key=lambda finding: (not finding.reaches_in, finding.line))
    except (SyntaxError, ValueError):
        return []  # it cannot be imported either
    except (RecursionError, MemoryError):
        return [Tripwire(path.name, 1, "it is nested too deeply to be read", reaches_in=True)]
    if len(findings) > MOST_FINDINGS:
        findings[-1] = Tripwire(path.name, findings[-1].line, "and more", reaches_in=True)
    return findings


def _in_source(path: Path, own: frozenset[str]) -> Iterator[Tripwire]:
    source = path.read_bytes()
    if len(source) > USUAL_BYTES:
        yield Tripwire(path.name, 1, f"it is {len(source) // 1024} KiB long", reaches_in=False)
    tree = ast.parse(source)
    imported = _imported_names(tree)
    for node in ast.walk(tree):
        for what, reaches_in in _findings(node, imported, own):
            yield Tripwire(path.name, getattr(node, "lineno", 1), what[:LONGEST_WORD], reaches_in)


def _imported_names(tree: ast.Module) -> dict[str, str]:
    """Return the module that each imported name comes from, other names for it included."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.partition(".")[0]] = alias.name
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = node.module or ""
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute | ast.Subscript):
            origin = names.get(_owner(node.value))
            for target in node.targets:
                if origin is not None and isinstance(target, ast.Name):
                    names[target.id] = origin
    return names


def _owner(node: ast.expr) -> str:
    """Return the name that a chain such as `name.attribute[0].attribute` begins with, or ""."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _findings(
    node: ast.AST, imported: dict[str, str], own: frozenset[str]
) -> Iterator[tuple[str, bool]]:
    """Yield (what, whether it reaches in) of one node."""
    match node:
        case ast.Import():
            for alias in node.names:
                yield from _of_module(alias.name, own)
        case ast.ImportFrom(level=0, module=str(module)):
            yield from _of_module(module, own)
            for alias in node.names:
                yield from _of_attribute(module, alias.name)
                # A module may be taken out of another one that imports it.
                if alias.name in HANDED_ON or alias.name in REACHING_MODULES:
                    yield f"from {module} import {alias.name}", True
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            yield from _of_attribute(imported.get(name, name), attribute)
            if attribute.startswith("_") and name in imported:
                yield from _of_private(imported[name], f"{name}.{attribute}")
        case ast.Attribute(attr=attribute) if attribute in REACHING_ATTRIBUTES:
            yield attribute, True
        case ast.Name(id=name) if name in REACHING_NAMES:
            yield name, True
        case ast.Call(func=ast.Name(id="getattr"), args=[_, wanted, *_]):
            yield from _of_getattr(wanted)
        case _:
            pass
    for target in _changed_by(node):
        yield from _of_change(target, imported)


def _of_module(module: str, own: frozenset[str]) -> Iterator[tuple[str, bool]]:
    root = module.partition(".")[0]
    if not REACHING_MODULES.isdisjoint((root, module)):
        yield f"import {module}", True
    elif root not in ORDINARY_MODULES | own:
        yield f"import {module}", False


def _of_attribute(owner: str, attribute: str) -> Iterator[tuple[str, bool]]:
    if attribute in REACHING_ATTRIBUTES or owner == GIVEN_FUNCTION:
        yield f"{owner}.{attribute}", True
    elif attribute not in ORDINARY_ATTRIBUTES.get(owner, {attribute}):
        yield f"{owner}.{attribute}", owner == "sys"


def _of_private(module: str, what: str) -> Iterator[tuple[str, bool]]:
    # Their names with an underscore lead nowhere else.
    if module.partition(".")[0] not in ("os", "mpi4py"):
        yield what, True


def _of_getattr(wanted: ast.expr) -> Iterator[tuple[str, bool]]:
    if not (isinstance(wanted, ast.Constant) and isinstance(wanted.value, str)):
        yield "getattr with a name that is not written out", True
    elif wanted.value in REACHING_ATTRIBUTES:
        yield f"getattr of {wanted.value}", True


def _changed_by(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from targets
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            yield target
        case _:
            pass


def _of_change(target: ast.expr, imported: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """Yield a change of what belongs to a module, or of how some object behaves."""
    if isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _of_change(element, imported)
    if not isinstance(target, ast.Attribute | ast.Subscript):
        return
    owner = _owner(target)
    if imported.get(owner):
        yield f"a change of what belongs to {owner}", True
    elif isinstance(target, ast.Attribute) and target.attr.startswith("__"):
        yield f"a change of {target.attr}", True
