"""The ttt command: argument parsing only, one function for each sub-command."""

import argparse
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from autograder.errors import KitError, UsageError

PASSED, NOT_ALL_PASSED, GRADER_FAILED, INTERRUPTED = 0, 1, 4, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one sub-command and return its exit status."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = _parser().parse_args(arguments)
    console = Console(highlight=False)
    try:
        status: int = options.run(options, console)
    except KitError as error:
        Console(stderr=True, highlight=False, markup=False).print(f"ttt: {error}", soft_wrap=True)
        return error.exit_status
    except KeyboardInterrupt:
        console.print("\nstopped")
        return INTERRUPTED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ttt",
        description="Play, check and grade perfect tic-tac-toe: serial, threads and MPI.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_play(commands)
    _add_check(commands)
    _add_grade(commands)
    _add_release(commands)
    return parser


Commands = argparse._SubParsersAction


def _add_play(commands: "Commands[argparse.ArgumentParser]") -> None:
    play = commands.add_parser(
        "play", help="play against an engine, or watch two", description="Play against an engine."
    )
    play.add_argument(
        "--engine",
        default="starter",
        metavar="ENGINE",
        help="starter, solution or the folder of a submission (default: starter)",
    )
    play.add_argument(
        "--against",
        metavar="ENGINE",
        help="let --engine (X) play against this engine (O), and watch",
    )
    play.add_argument(
        "--run-as",
        choices=("serial", "threads", "mpi"),
        help="which computer_move plays (default: serial; threads or mpi if their number is given)",
    )
    play.add_argument("--threads", type=_count, metavar="N", help="run as N threads")
    play.add_argument("--ranks", type=_count, metavar="N", help="run as N MPI ranks")
    play.add_argument("--me", choices=("X", "O"), default="X", help="your side (default: X, first)")
    play.add_argument("--size", type=_side, default=3, metavar="N", help="N x N board (default: 3)")
    play.add_argument(
        "--opening",
        type=int,
        metavar="PLIES",
        help="plies played at random before you start (default: as many as a search needs)",
    )
    play.add_argument("--seed", type=int, default=0, help="seed of the random plies (default: 0)")
    play.add_argument(
        "--seconds",
        type=float,
        default=60.0,
        help="time limit of a move, in seconds (default: 60)",
    )
    _add_isolation(play, "plain")
    play.set_defaults(run=play_game)


def _add_check(commands: "Commands[argparse.ArgumentParser]") -> None:
    check = commands.add_parser(
        "check",
        help="run the public checks on your starter",
        description="Run the public checks on your own work, part by part, fast.",
    )
    check.add_argument(
        "only",
        nargs="*",
        metavar="PART",
        help="win, minimax, threads, mpi, timing, or one check such as win.lines (default: all)",
    )
    check.add_argument(
        "--submission",
        default="starter",
        metavar="ENGINE",
        help="what to check: starter, solution or a folder (default: starter)",
    )
    check.add_argument("--case", metavar="CASE", help="ask only this case, as a failure names it")
    _add_isolation(check, "plain")
    _add_rubric(check)
    check.set_defaults(run=check_submission)


def _add_grade(commands: "Commands[argparse.ArgumentParser]") -> None:
    grade = commands.add_parser(
        "grade",
        help="run all checks on submissions",
        description="Run public and hidden checks, and write one result document per submission.",
        epilog="Exit status: 0 everything was graded, 1 a submission is below --fail-under, "
        "2 bad input, 3 some check was inconclusive, 4 the grader itself failed.",
    )
    grade.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a submission, or a folder of them"
    )
    grade.add_argument(
        "--results",
        type=Path,
        default=Path("results"),
        metavar="FOLDER",
        help="where the result documents go (default: results)",
    )
    grade.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PART",
        help="grade only this part or check; may be given more than once",
    )
    grade.add_argument(
        "--fail-under", type=float, metavar="PERCENT", help="exit with 1 if a score is lower"
    )
    grade.add_argument("--verbose", action="store_true", help="show every check, not failures only")
    _add_isolation(grade, "strongest")
    _add_rubric(grade)
    grade.set_defaults(run=grade_submissions)


