"""Find what no answer to this assignment needs, so that a person looks at it.

These are tripwires and no walls: who knows them can step over them. What they find never costs
points by itself. Some of it reaches into the grader's part of the worker process, though, and what
the worker says about such a submission is worth nothing; checks that rest on it are not judged.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

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
        *("__self__", "__subclasses__", "__wrapped__", "_getframe", "cr_frame", "ctypeslib"),
        *("create_unix_connection", "ctypes", "f_back", "f_globals", "f_locals", "gi_frame"),
        *("open_unix_connection", "tb_frame"),
    }
)
REACHING_NAMES = frozenset(
    {"__builtins__", "__import__", "compile", "delattr", "eval", "exec", "globals", "setattr"}
)
GIVEN_FUNCTION = "search"
LONGEST_WORD = 60


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
    found = (finding for path in paths for finding in _in_file(path, own))
    return tuple(dict.fromkeys(found))


def _in_file(path: Path, own: frozenset[str]) -> Iterator[Tripwire]:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return  # it cannot be imported either
    except (RecursionError, MemoryError):
        yield Tripwire(path.name, 1, "it is nested too deeply to be read", reaches_in=True)
        return
    imported = _imported_names(tree)
    for node in ast.walk(tree):
        for what, reaches_in in _findings(node, imported, own):
            yield Tripwire(path.name, getattr(node, "lineno", 1), what[:LONGEST_WORD], reaches_in)


def _imported_names(tree: ast.Module) -> dict[str, str]:
    """Return the module that each imported name comes from."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name.partition(".")[0]] = alias.name
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = node.module or ""
    return names


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
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            yield from _of_attribute(imported.get(name, name), attribute)
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
    owner: ast.expr = target
    while isinstance(owner, ast.Attribute | ast.Subscript):
        owner = owner.value
    if isinstance(owner, ast.Name) and imported.get(owner.id, "").partition(".")[0]:
        yield f"a change of {ast.unparse(target)}", True
    elif isinstance(target, ast.Attribute) and target.attr.startswith("__"):
        yield f"a change of {target.attr}", True
