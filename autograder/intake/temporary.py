"""Temporary folders that untrusted processes write to, and how to be rid of them."""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "ttt-"
SHARED_FOLDERS = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
"""Where every user may leave files."""


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a folder that is removed at the end, whatever was put into it."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        yield folder
    finally:
        remove_folder(folder)


def remove_folder(folder: Path) -> None:
    """Remove a folder, whatever was put into it: links, locked folders, thousands of levels.

    `tempfile.TemporaryDirectory` would follow a link when it repairs rights (CVE-2023-6597).

    Raises:
        OSError: it is still there.
    """
    with contextlib.suppress(OSError, RecursionError):
        shutil.rmtree(folder)
    if folder.exists():
        # These two follow no links, and do not mind how deep it is.
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, "--", str(folder)], capture_output=True, check=False)
    if folder.exists():
        raise OSError(f"{folder} cannot be removed: remove it by hand")