def _add_release(commands: "Commands[argparse.ArgumentParser]") -> None:
    release = commands.add_parser(
        "release",
        help="cut starter/ out of solution/",
        description="Cut the answers out of solution/ with nbgrader, and write starter/.",
    )
    release.add_argument("--solution", type=Path, metavar="FOLDER", help="default: solution")
    release.add_argument("--starter", type=Path, metavar="FOLDER", help="default: starter")
    release.set_defaults(run=release_starter)


def _add_isolation(command: argparse.ArgumentParser, default: str) -> None:
    command.add_argument(
        "--isolation",
        choices=("strongest", "bubblewrap", "plain"),
        default=default,
        help=f"where the engine runs (default: {default})",
    )
    command.add_argument(
        "--mpi",
        metavar="MPI",
        help="embedded, system, or a launcher such as srun (default: $TTT_MPI, or embedded)",
    )


def _add_rubric(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rubric", type=Path, metavar="FILE", help="another rubric.toml")


def _count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 64:
        raise argparse.ArgumentTypeError("must be from 1 to 64")
    return number


def _side(text: str) -> int:
    number = int(text)
    if not 3 <= number <= 9:
        raise argparse.ArgumentTypeError("must be from 3 to 9")
    return number


def _engine_path(name: str) -> Path:
    """Return the folder of an engine: of the given name, here or in the kit."""
    from autograder.assignment.files import kit_root
    from autograder.engines.workspace import submission_folder

    path = Path(name)
    if not path.exists() and name in ("starter", "solution"):
        path = kit_root() / name
    return submission_folder(path)


def play_game(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt play`."""
    from autograder.console.play import PlayOptions, play
    from autograder.engines.protocol import ModuleName

    if options.threads and options.ranks:
        raise UsageError("choose --threads or --ranks, not both")
    implied: ModuleName = "threads" if options.threads else "mpi" if options.ranks else "serial"
    run_as: ModuleName = options.run_as or implied
    if implied not in ("serial", run_as):
        raise UsageError(f"--run-as {run_as} does not go with a number of {implied} workers")
    return play(
        PlayOptions(
            engine=_engine_path(options.engine),
            run_as=run_as,
            workers=options.threads or options.ranks or 2,
            opponent=_engine_path(options.against) if options.against else None,
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


def check_submission(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt check`."""
    from autograder.grading.grade import GradingOptions, grade_submission
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.check_report import CheckReport

    if options.case and len(options.only) != 1:
        raise UsageError("--case goes with one check: copy the whole command from the failure")
    path = _engine_path(options.submission)
    chosen = "" if options.submission == "starter" else f" --submission {options.submission}"
    report = CheckReport(console, f"ttt check{chosen}")
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


def grade_submissions(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt grade`."""
    from autograder.grading.batch import find_submissions, grading_status
    from autograder.grading.grade import GradingOptions, grade_submission
    from autograder.grading.result import write_result
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.check_report import GradeReport
    from autograder.views.summary_table import summary_table

    grading = GradingOptions(
        only=tuple(options.only),
        isolation=options.isolation,
        mpi=options.mpi,
        rubric=options.rubric or DEFAULT_RUBRIC,
    )
    results = []
    for path in find_submissions(options.paths):
        report = GradeReport(console, path.name, verbose=options.verbose)
        result = grade_submission(path, grading, report.show)
        report.close(result, write_result(result, options.results))
        results.append(result)
    console.print(summary_table(results))
    return grading_status(results, options.fail_under)


def release_starter(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt release`."""
    from autograder.assignment.files import kit_root
    from autograder.assignment.release import write_starter

    solution = options.solution or kit_root() / "solution"
    starter = options.starter or solution.parent / "starter"
    changed = write_starter(solution, starter)
    what = f"wrote {', '.join(changed)}" if changed else "nothing to do: it is up to date"
    console.print(f"{starter}: {what}", soft_wrap=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
