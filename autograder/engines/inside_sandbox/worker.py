"""The untrusted side of the conversation: import the student's package, call it, say what came.

It runs as a script in a process of its own, one process for each MPI rank, and dials the Unix
socket that the grader listens on. Questions and answers are JSON lines. Nothing that it says is
more than a claim.
"""

import argparse
import contextlib
import faulthandler
import importlib
import json
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy import array as new_array  # a student may replace the module's

sys.path.insert(0, str(Path(__file__).resolve().parent))

import compiled_code_cache  # type: ignore[import-not-found]
import deepening_call  # type: ignore[import-not-found]
import explored_call  # type: ignore[import-not-found]
import held_search  # type: ignore[import-not-found]
import known_search  # type: ignore[import-not-found]
import look_up_call  # type: ignore[import-not-found]
import playouts_call  # type: ignore[import-not-found]
import reporting  # type: ignore[import-not-found]
import rung_call  # type: ignore[import-not-found]
import search_apart  # type: ignore[import-not-found]

PACKAGE = "starter"

Message = dict[str, Any]
Hold = Callable[[int, int], int]


def parse_arguments() -> argparse.Namespace:
    """Read the command line that the grader made."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--socket", required=True)
    parser.add_argument("--standing", required=True)
    parser.add_argument("--workspace", required=True)
    parser.add_argument("--mpi", action="store_true")
    parser.add_argument("--stand-in-win", default=None)
    parser.add_argument("--controlled-threads", action="store_true")
    parser.add_argument("--processor-seconds", type=int, required=True)
    parser.add_argument("--memory-bytes", type=int, required=True)
    parser.add_argument("--file-bytes", type=int, required=True)
    return parser.parse_args()


def limit_resources(arguments: argparse.Namespace) -> None:
    """Lower the limits of this process; they cannot be raised again."""
    limits = {
        resource.RLIMIT_CPU: arguments.processor_seconds,
        resource.RLIMIT_AS: arguments.memory_bytes,
        resource.RLIMIT_FSIZE: arguments.file_bytes,
        resource.RLIMIT_CORE: 0,
    }
    for kind, amount in limits.items():
        # macOS refuses RLIMIT_AS, and a machine may already have a lower hard limit.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (amount, amount))


def tell_where_it_stands(path: Path) -> None:
    """Have every thread's traceback written to a file when the grader signals."""
    file = path.open("w", encoding="utf-8")
    faulthandler.register(signal.SIGUSR1, file=file, all_threads=True, chain=False)


class Ranks:
    """Which rank this process is, and the communicators it can lend to a call."""

    def __init__(self, with_mpi: bool) -> None:
        self.rank, self.size = 0, 1
        self._communicators: dict[str, Any] = {}
        if with_mpi:
            from mpi4py import MPI  # noqa: PLC0415 - importing it starts MPI

            world = MPI.COMM_WORLD
            self.rank, self.size = world.rank, world.size
            self._communicators["world"] = world
            if world.size > 1:
                color = MPI.UNDEFINED if world.rank == 0 else 0
                self._communicators["others"] = world.Split(color, key=-world.rank)

    def communicator(self, name: str) -> Any:
        """Return "world", or "others": all ranks but the first, in reverse order.

        None without MPI.
        """
        return self._communicators.get(name)


class Package:
    """The student's package, imported on demand."""

    def __init__(self, workspace: str, stand_in_win: str | None) -> None:
        # Behind the worker's own folder, so that nobody's files stand in for its modules.
        sys.path.insert(1, workspace)
        self._stand_in_win = stand_in_win

    def module(self, name: str) -> ModuleType:
        """Import one module of the package."""
        compiled_code_cache.mend_cache()
        serial = importlib.import_module(f"{PACKAGE}.serial")
        if self._stand_in_win is not None:
            import stand_in  # type: ignore[import-not-found]  # noqa: PLC0415 - it imports numba, before threads are controlled

            # The search is compiled at its first call, and picks up this `win` then.
            vars(serial)["win"] = stand_in.win_from_table(self._stand_in_win)
            self._stand_in_win = None
        module = importlib.import_module(f"{PACKAGE}.{name}")
        if name == "threads" and hasattr(serial, "minimax"):
            search_apart.let_search_apart(module, serial.minimax)
        return module


