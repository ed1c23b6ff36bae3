"""The command line of what can be seen: `ttt tree` and `ttt trace`."""

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
)


def add_tree_commands(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the commands that draw a search."""
    _add_tree(subparsers)
    _add_trace(subparsers)


def _add_tree(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    tree = subparsers.add_parser(
        "tree",
        help="see the game tree of a position",
        description="Draw the game tree of a 3x3 position with its scores as they come up, or how "
        "the subtrees of any position are shared among workers.",
    )
    tree.add_argument(
        "board",
        nargs="?",
        metavar="BOARD",
        help="row by row, such as XOX.X.OO. (which is the default)",
    )
    tree.add_argument("--player", choices=("X", "O"), help="who is to move (default: X began)")
    add_number(tree, "--plies", (0, 9), "how deep the tree goes", default=3)
    add_number(
        tree,
        "--shares",
        (1, 16),
        "share the root's subtrees among N workers instead: in blocks, in turn, dynamically "
        "(default board: one of 4x4)",
    )
    if not is_students():  # their kit holds no answers
        tree.add_argument(
            "--search",
            choices=EXACT_RUNGS,
            metavar="RUNG",
            help=f"show what a rung of the ladder visits: {', '.join(EXACT_RUNGS)}",
        )
    add_files(tree, svg="draw a picture too")
    tree.set_defaults(run=commands.draw_tree)


def _add_trace(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    trace = subparsers.add_parser(
        "trace",
        help="see your threads or ranks at work",
        description="Run one move with the engine's own search, and draw who searched what, when.",
    )
    add_engine(trace, "--engine")
    workers = trace.add_mutually_exclusive_group()
    add_number(workers, "--threads", (1, MOST_WORKERS), "run N threads")
    add_number(workers, "--ranks", (1, MOST_WORKERS), "run N MPI ranks")
    add_number(
        trace,
        "--empty",
        (2, 12),
        "empty squares of the 4x4 board that is searched",
        default=10,
    )
    trace.add_argument("--small", action="store_true", help="search the empty 3x3 board instead")
    add_files(
        trace,
        svg="draw the chart as a picture too",
        events="write a trace for Perfetto (ui.perfetto.dev)",
    )
    add_seconds(trace, "the move")
    add_isolation(trace, "plain")
    trace.set_defaults(run=commands.trace_move)
