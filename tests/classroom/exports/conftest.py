"""What the tests of all readers need."""

from collections.abc import Callable
from pathlib import Path

import pytest
from export_tables import Table, assert_accounted_for, unpack_table, zip_of

from autograder.classroom.attempt import Export
from autograder.classroom.exports.recognise import read_export


@pytest.fixture(params=["zip", "folder"])
def read(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Export]:
    """Return a function that reads an export made of a table, and proves that nothing is lost."""

    def read_table(table: Table, litter: tuple[str, ...] = (), name: str = "export") -> Export:
        if request.param == "zip":
            path = tmp_path / f"{name}.zip"
            path.write_bytes(zip_of(table))
        else:
            path = tmp_path / name
            unpack_table(table, path)
        export = read_export(path)
        assert_accounted_for(set(table) - set(litter), export)
        return export

    return read_table
