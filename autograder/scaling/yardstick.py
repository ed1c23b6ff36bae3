"""The yardstick: the plain search in C, compiled by this machine's gcc."""

import contextlib
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import GraderError
from autograder.truth.rules import SYMBOLS, Board, board_text
from autograder.visible_text import visible

SOURCE = Path(__file__).with_suffix(".c")
COMPILER = "gcc"
FLAGS = ("-O3", "-march=native")
NAME = f"C, {COMPILER} {' '.join(FLAGS)}"


class NoYardstickError(Exception):
    """There is no yardstick on this machine; one sentence says why."""


class Yardstick:
    """One position that the C program searches as often as it is asked."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def search(self) -> tuple[int, float]:
        """Search once, and return the score and the seconds that it took.

        Raises:
            GraderError: the program has ended.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
            score, seconds = self._process.stdout.readline().split()
        except (OSError, ValueError) as error:
            raise GraderError(f"the C yardstick ended before its answer ({error})") from error
        return int(score), float(seconds)


def compile_yardstick(folder: Path) -> Path:
    """Compile the program into a folder, and see that it runs.

    Raises:
        NoYardstickError: there is none here; one sentence says why.
    """
    if not SOURCE.is_file():
        raise NoYardstickError("a student's kit has no C yardstick: it would be the answer")
    if shutil.which(COMPILER) is None:
        raise NoYardstickError(f"there is no C yardstick, since there is no {COMPILER} here")
    program = folder / SOURCE.stem
    _run(COMPILER, *FLAGS, "-o", str(program), str(SOURCE))
    _run(str(program), "....", "X")
    return program


def _run(*command: str) -> None:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise NoYardstickError(f"the C yardstick does not start here ({error})") from error
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        why = visible(said[0]) if said else f"status {done.returncode}"
        raise NoYardstickError(f"the C yardstick cannot be compiled here ({why})")


@contextmanager
def yardstick_on(program: Path, board: Board, player: int) -> Iterator[Yardstick]:
    """Start the program on a position."""
    command = [str(program), board_text(board), SYMBOLS[player]]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        try:
            yield Yardstick(process)
        finally:
            process.kill()
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()
