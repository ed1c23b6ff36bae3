"""The command line of times: `ttt scaling`, `ttt bench` and `ttt solve`."""

import argparse

from autograder.assignment.files import EXACT_RUNGS, is_students
from autograder.cli import commands
from autograder.cli.shared_arguments import (
    MOST_WORKERS,
    Subparsers,
    add_engine,
    add_files,
    add_isolation,
    add_number,
    add_seconds,
    add_seed,
    whole_number,
)


def add_speed_commands(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the commands that measure."""
    _add_scaling(subparsers)
    _add_bench(subparsers)
    _add_solve(subparsers)


def _add_scaling(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    scaling = subparsers.add_parser(
        "scaling",
        help="measure how much faster more workers are",
        description="Time one engine with more and more workers, on the same positions (strong "
        "scaling) or on trees that grow with the workers (weak): speed-up and efficiency with "
        "intervals, and Amdahl's or Gustafson's law fitted to them.",
    )
    add_engine(scaling, "engine")
    workers = scaling.add_mutually_exclusive_group()
    workers.add_argument(
        "--threads",
        type=whole_number(1, MOST_WORKERS),
        nargs="*",
        metavar="N",
        help="numbers of threads (default: 1 2, and 4 where there are as many cores)",
    )
    workers.add_argument(
        "--ranks",
        type=whole_number(1, MOST_WORKERS),
        nargs="*",
        metavar="N",
        help="numbers of MPI ranks instead (the same default)",
    )
    scaling.add_argument(
        "--weak",
        action="store_true",
        help="let the work grow with the workers: speed-up is in nodes per second then",
    )
    add_number(scaling, "--repeats", (1, 1000), "positions that are searched by each", default=9)
    add_number(
        scaling,
        "--empty",
        (2, 12),
        "empty squares of each 4x4 board, of one worker's if --weak",
        default=10,
    )
    add_seed(scaling, "the positions")
    scaling.add_argument(
        "--simulate",
        type=whole_number(1, 4096),
        default=0,
        metavar="N",
        help="replay the times of single subtrees on up to N workers too",
    )
    add_files(
        scaling,
        csv="write the table as CSV too",
        json="write every time as JSON too",
        svg="draw a picture too",
    )
    add_seconds(scaling, "a move")
    add_isolation(scaling, "plain")
    scaling.set_defaults(run=commands.measure_scaling)


def _add_bench(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    bench = subparsers.add_parser(
        "bench",
        help="measure how many nodes a second engines search",
        description="Time minimax of one or more engines on the same positions, in turn, beside "
        "the same search in C where there is a compiler: nodes per second, and how many times as "
        "fast as C.",
    )
    engines = ["starter"] if is_students() else ["solution", "solution/fast"]
    bench.add_argument(
        "engines",
        nargs="*",
        default=engines,
        metavar="ENGINE",
        help=f"submissions in files or notebooks (default: {' '.join(engines)})",
    )
    add_number(bench, "--repeats", (1, 1000), "how often each searches each position", default=9)
    add_number(bench, "--empty", (8, 10), "empty squares of the 4x4 board, 8 to 10", default=9)
    add_seed(bench, "that board")
    add_seconds(bench, "a search")
    add_isolation(bench, "plain", mpi=False)
    bench.set_defaults(run=commands.measure_speed)


def _add_solve(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    solve = subparsers.add_parser(
        "solve",
        help="solve the empty board with every exact search",
        description="Search the empty board with minimax and with the first three rungs of the "
        "ladder, as far as they are filled in: the score, the positions that were visited, the "
        "time.",
    )
    add_engine(solve, "engine")
    add_number(solve, "--size", (3, 7), "N x N board", default=3)
    solve.add_argument(
        "--search",
        choices=EXACT_RUNGS,
        action="append",
        metavar="RUNG",
        help=f"only this rung, of {', '.join(EXACT_RUNGS)}; may be given more than once",
    )
    add_number(solve, "--threads", (1, MOST_WORKERS), "choose a move with N threads too")
    add_number(solve, "--ranks", (1, MOST_WORKERS), "choose a move with N MPI ranks too")
    add_seconds(solve, "a search", default=10.0)
    add_isolation(solve, "plain")
    solve.set_defaults(run=commands.solve_board)
