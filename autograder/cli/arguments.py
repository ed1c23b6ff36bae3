"""What the command line of ttt looks like."""

import argparse

from autograder.assignment.files import is_students
from autograder.cli import commands
from autograder.cli.game_arguments import add_game_commands
from autograder.cli.shared_arguments import Subparsers, add_case, add_isolation, add_rubric
from autograder.cli.speed_arguments import add_speed_commands
from autograder.cli.tree_arguments import add_tree_commands


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; each sub-command sets `run` to its function."""
    parser = argparse.ArgumentParser(
        prog="ttt",
        description="Play, check and grade perfect tic-tac-toe: serial, threads and MPI.",
    )
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add_game_commands(subparsers)
    _add_check(subparsers)
    add_tree_commands(subparsers)
    add_speed_commands(subparsers)
    if not is_students():
        from autograder.cli.grading_arguments import (  # noqa: PLC0415 - not in a student's kit
            add_grading_commands,
        )

        add_grading_commands(subparsers)
    _add_doctor(subparsers)
    return parser


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
        help="win, minimax, threads, mpi, timing, a rung of the ladder, or one check such as "
        "win.lines (default: all, and of the rungs those that you have filled in)",
    )
    check.add_argument(
        "--submission",
        default="starter",
        metavar="ENGINE",
        help="what to check: starter, solution or a folder (default: starter)",
    )
    add_case(check)
    add_isolation(check, "plain")
    add_rubric(check)
    check.set_defaults(run=commands.check_submission)


def _add_doctor(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    doctor = subparsers.add_parser(
        "doctor",
        help="see what works on this machine, and why the rest does not",
        description="Say which levels of isolation, MPI libraries, cores and caches there are.",
        epilog="Exit status: 0 submissions can be walled in and MPI runs, 1 something is missing.",
    )
    doctor.set_defaults(run=commands.examine_machine)
