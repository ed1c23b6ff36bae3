"""The yardstick: the plain search in C, compiled by this machine's gcc."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import GraderError
from autograder.intake.temporary import temporary_folder
from autograder.truth.rules import SYMBOLS, Board, board_text

SOURCE = Path(__file__).with_suffix(".c")
COMPILER = "gcc"
FLAGS = ("-O3", "-march=native")
NAME = f"C, {COMPILER} {' '.join(FLAGS)}"


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


def why_no_yardstick() -> str | None:
    """Return why there is no yardstick here, or None if there is one."""
    if not SOURCE.is_file():
        return "a student's kit has no C yardstick: it would be the answer"
    if shutil.which(COMPILER) is None:
        return f"there is no C yardstick, since there is no {COMPILER} here"
    return None


@contextmanager
def compiled_yardstick() -> Iterator[Path]:
    """Compile the program, which is thrown away with the context.

    Raises:
        GraderError: it does not compile.
    """
    with temporary_folder() as folder:
        program = folder / SOURCE.stem
        done = subprocess.run(
            [COMPILER, *FLAGS, "-o", str(program), str(SOURCE)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise GraderError(f"{COMPILER} does not compile the yardstick: {done.stderr.strip()}")
        yield program


@contextmanager
def yardstick_on(program: Path, board: Board, player: int) -> Iterator[Yardstick]:
    """Start the program on a position."""
    command = [str(program), board_text(board), SYMBOLS[player]]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Yardstick(process)
        finally:
            process.kill()
