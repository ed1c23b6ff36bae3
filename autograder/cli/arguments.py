"""What the command line of ttt looks like."""

import argparse
from pathlib import Path

from autograder.assignment.files import EXACT_RUNGS, RUNG_NAMES, is_students
from autograder.cli import commands
from autograder.cli.shared_arguments import (
    Subparsers,
    add_case,
    add_isolation,
    add_rubric,
    even_number,
    positive,
    whole_number,
)

ENGINE = "starter, solution, or a submission in files or notebooks (default: starter)"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line; each sub-command sets `run` to its function."""
    parser = argparse.ArgumentParser(
        prog="ttt",
        description="Play, check and grade perfect tic-tac-toe: serial, threads and MPI.",
    )
    subparsers = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_play(subparsers)
    _add_match(subparsers)
    _add_check(subparsers)
    _add_tree(subparsers)
    _add_trace(subparsers)
    _add_scaling(subparsers)
    _add_bench(subparsers)
    _add_solve(subparsers)
    if not is_students():
        from autograder.cli.grading_arguments import (  # noqa: PLC0415 - not in a student's kit
            add_grading_commands,
        )

        add_grading_commands(subparsers)
    _add_doctor(subparsers)
    return parser


def _add_play(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    play = subparsers.add_parser(
        "play", help="play against an engine, or watch two", description="Play against an engine."
    )
    play.add_argument(
        "--engine",
        default="starter",
        metavar="ENGINE",
        help=ENGINE,
    )
    play.add_argument(
        "--against",
        metavar="ENGINE",
        help="let --engine (X) play against this engine (O), and watch",
    )
    play.add_argument("--me", choices=("X", "O"), default="X", help="your side (default: X, first)")
    _add_game(play, opening="as many as a search needs")
    play.set_defaults(run=commands.play_game)


def _add_game(command: argparse.ArgumentParser, *, opening: str) -> None:
    """Let the user choose which computer_moves play, and on what board."""
    command.add_argument(
        "--run-as",
        choices=("serial", "threads", "mpi"),
        help="which computer_move plays (default: serial; threads or mpi if their number is given)",
    )
    command.add_argument(
        "--threads", type=whole_number(1, 64), metavar="N", help="run as N threads"
    )
    command.add_argument(
        "--ranks", type=whole_number(1, 64), metavar="N", help="run as N MPI ranks"
    )
    command.add_argument(
        "--search",
        choices=RUNG_NAMES,
        help="a rung of the ladder that searches in place of minimax",
    )
    command.add_argument(
        "--size", type=whole_number(3, 9), default=3, metavar="N", help="N x N board (default: 3)"
    )
    command.add_argument(
        "--opening",
        type=whole_number(0, 80),
        metavar="PLIES",
        help=f"plies played at random before a game starts (default: {opening})",
    )
    command.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the random plies (default: 0)",
    )
    command.add_argument(
        "--seconds",
        type=positive,
        default=60.0,
        help="time limit of a move, in seconds (default: 60)",
    )
    add_isolation(command, "plain")


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
    match.add_argument("--csv", type=Path, metavar="FILE", help="write every game as CSV too")
    _add_game(match, opening="as many as a search needs, 2 at least")
    match.set_defaults(run=commands.play_match)


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
    tree.add_argument(
        "--plies",
        type=whole_number(0, 9),
        default=3,
        metavar="N",
        help="how deep the tree goes (default: 3)",
    )
    tree.add_argument(
        "--shares",
        type=whole_number(1, 16),
        metavar="N",
        help="share the root's subtrees among N workers instead: in blocks, in turn, dynamically "
        "(default board: one of 4x4)",
    )
    tree.add_argument("--svg", type=Path, metavar="FILE", help="draw a picture too")
    tree.set_defaults(run=commands.draw_tree)


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
        help=ENGINE,
    )
    workers = trace.add_mutually_exclusive_group()
    workers.add_argument("--threads", type=whole_number(1, 64), metavar="N", help="run N threads")
    workers.add_argument("--ranks", type=whole_number(1, 64), metavar="N", help="run N MPI ranks")
    trace.add_argument(
        "--empty",
        type=whole_number(2, 12),
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
        type=positive,
        default=60.0,
        help="time limit of the move, in seconds (default: 60)",
    )
    add_isolation(trace, "plain")
    trace.set_defaults(run=commands.trace_move)


def _add_scaling(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    scaling = subparsers.add_parser(
        "scaling",
        help="measure how much faster more workers are",
        description="Time one engine with more and more workers, on the same positions (strong "
        "scaling) or on trees that grow with the workers (weak): speed-up and efficiency with "
        "intervals, and Amdahl's or Gustafson's law fitted to them.",
    )
    scaling.add_argument(
        "engine",
        nargs="?",
        default="starter",
        metavar="ENGINE",
        help=ENGINE,
    )
    workers = scaling.add_mutually_exclusive_group()
    workers.add_argument(
        "--threads",
        type=whole_number(1, 64),
        nargs="*",
        metavar="N",
        help="numbers of threads (default: 1 2, and 4 where there are as many cores)",
    )
    workers.add_argument(
        "--ranks",
        type=whole_number(1, 64),
        nargs="*",
        metavar="N",
        help="numbers of MPI ranks instead (the same default)",
    )
    scaling.add_argument(
        "--weak",
        action="store_true",
        help="let the work grow with the workers: speed-up is in nodes per second then",
    )
    scaling.add_argument(
        "--repeats",
        type=whole_number(1, 1000),
        default=9,
        metavar="N",
        help="positions that are searched by each (default: 9)",
    )
    scaling.add_argument(
        "--empty",
        type=whole_number(2, 12),
        default=10,
        metavar="N",
        help="empty squares of each 4x4 board, of one worker's if --weak (default: 10)",
    )
    scaling.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the positions (default: 0)"
    )
    scaling.add_argument(
        "--simulate",
        type=whole_number(1, 4096),
        default=0,
        metavar="N",
        help="replay the times of single subtrees on up to N workers too",
    )
    scaling.add_argument("--csv", type=Path, metavar="FILE", help="write the table as CSV too")
    scaling.add_argument("--json", type=Path, metavar="FILE", help="write every time as JSON too")
    scaling.add_argument("--svg", type=Path, metavar="FILE", help="draw a picture too")
    scaling.add_argument(
        "--seconds",
        type=positive,
        default=60.0,
        help="time limit of a move, in seconds (default: 60)",
    )
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
    bench.add_argument(
        "--repeats",
        type=whole_number(1, 1000),
        default=9,
        metavar="N",
        help="how often each searches each position (default: 9)",
    )
    bench.add_argument(
        "--empty",
        type=whole_number(8, 10),
        default=9,
        metavar="N",
        help="empty squares of the 4x4 board, 8 to 10 (default: 9)",
    )
    bench.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of that board (default: 0)"
    )
    bench.add_argument(
        "--seconds",
        type=positive,
        default=60.0,
        help="time limit of a search, in seconds (default: 60)",
    )
    add_isolation(bench, "plain", mpi=False)
    bench.set_defaults(run=commands.measure_speed)


def _add_solve(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    solve = subparsers.add_parser(
        "solve",
        help="solve the empty board with every search of the ladder",
        description="Search the empty board with minimax and every rung of the ladder that is "
        "filled in: the score, the positions that were visited, and the time.",
    )
    solve.add_argument("engine", nargs="?", default="starter", metavar="ENGINE", help=ENGINE)
    solve.add_argument(
        "--size", type=whole_number(3, 6), default=3, metavar="N", help="N x N board (default: 3)"
    )
    solve.add_argument(
        "--search",
        choices=EXACT_RUNGS,
        action="append",
        help="only this rung; may be given more than once",
    )
    solve.add_argument(
        "--threads", type=whole_number(1, 64), metavar="N", help="choose a move with N threads too"
    )
    solve.add_argument(
        "--ranks", type=whole_number(1, 64), metavar="N", help="choose a move with N MPI ranks too"
    )
    solve.add_argument(
        "--seconds",
        type=positive,
        default=10.0,
        help="time limit of a search, in seconds (default: 10)",
    )
    add_isolation(solve, "plain")
    solve.set_defaults(run=commands.solve_board)


def _add_doctor(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    doctor = subparsers.add_parser(
        "doctor",
        help="see what works on this machine, and why the rest does not",
        description="Say which levels of isolation, MPI libraries, cores and caches there are.",
        epilog="Exit status: 0 submissions can be walled in and MPI runs, 1 something is missing.",
    )
    doctor.set_defaults(run=commands.examine_machine)
