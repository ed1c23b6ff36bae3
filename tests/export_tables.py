"""Exports of learning platforms, built from tables, and the proof that nothing of one is lost."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from autograder.classroom.attempt import Export
from autograder.classroom.exports.tree import listed
from autograder.visible_text import visible

Table = Mapping[str, "bytes | Table"]
"""Contents by name; a table as content is a zip file of its own."""


def zip_of(table: Table) -> bytes:
    """Return the bytes of a zip file."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in table.items():
            archive.writestr(name, bytes_of(content))
    return memory.getvalue()


def bytes_of(content: "bytes | Table") -> bytes:
    """Return a file's content."""
    return content if isinstance(content, bytes) else zip_of(content)


def unpack_table(table: Table, folder: Path) -> None:
    """Write an export as the folder that it is unpacked to."""
    for name, content in table.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(bytes_of(content))


def assert_accounted_for(names: set[str], export: Export) -> None:
    """Fail if a file is in no attempt and not left over, or in both; `names` holds no litter."""
    sources = {source for attempt in export.attempts for source in attempt.sources}
    left_over = {one.path for one in export.left_over if "left it behind" not in one.why}
    assert sources | left_over == {listed(name) for name in names}
    assert not sources & left_over
    assert all(one.why and visible(one.path) == one.path for one in export.left_over)
    for attempt in export.attempts:
        read = [source for source in attempt.sources if not source.endswith("timestamp.txt")]
        assert len(attempt.files) + len(attempt.left_out) >= len(read)
        assert all(visible(line) == line for line in attempt.left_out)


def handed_in(export: Export) -> dict[str, set[str]]:
    """Return the names of the files of each student."""
    return {one.student: {str(place) for place in one.files} for one in export.attempts}
