"""A table is read as the standard library reads it, and written back byte for byte."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.table import Table, columns_of, parse_table, read_table
from autograder.errors import UsageError

# The standard library's writer leaves a lone carriage return bare, which no reader takes for text.
PIECES = st.sampled_from([*'ab1é ,;\t"\n=\ufeff', "\r\n"])
CELLS = st.lists(PIECES, max_size=6).map("".join)
ROWS = st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=5)
HEADER = ["Student", "ID", "Task"]
DIALECTS = st.tuples(
    st.sampled_from(",;\t"), st.sampled_from(["\r\n", "\n"]), st.booleans(), st.booleans()
)


def written(rows: list[list[str]], dialect: tuple[str, str, bool, bool]) -> str:
    delimiter, line_break, quote_all, mark = dialect
    file = io.StringIO(newline="")
    quoting = csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL
    writer = csv.writer(file, delimiter=delimiter, lineterminator=line_break, quoting=quoting)
    writer.writerows([HEADER, *rows])
    return "\ufeff" * mark + file.getvalue()


def values(table: Table) -> list[list[str]]:
    return [[cell.value for cell in row.cells] for row in (table.header, *table.rows)]


@given(ROWS, DIALECTS)
def test_what_csv_writes_is_read(rows: list[list[str]], dialect: tuple[str, str, bool, bool]):
    table = parse_table(written(rows, dialect), "t.csv")
    assert table.delimiter == dialect[0]
    assert values(table) == [HEADER, *rows]


@given(st.text(st.sampled_from('ab ,;"\r\n'), max_size=20))
def test_any_text_is_read_as_csv_reads_it_or_refused(text: str):
    text = f"x,y,z,z,z,z\n{text}"
    try:
        table = parse_table(text, "t.csv")
    except UsageError as error:
        assert "never closed" in str(error)  # noqa: PT017 - either outcome is right
        return
    assert table.text == text
    expected = [row or [""] for row in csv.reader(io.StringIO(text, newline=""))]
    assert values(table) == expected


@given(ROWS, DIALECTS, st.data())
def test_a_changed_cell_changes_alone(
    rows: list[list[str]], dialect: tuple[str, str, bool, bool], data: st.DataObject
):
    table = parse_table(written([*rows, ["a", "b", "c"]], dialect), "t.csv")
    row, column = data.draw(st.integers(0, len(rows))), data.draw(st.integers(0, 2))
    changed = table.with_values({(row, column): data.draw(CELLS)})
    again = parse_table(changed.text, "t.csv")
    assert values(again) == values(changed)
    mine, theirs = list(table.rows[row].cells), list(changed.rows[row].cells)
    del mine[column], theirs[column]
    assert mine == theirs
    before = table.text[: sum(len(c.written + c.end) for r in table.rows[:row] for c in r.cells)]
    assert changed.text.startswith(before)


def test_a_line_is_counted_where_its_row_begins():
    table = parse_table('a,b\n"two\nlines",1\nx,2\n', "t.csv")
    assert [row.line for row in table.rows] == [2, 4]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no row of headings"),
        (b"\xff\xfen\x00", "not in UTF-8"),
        (b'name\n"Ada\n', "line 2: a quotation mark"),
    ],
    ids=["empty", "UTF-16", "open quotation mark"],
)
def test_what_is_no_table_is_one_sentence(tmp_path: Path, content: bytes, says: str):
    path = tmp_path / "class.csv"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=says):
        read_table(path)


def test_a_table_that_is_not_there_is_one_sentence(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be read"):
        read_table(tmp_path / "none.csv")


def test_a_missing_and_a_doubled_column_are_named():
    table = parse_table("Name,Grade,grade\n", "t.csv")
    assert columns_of(table, ["name"]) == {"name": 0}
    with pytest.raises(UsageError, match="'Grade' is there twice"):
        columns_of(table, ["Grade"])
    with pytest.raises(UsageError, match="'Email' is there not at all"):
        columns_of(table, ["Email"])
