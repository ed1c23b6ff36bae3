"""Temporary folders that untrusted processes write to, and how to be rid of them."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "ttt-"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Give a folder that is removed at the end, whatever was put into it."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        yield folder
    finally:
        remove_folder(folder)


def remove_folder(folder: Path) -> None:
    """Remove a folder that may hold links, and folders whose rights were taken away.

    `tempfile.TemporaryDirectory` would follow a link when it repairs rights (CVE-2023-6597).
    """
    for parent, folders, _ in os.walk(folder):
        for name in folders:
            path = Path(parent, name)
            if not path.is_symlink():
                with contextlib.suppress(OSError):  # another user's: only root gets here then
                    path.chmod(0o700)
    shutil.rmtree(folder)
