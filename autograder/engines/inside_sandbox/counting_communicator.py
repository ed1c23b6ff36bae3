"""A communicator that counts what a rank sends, by the student's line and by method."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from mpi4py import MPI

POINT_TO_POINT = ("send", "isend", "ssend", "issend", "bsend", "ibsend", "sendrecv")
RECEIVES = ("recv", "irecv", "probe", "iprobe", "mprobe")
COLLECTIVES = (
    *("bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "allreduce"),
    *("scan", "exscan", "barrier"),
)
VECTORS = ("Gatherv", "Scatterv", "Allgatherv", "Alltoallv")


class CountingCommunicator(MPI.Intracomm):
    """The communicator that it was made from, with an eye on every call.

    Each call is counted with the bytes that this rank hands over: the pickled size of an object,
    or the size of a buffer.
    """

    def count_calls_from(self, package: str) -> None:
        """Start counting; calls from files in a folder called `package` are counted."""
        self.package = package
        self.calls: Counter[tuple[str, str, int]] = Counter()
        self.bytes: Counter[tuple[str, str, int]] = Counter()

    def messages(self) -> list[tuple[str, str, int, int, int]]:
        """Return (method, file, line, count, bytes) of every line that called a method."""
        return [(*key, count, self.bytes[key]) for key, count in self.calls.items()]


def _size_of(method: str, arguments: tuple[Any, ...], options: dict[str, Any], rank: int) -> int:
    """Return the bytes that this rank hands over; 0 where it only receives."""
    if method.lower() in RECEIVES or not (arguments or options):
        return 0
    if method.lower() in ("bcast", "scatter", "scatterv") and rank != options.get("root", 0):
        return 0
    value = arguments[0] if arguments else next(iter(options.values()))
    if method[0].isupper():
        buffer = value[0] if isinstance(value, (list, tuple)) else value
        return 0 if buffer is None or buffer is MPI.IN_PLACE else memoryview(buffer).nbytes
    return len(MPI.pickle.dumps(value))


def _counted(method: str) -> Any:
    original = getattr(MPI.Intracomm, method)

    def call(self: CountingCommunicator, *arguments: Any, **options: Any) -> Any:
        caller = sys._getframe(1)
        path = Path(caller.f_code.co_filename)
        if path.parent.name == getattr(self, "package", None):
            key = (method, path.name, caller.f_lineno)
            self.calls[key] += 1
            self.bytes[key] += _size_of(method, arguments, options, self.Get_rank())
        return original(self, *arguments, **options)

    return call


def _methods() -> list[str]:
    lower = [*POINT_TO_POINT, *RECEIVES, *COLLECTIVES]
    names = [*lower, *(name.capitalize() for name in lower), *VECTORS]
    names += [f"I{name}" for name in (*COLLECTIVES, *(v.lower() for v in VECTORS))]
    return [name for name in names if hasattr(MPI.Intracomm, name)]


for _method in _methods():
    setattr(CountingCommunicator, _method, _counted(_method))
