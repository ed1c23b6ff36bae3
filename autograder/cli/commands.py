"""One function for each sub-command; each imports only what it needs, so that --help is instant."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from autograder.errors import UsageError

if TYPE_CHECKING:
    from autograder.engines.protocol import ModuleName

PASSED, NOT_ALL_PASSED, GRADER_FAILED = 0, 1, 4


def _named_path(name: str) -> Path:
    """Return the path of the given name, here or in the kit."""
    from autograder.assignment.files import kit_root

    path = Path(name)
    is_of_kit = path.parts[:1] in (("starter",), ("solution",))
    return kit_root() / name if is_of_kit and not path.exists() else path


def _run_as(options: argparse.Namespace) -> "ModuleName":
    """Return which computer_move plays.

    Raises:
        UsageError: what was chosen does not go together.
    """
    from autograder.assignment.files import SERIAL_RUNGS

    if options.threads and options.ranks:
        raise UsageError("choose --threads or --ranks, not both")
    implied: ModuleName = "threads" if options.threads else "mpi" if options.ranks else "serial"
    run_as: ModuleName = options.run_as or implied
    if options.search in SERIAL_RUNGS and run_as != "serial":
        raise UsageError(
            f"--search {options.search} chooses its moves by itself, without threads or ranks"
        )
    if implied not in ("serial", run_as):
        raise UsageError(f"--run-as {run_as} does not go with a number of {implied} workers")
    return run_as


def play_game(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt play`."""
    from autograder.console.options import PlayOptions
    from autograder.console.play import play

    return play(
        PlayOptions(
            engine=_named_path(options.engine),
            run_as=_run_as(options),
            workers=options.threads or options.ranks or 2,
            rung=options.search,
            opponent=_named_path(options.against) if options.against else None,
            human=1 if options.me == "X" else -1,
            side=options.size,
            opening=options.opening,
            seed=options.seed,
            seconds_per_move=options.seconds,
            isolation=options.isolation,
            mpi=options.mpi,
        ),
        console,
    )


def play_match(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt match`."""
    from autograder.console.match import MatchOptions, show_match

    if len(options.engines) < 2:
        raise UsageError("a match takes two engines at least, such as: ttt match starter solution")
    if len(set(options.engines)) < len(options.engines):
        raise UsageError("each engine plays under its own name: name every one once")
    what = MatchOptions(
        engines=[_named_path(engine) for engine in options.engines],
        names=options.engines,
        run_as=_run_as(options),
        workers=options.threads or options.ranks or 2,
        rung=options.search,
        games=options.games,
        side=options.size,
        opening=options.opening,
        seed=options.seed,
        seconds_per_move=options.seconds,
        csv=options.csv,
        isolation=options.isolation,
        mpi=options.mpi,
    )
    return show_match(what, console)


def trace_move(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt trace`."""
    from autograder.console.trace import TraceOptions, trace

    return trace(
        TraceOptions(
            engine=_named_path(options.engine),
            module="mpi" if options.ranks else "threads",
            workers=options.ranks or options.threads or 2,
            empty=None if options.small else options.empty,
            svg=options.svg,
            events=options.events,
            seconds=options.seconds,
            isolation=options.isolation,
            mpi=options.mpi,
        ),
        console,
    )


def draw_tree(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt tree`."""
    from autograder.assignment.files import is_students
    from autograder.console.tree import TreeOptions, show_shares, show_tree
    from autograder.truth.rules import PLAYERS

    search = "" if is_students() else options.search or ""
    if search and options.shares:
        raise UsageError("choose --shares or --search, not both")
    what = TreeOptions(
        board=options.board,
        player=PLAYERS[options.player] if options.player else None,
        plies=options.plies,
        svg=options.svg,
        search=search,
    )
    if options.shares:
        return show_shares(what, options.shares, console)
    return show_tree(what, console)


def measure_scaling(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt scaling`."""
    from autograder.console.scaling import ScalingFiles, default_workers, show_scaling
    from autograder.scaling.measurement import ScalingOptions

    what = ScalingOptions(
        engine=_named_path(options.engine),
        name=options.engine,
        module="threads" if options.ranks is None else "mpi",
        workers=options.threads or options.ranks or default_workers(),
        kind="weak" if options.weak else "strong",
        repeats=options.repeats,
        empty=options.empty,
        seed=options.seed,
        seconds=options.seconds,
        isolation=options.isolation,
        mpi=options.mpi,
    )
    files = ScalingFiles(csv=options.csv, json=options.json, svg=options.svg)
    return show_scaling(what, files, console, simulated=options.simulate)


def solve_board(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt solve`."""
    from autograder.console.solve import SolveOptions, show_solutions
    from autograder.engines.engine import EngineKind

    threads = [EngineKind("threads", options.threads)] if options.threads else []
    ranks = [EngineKind("mpi", options.ranks)] if options.ranks else []
    return show_solutions(
        SolveOptions(
            engine=_named_path(options.engine),
            side=options.size,
            searches=options.search or (),
            kinds=[*threads, *ranks],
            seconds=options.seconds,
            isolation=options.isolation,
            mpi=options.mpi,
        ),
        console,
    )


def measure_speed(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt bench`."""
    from autograder.console.bench import show_speed
    from autograder.scaling.search_speed import SpeedOptions

    return show_speed(
        SpeedOptions(
            engines={name: _named_path(name) for name in options.engines},
            repeats=options.repeats,
            empty=options.empty,
            seed=options.seed,
            seconds=options.seconds,
            isolation=options.isolation,
        ),
        console,
    )


def require_one_check(options: argparse.Namespace) -> None:
    """See that --case goes with one check.

    Raises:
        UsageError: it does not.
    """
    if options.case and len(options.only) != 1:
        raise UsageError("--case goes with one check: copy the whole command from the failure")


def check_submission(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt check`."""
    from autograder.grading.grade import GradingOptions, grade_submission
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.check_report import CheckReport

    require_one_check(options)
    path = _named_path(options.submission)
    chosen = [] if options.submission == "starter" else ["--submission", options.submission]
    report = CheckReport(console, shlex.join(["ttt", "check", *chosen]))
    grading = GradingOptions(
        hidden=False,
        only=tuple(options.only),
        case=options.case,
        isolation=options.isolation,
        mpi=options.mpi,
        keep_caches=True,
        rubric=options.rubric or DEFAULT_RUBRIC,
    )
    result = grade_submission(path, grading, report.show)
    report.close(result)
    if result.with_outcome("error"):
        return GRADER_FAILED
    return NOT_ALL_PASSED if result.with_outcome("failed", "blocked") else PASSED


def examine_machine(_: argparse.Namespace, console: Console) -> int:
    """Run `ttt doctor`."""
    from autograder.console.doctor import doctor

    return doctor(console)
