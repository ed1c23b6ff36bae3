"""Write what the user asked for into a file of theirs."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from autograder.errors import UsageError


def expect_folder(path: Path) -> None:
    """See before any work that a file can have its place.

    Raises:
        UsageError: its folder is not there.
    """
    if not path.parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")


def write_output(path: Path, content: str, console: Console) -> None:
    """Write a file, and say so.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror}): choose another place"
        ) from error
    console.print(Text(f"wrote {path}", "dim"), soft_wrap=True)
