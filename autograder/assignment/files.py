"""Which files make up the assignment, and where the kit keeps them."""

from pathlib import Path

from autograder.errors import UsageError

PACKAGE = "starter"
"""The package name that every submission is run under, whatever its folder is called."""

GIVEN_FILES = ("__init__.py", "board.py", "ladder.py")
"""Files that a submission always gets from the kit, in their pristine form."""

ANSWER_FILES = ("serial.py", "threads.py", "mpi.py")
"""Files that students fill in and hand in."""

EXACT_RUNGS = ("alpha_beta", "negascout", "transposition")
LIMITED_RUNGS = ("depth_limited", "deepening", "monte_carlo")
RUNG_NAMES = (*EXACT_RUNGS, *LIMITED_RUNGS, "book")
RUNG_FILES = tuple(f"{name}.py" for name in RUNG_NAMES)
"""The rungs of the ladder: files that students may fill in and hand in besides; the exact ones find
the scores of minimax, those with a limit need not search to the end of the game."""

PLAYING_RUNGS = ("deepening", "monte_carlo", "book")
"""Those that have a `computer_move` of their own."""

SERIAL_RUNGS = ("deepening", "book")
"""Those of them that run neither threads nor ranks."""

ANSWERS = ("serial.win", "serial.minimax", "threads.computer_move", "mpi.computer_move")
"""The functions in them that students write, each named by its file and itself."""

RUNG_ANSWERS = tuple(f"{name}.{name}" for name in RUNG_NAMES)
"""The functions in the rungs that students write."""

MAGIC = "%%answer"
"""How a notebook's cell begins that holds one of them, followed by its name."""

FAST = "fast"
"""The folder beside the reference's answers that holds an engine made for speed."""

PUT_ASIDE = "autograder/assignment/starter"
"""Where a student's kit keeps the answer files as they were handed out, as texts."""

NOTEBOOKS = "notebooks"
"""Where a student's kit keeps the assignment as notebooks."""

STUB = '# YOUR CODE HERE\nraise NotImplementedError("not filled in yet")'
"""What stands in the place of an answer in starter/ and in the notebooks."""

CODE_STUB = {"python": STUB}
"""The same as nbgrader's `ClearSolutions` is told it."""


def is_students() -> bool:
    """Return whether this is what students were handed: the kit without hidden checks."""
    return not (Path(__file__).resolve().parents[1] / "checks" / "hidden").is_dir()


def kit_root() -> Path:
    """Return the folder that holds `solution/` and `starter/`.

    Raises:
        UsageError: the kit was installed without its folders beside it.
    """
    beside_the_package = Path(__file__).resolve().parents[2]
    for folder in (beside_the_package, Path.cwd()):
        if (folder / "solution").is_dir() or (folder / "starter").is_dir():
            return folder
    raise UsageError(
        "the kit's starter/ folder was not found: run ttt from the kit's folder, "
        "or install the kit from there with: pip install -e ."
    )


def given_folder() -> Path:
    """Return the folder whose given files are pristine: solution/, or starter/ in a bundle."""
    root = kit_root()
    solution = root / "solution"
    return solution if solution.is_dir() else root / "starter"


def pristine_answer_file(name: str) -> Path:
    """Return the file whose functions, once they are stubs, are an answer file as handed out.

    starter/ is where people write, so it is the reference, or what a student's kit has put aside.
    """
    solution = reference_folder()
    return kit_root() / PUT_ASIDE / f"{name}.txt" if solution is None else solution / name


def reference_folder() -> Path | None:
    """Return the reference solution's folder, or None where it is not (a student's bundle)."""
    folder = kit_root() / "solution"
    return folder if folder.is_dir() else None
