"""The members of an archive or an export: what they are called, and which of them are taken."""

import unicodedata
import zipfile
from dataclasses import dataclass
from pathlib import PurePosixPath

from autograder.intake.allowed import LARGEST_FILE, LITTER, LONGEST_NAME
from autograder.visible_text import visible

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
UNOPENED_ENDINGS = (".rar", ".7z")
NOTEBOOK = ".ipynb"
LARGEST_NOTEBOOK = 4 * 1024**2
"""Bytes: pictures in what cells showed are kept in the file."""
MOST_NOTEBOOKS = 20
"""Of a submission."""
LARGEST_ARCHIVE = 32 * 1024**2
"""Bytes of an archive that lies within another one or within an export: it is held in memory."""
DEEPEST = 8
APPLE_DOUBLE = "._"
"""How macOS begins the names of files that hold the attributes of others (RFC 1740, appendix B)."""
UTF8_NAMES = 0x800
"""The bit of a member's flags that says that its name is UTF-8 (APPNOTE.TXT, 4.4.4, bit 11)."""


@dataclass(frozen=True)
class Member:
    """What an archive or an export says of one member, true or not."""

    name: str
    is_file: bool
    is_folder: bool
    size: int


def is_archive_name(name: str) -> bool:
    """Return whether a file's name is that of an archive that can be unpacked."""
    return name.lower().endswith(ENDINGS)


def is_notebook_name(name: str) -> bool:
    """Return whether a file's name is that of a notebook."""
    return name.lower().endswith(NOTEBOOK)


def largest(name: str) -> int:
    """Return how many bytes a file with this name may have."""
    if is_archive_name(name):
        return LARGEST_ARCHIVE
    return LARGEST_NOTEBOOK if is_notebook_name(name) else LARGEST_FILE


def zip_name(info: zipfile.ZipInfo) -> str:
    """Return a member's name with slashes, in the letters that were meant, composed (NFC).

    Without its flag a name is code page 437 to `zipfile`, but macOS writes UTF-8 without the flag;
    what is no UTF-8 is left as it is. Some programs of Windows write backslashes.
    """
    name = info.filename
    if not info.flag_bits & UTF8_NAMES:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.filename
    return unicodedata.normalize("NFC", name.replace("\\", "/"))


def folded(place: PurePosixPath) -> str:
    """Return a name as the least careful of file systems would tell it from others."""
    return unicodedata.normalize("NFKC", str(place)).casefold()


def shown(name: PurePosixPath | str) -> str:
    """Return a name as it is listed: harmless to print, and not endless."""
    return visible(str(name)[:LONGEST_NAME])


def too_large(name: str) -> str:
    """Return why a file with this name is not taken if it has more bytes than it may."""
    if is_notebook_name(name):
        return f"it is larger than {LARGEST_NOTEBOOK // 1024**2} MiB: clear its outputs"
    return f"it is larger than {largest(name) // 1024} KiB"


def litter_in(place: PurePosixPath) -> PurePosixPath | None:
    """Return the uppermost part of a path that is litter, or None if it is none.

    >>> litter_in(PurePosixPath("alice/__MACOSX/starter/._serial.py"))
    PurePosixPath('alice/__MACOSX')
    """
    for depth, part in enumerate(place.parts):
        if part in LITTER or part.startswith(APPLE_DOUBLE):
            return PurePosixPath(*place.parts[: depth + 1])
    return None


def why_not_taken(member: Member, *, archives_too: bool) -> str | None:
    """Return why a member is not taken, or None if it is."""
    name, place = member.name, PurePosixPath(member.name)
    leads_out = place.is_absolute() or ".." in place.parts or "\\" in name or ":" in name
    unspeakable = not name.isprintable() or len(name.encode("utf-8", "replace")) > LONGEST_NAME
    is_archive = is_archive_name(place.name)
    is_taken = place.suffix == ".py" or is_archive or is_notebook_name(place.name)
    reasons = (
        (not member.is_file, "it is a link or a device, not a file"),
        (is_archive and not archives_too, "it is an archive too deep within others"),
        (place.suffix in UNOPENED_ENDINGS, "archives of this kind are not opened, a zip file is"),
        (not is_taken, "it is not a Python file"),
        (leads_out, "its name leads out of the folder"),
        (unspeakable, "its name is too long or not printable"),
        (len(place.parts) > DEEPEST, "it lies too deep"),
        (member.size > largest(place.name), too_large(place.name)),
    )
    return next((why for applies, why in reasons if applies), None)
