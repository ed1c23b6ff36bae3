"""The command line of games: `ttt play` and `ttt match`."""

import argparse

from autograder.assignment.files import RUNG_NAMES
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
    even_number,
    whole_number,
)


def add_game_commands(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add the commands that play."""
    _add_play(subparsers)
    _add_match(subparsers)


def _add_play(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    play = subparsers.add_parser(
        "play", help="play against an engine, or watch two", description="Play against an engine."
    )
    add_engine(play, "--engine")
    play.add_argument(
        "--against",
        metavar="ENGINE",
        help="let --engine (X) play against this engine (O), and watch",
    )
    play.add_argument("--me", choices=("X", "O"), default="X", help="your side (default: X, first)")
    _add_game(play, opening="as many as a search needs")
    play.set_defaults(run=commands.play_game)


def _add_match(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    match = subparsers.add_parser(
        "match",
        help="let engines play one another",
        description="Let engines play one another, all against all, each opening twice with sides "
        "exchanged: a cross table, and Elo ratings with error bars.",
        epilog="Exit status: 0 all games were played, 1 an engine could not go on in some.",
    )
    match.add_argument(
        "engines",
        nargs="+",
        metavar="ENGINE",
        help="two or more: starter, solution, or submissions in files or notebooks",
    )
    match.add_argument(
        "--games",
        type=even_number(2, 10_000),
        default=10,
        metavar="N",
        help="games of each pair, an even number (default: 10)",
    )
    add_files(match, csv="write every game as CSV too")
    _add_game(match, opening="as many as a search needs, 2 at least")
    match.set_defaults(run=commands.play_match)


def _add_game(command: argparse.ArgumentParser, *, opening: str) -> None:
    """Let the user choose which computer_moves play, and on what board."""
    command.add_argument(
        "--run-as",
        choices=("serial", "threads", "mpi"),
        help="which computer_move plays (default: serial; threads or mpi if their number is given)",
    )
    add_number(command, "--threads", (1, MOST_WORKERS), "run as N threads")
    add_number(command, "--ranks", (1, MOST_WORKERS), "run as N MPI ranks")
    command.add_argument(
        "--search",
        choices=RUNG_NAMES,
        metavar="RUNG",
        help=f"a rung of the ladder that searches in place of minimax: {', '.join(RUNG_NAMES)}",
    )
    add_number(command, "--size", (3, 9), "N x N board", default=3)
    command.add_argument(
        "--opening",
        type=whole_number(0, 80),
        metavar="PLIES",
        help=f"plies played at random before a game starts (default: {opening})",
    )
    add_seed(command, "the random plies")
    add_seconds(command, "a move")
    add_isolation(command, "plain")
