"""What the command line of ttt looks like."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from autograder.assignment.files import is_students
from autograder.cli import commands


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; each sub-command sets `run` to its function."""
    parser = argparse.ArgumentParser(
        prog="ttt",
        description="Play, check and grade perfect tic-tac-toe: serial, threads and MPI.",
    )
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_play(subparsers)
    _add_check(subparsers)
    _add_trace(subparsers)
    if not is_students():  # whose kit has no code for these
        _add_grade(subparsers)
        _add_release(subparsers)
        _add_audit(subparsers)
    _add_doctor(subparsers)
    return parser


Subparsers = argparse._SubParsersAction


def _add_play(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    play = subparsers.add_parser(
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
    play.add_argument("--threads", type=_whole_number(1, 64), metavar="N", help="run as N threads")
    play.add_argument("--ranks", type=_whole_number(1, 64), metavar="N", help="run as N MPI ranks")
    play.add_argument("--me", choices=("X", "O"), default="X", help="your side (default: X, first)")
    play.add_argument(
        "--size", type=_whole_number(3, 9), default=3, metavar="N", help="N x N board (default: 3)"
    )
    play.add_argument(
        "--opening",
        type=_whole_number(0, 80),
        metavar="PLIES",
        help="plies played at random before you start (default: as many as a search needs)",
    )
    play.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the random plies (default: 0)",
    )
    play.add_argument(
        "--seconds",
        type=_positive,
        default=60.0,
        help="time limit of a move, in seconds (default: 60)",
    )
    _add_isolation(play, "plain")
    play.set_defaults(run=commands.play_game)


def _add_check(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    check = subparsers.add_parser(
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
    _add_case(check)
    _add_isolation(check, "plain")
    _add_rubric(check)
    check.set_defaults(run=commands.check_submission)


def _add_trace(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    trace = subparsers.add_parser(
        "trace",
        help="see your threads or ranks at work",
        description="Run one move with the engine's own search, and draw who searched what, when.",
    )
    trace.add_argument(
        "--engine",
        default="starter",
        metavar="ENGINE",
        help="starter, solution or the folder of a submission (default: starter)",
    )
    workers = trace.add_mutually_exclusive_group()
    workers.add_argument("--threads", type=_whole_number(1, 64), metavar="N", help="run N threads")
    workers.add_argument("--ranks", type=_whole_number(1, 64), metavar="N", help="run N MPI ranks")
    trace.add_argument(
        "--empty",
        type=_whole_number(2, 12),
        default=10,
        metavar="N",
        help="empty squares of the 4x4 board that is searched (default: 10)",
    )
    trace.add_argument("--small", action="store_true", help="search the empty 3x3 board instead")
    trace.add_argument("--svg", type=Path, metavar="FILE", help="draw the chart as a picture too")
    trace.add_argument(
        "--events", type=Path, metavar="FILE", help="write a trace for Perfetto (ui.perfetto.dev)"
    )
    trace.add_argument(
        "--seconds",
        type=_positive,
        default=60.0,
        help="time limit of the move, in seconds (default: 60)",
    )
    _add_isolation(trace, "plain")
    trace.set_defaults(run=commands.trace_move)


def _add_grade(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    grade = subparsers.add_parser(
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
    _add_case(grade)
    _add_class(grade)
    grade.add_argument(
        "--fail-under", type=_positive, metavar="PERCENT", help="exit with 1 if a score is lower"
    )
    grade.add_argument("--verbose", action="store_true", help="show every check, not failures only")
    _add_isolation(grade, "strongest")
    _add_rubric(grade)
    grade.set_defaults(run=commands.grade_submissions)


def _add_class(grade: argparse.ArgumentParser) -> None:
    group = grade.add_argument_group("a class", "PATH is what the platform gave, or a folder")
    group.add_argument(
        "--out", type=Path, metavar="FOLDER", help="grade a class: everything about it goes here"
    )
    group.add_argument("--roster", type=Path, metavar="CSV", help="who is in the class")
    group.add_argument("--extensions", type=Path, metavar="CSV", help="who has more time")
    group.add_argument(
        "--attempt",
        type=_attempt,
        default="newest",
        metavar="WHICH",
        help="which attempt counts: newest, first or a number (default: newest)",
    )
    group.add_argument(
        "--workers",
        type=_whole_number(1, 256),
        default=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1,
        metavar="N",
        help="submissions checked for correctness at once (default: one for each core)",
    )
    group.add_argument(
        "--student",
        action="append",
        default=[],
        metavar="NAME",
        help="grade only students with this in their name or login; may be given more than once",
    )
    group.add_argument(
        "--only-failed", action="store_true", help="only those without a final result"
    )
    group.add_argument("--rerun", action="store_true", help="grade again what is graded already")
    group.add_argument("--canvas", type=Path, metavar="CSV", help="fill in Canvas' own gradebook")
    group.add_argument("--canvas-column", default="", metavar="NAME", help="the column to fill")
    group.add_argument("--moodle", type=Path, metavar="CSV", help="fill in Moodle's worksheet")
    group.add_argument(
        "--nbgrader", type=Path, metavar="COURSE", help="write into the course's gradebook"
    )
    group.add_argument(
        "--nbgrader-assignment",
        default="perfect-play",
        metavar="NAME",
        help="what the code is called there (default: perfect-play)",
    )


def _attempt(text: str) -> str | int:
    if text in ("newest", "first"):
        return text
    return _whole_number(1, 1000)(text)


def _add_release(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    release = subparsers.add_parser(
        "release",
        help="cut starter/ out of solution/; make the zips to hand out",
        description="Cut the answers out of solution/ with nbgrader, and write starter/; or make "
        "the zips that are handed out.",
    )
    release.add_argument("--solution", type=Path, metavar="FOLDER", help="default: solution")
    release.add_argument("--starter", type=Path, metavar="FOLDER", help="default: starter")
    release.add_argument(
        "--student", type=Path, metavar="ZIP", help="make the zip for students instead"
    )
    release.add_argument(
        "--gradescope", type=Path, metavar="ZIP", help="make the zip for Gradescope instead"
    )
    release.set_defaults(run=commands.release_assignment)


def _add_audit(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    audit = subparsers.add_parser(
        "audit",
        help="grade the grader: right, wrong and hostile submissions get what they deserve",
        description="Grade a corpus of which it is known what each submission deserves, and say "
        "which check caught what and where the grader was wrong.",
        epilog="Exit status: 0 everybody got what they deserve, 1 somebody did not.",
    )
    audit.add_argument(
        "only", nargs="*", metavar="NAME", help="submissions with this in their name (default: all)"
    )
    audit.add_argument(
        "--corpus", type=Path, metavar="FOLDER", help="default: the kit's, tests/submissions"
    )
    audit.add_argument(
        "--kind",
        action="append",
        choices=("right", "wrong", "hostile"),
        help="only these; may be given more than once",
    )
    depth = audit.add_mutually_exclusive_group()
    depth.add_argument(
        "--every-check",
        action="store_true",
        help="run every check on every submission, not only those that it can matter to",
    )
    depth.add_argument(
        "--quick", action="store_true", help="run one check of each part that should be failed"
    )
    audit.add_argument(
        "--log", type=Path, metavar="FILE", help="write a JSON line for each submission as well"
    )
    audit.add_argument(
        "--at-once",
        type=_whole_number(1, 64),
        default=1,
        metavar="N",
        help="gradings at the same time (default: 1, so that time can be judged)",
    )
    _add_isolation(audit, "strongest")
    _add_rubric(audit)
    audit.set_defaults(run=commands.audit_grader)


def _add_doctor(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    doctor = subparsers.add_parser(
        "doctor",
        help="see what works on this machine, and why the rest does not",
        description="Say which levels of isolation, MPI libraries, cores and caches there are.",
        epilog="Exit status: 0 submissions can be walled in and MPI runs, 1 something is missing.",
    )
    doctor.set_defaults(run=commands.examine_machine)


def _add_isolation(command: argparse.ArgumentParser, default: str) -> None:
    command.add_argument(
        "--isolation",
        choices=("strongest", "bubblewrap", "unprivileged", "plain"),
        default=default,
        help=f"where the engine runs (default: {default})",
    )
    command.add_argument(
        "--mpi",
        metavar="MPI",
        help="embedded, system, or a launcher such as srun (default: $TTT_MPI, or embedded)",
    )


def _add_case(command: argparse.ArgumentParser) -> None:
    command.add_argument("--case", metavar="CASE", help="ask only this case, as a failure names it")


def _add_rubric(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rubric", type=Path, metavar="FILE", help="another rubric.toml")


def _whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        if not text.isdecimal() or not low <= int(text[:9]) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {low} to {high}")
        return int(text)

    return read


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number