class Caller:
    """Makes the calls of one engine, each as its question says."""

    def __init__(self, package: Package, ranks: Ranks, explorer: Any) -> None:
        self._package = package
        self._ranks = ranks
        self._explorer = explorer

    def answers(self, question: Message) -> Iterator[Message]:
        """Make one call after the other, and yield the answers."""
        hold = held_search.hold_at(question["searches"], self._ranks.rank)
        for number in range(len(question["calls"])):
            yield self._answer(question, number, hold)

    def _answer(self, question: Message, number: int, hold: Hold) -> Message:
        call = question["calls"][number]
        lost_exceptions: list[BaseException] = []

        def keep_lost_exception(hook: threading.ExceptHookArgs) -> None:
            # A thread of the call before may learn only now that its call is over.
            if not isinstance(hook.exc_value, held_search.CallIsOver):
                lost_exceptions.append(hook.exc_value or SystemExit())

        threading.excepthook = keep_lost_exception
        search = self._search(question, number, hold)
        rung = _rung_call(call)
        communicator = self._communicator(question, call)
        said: Message = {}

        def make_call() -> None:
            try:
                value, changed = self._call(question, call, search, communicator, rung)
                said.update(returned=reporting.describe(value), board=changed)
            except BaseException as error:  # noqa: BLE001 - the process boundary: it is answered
                said.update(raised=reporting.describe_error(error, PACKAGE))

        if call["interleaving"] is not None:
            said["schedule"] = self._explorer.call(
                make_call, call["interleaving"], own_search=call["scores"] is None
            )
        else:
            make_call()
        if lost_exceptions:
            said["raised_in_thread"] = reporting.describe_error(lost_exceptions[0], PACKAGE)
        if isinstance(search, known_search.KnownSearch):
            said.update(complaint=search.complaint, searches=search.searches)
        if rung is not None:
            said.update(rung.said())
        if call["traced"]:
            said["spans"] = getattr(search, "spans", ())
            said["messages"] = communicator.messages() if communicator is not None else ()
        return said

    def _search(self, question: Message, number: int, hold: Hold) -> Any:
        """Return the search to pass in, or None to leave it out."""
        call = question["calls"][number]
        if call["scores"] is not None:
            wait = self._wait(number, call, hold)
            return known_search.KnownSearch(call["board"], call["player"], call["scores"], wait)
        if question["rung"] is not None:
            return lambda *subtree: self._package.module(question["rung"]).search(*subtree)
        if not call["traced"]:
            return None
        from traced_search import TracedSearch  # type: ignore[import-not-found]  # noqa: PLC0415 - seldom needed

        own_search = search_apart.SearchApart(self._package.module("serial").minimax)
        return TracedSearch(own_search, np.array(call["board"], dtype=np.int8))

    def _wait(self, number: int, call: Message, hold: Hold) -> Callable[[int], int | None]:
        pauses = dict(call["pauses"])

        def take_turns(square: int) -> int | None:
            self._explorer.searching(square, pauses.get(square, 0))
            return hold(number, square) if call["held"] else None

        if call["interleaving"] is not None:
            return take_turns
        if call["held"]:
            return lambda square: hold(number, square)
        # Even a pause of 0 lets another thread go on, as a real search without the GIL does.
        return lambda square: time.sleep(pauses.get(square, 0))

    def _communicator(self, question: Message, call: Message) -> Any:
        communicator = self._ranks.communicator(question["communicator"])
        if communicator is None or not call["traced"]:
            return communicator
        from counting_communicator import CountingCommunicator  # type: ignore[import-not-found]  # noqa: PLC0415 - needs MPI

        counting = CountingCommunicator(communicator)
        counting.count_calls_from(PACKAGE)
        return counting

    def _call(
        self, question: Message, call: Message, search: Any, communicator: Any, rung: Any
    ) -> tuple[Any, list[int] | None]:
        """Make one call as the contract writes it; return the value, and a board that changed."""
        function = getattr(self._package.module(question["module"]), question["function"])
        board = new_array(call["board"], dtype=np.int8)
        player = call["player"]
        more: list[Any] = []
        if question["function"] == "minimax":
            more = [call["depth"]]
        elif rung is not None:
            more = rung.arguments(function)
        elif question["module"] == "threads":
            more = [question["n_threads"]]
        elif question["module"] == "monte_carlo":
            more = [question["n_threads"], communicator]
        elif question["module"] == "mpi":
            more = [communicator]
            if question["board_on_root_only"] and communicator.rank != 0:
                # Meaningless, as the contract warns, but of the right length for a Bcast.
                board, player = -board[::-1].copy(), -player
        arguments: tuple[Any, ...] = (
            (board,) if question["function"] == "win" else (board, player, *more)
        )
        before = board.tobytes()
        value = function(*arguments) if search is None else function(*arguments, search=search)
        return value, reporting.changed_board(board, before)


def _rung_call(call: Message) -> Any:
    """Return what a rung of the ladder is given besides the board; None if the call is of none."""
    if call["budget"] is not None:
        return deepening_call.DeepeningCall(call)
    if call["solved"] is not None:
        return look_up_call.LookUpCall(call)
    if call["playouts"]:
        return playouts_call.PlayoutsCall(call)
    return rung_call.RungCall(call) if call["order"] else None


def import_module(package: Package, question: Message) -> Message:
    """Import the module that a question names, so that later calls do not pay for it."""
    try:
        package.module(question["module"])
    except BaseException as error:  # noqa: BLE001 - the process boundary: it becomes an answer
        return {"raised": reporting.describe_error(error, PACKAGE)}
    return {"returned": reporting.describe(0)}


def converse(channel: socket.socket, package: Package, caller: Caller) -> None:
    """Answer questions until the grader hangs up."""
    with channel.makefile("r", encoding="utf-8") as questions:
        for line in questions:
            question = json.loads(line)
            key = question["key"]
            if question["function"] == "import":
                say(channel, {"call": 0, "key": key, **import_module(package, question)})
            else:
                for number, answer in enumerate(caller.answers(question)):
                    say(channel, {"call": number, "key": key, **answer})


def say(channel: socket.socket, message: Message) -> None:
    """Send one JSON line."""
    channel.sendall(json.dumps(message).encode() + b"\n")


def main() -> None:
    """Dial the grader, say which rank this is, and answer."""
    arguments = parse_arguments()
    limit_resources(arguments)
    ranks = Ranks(arguments.mpi)
    tell_where_it_stands(Path(arguments.standing) / f"standing-{ranks.rank}")
    package = Package(arguments.workspace, arguments.stand_in_win)
    explorer = None
    if arguments.controlled_threads:
        explorer = explored_call.Explorer(Path(arguments.workspace) / PACKAGE)
    caller = Caller(package, ranks, explorer)
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    channel.connect(arguments.socket)
    say(channel, {"rank": ranks.rank, "ranks": ranks.size})
    # The grader may hang up while an answer is on its way.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        converse(channel, package, caller)
    # Threads that a student left running must not keep the process alive.
    os._exit(0)


if __name__ == "__main__":
    main()
