"""Tables as spreadsheets and learning platforms write them, so that one cell can be changed alone.

The dialect is that of RFC 4180 ("Common Format and MIME Type for CSV Files", section 2), with the
freedoms that Excel takes: a byte order mark, and `;` or a tab between cells instead of a comma. The
standard library's csv reads the same cells (a test proves it), but not how they were written: a
platform is to get its own file back, and a cell that nobody filled in must not change in it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.errors import UsageError
from autograder.visible_text import visible

BYTE_ORDER_MARK = "\ufeff"
DELIMITERS = (",", ";", "\t")
QUOTED = re.compile(r'"(?:[^"]|"")*+"')


@dataclass(frozen=True)
class Cell:
    """A cell: what it says, how that was written, and the delimiter or line break after it."""

    value: str
    written: str
    end: str


@dataclass(frozen=True)
class Row:
    """A row, and the number of the line that it begins in."""

    line: int
    cells: tuple[Cell, ...]

    def __getitem__(self, column: int) -> str:
        """Return what a cell says without the space around it; "" beyond the end of the row."""
        return self.cells[column].value.strip() if column < len(self.cells) else ""

    @property
    def is_blank(self) -> bool:
        """Whether no cell says anything."""
        return not any(cell.value.strip() for cell in self.cells)


@dataclass(frozen=True)
class Table:
    """A table with a row of headings.

    Attributes:
        name: of the file, harmless to print, for messages.
        mark: the byte order mark, if the text begins with one.
    """

    name: str
    mark: str
    delimiter: str
    header: Row
    rows: tuple[Row, ...]

    @property
    def headings(self) -> list[str]:
        """What each column is called."""
        return [self.header[column] for column in range(len(self.header.cells))]

    @property
    def text(self) -> str:
        """The table as it is to be written; what was not changed is as it was."""
        cells = (cell for row in (self.header, *self.rows) for cell in row.cells)
        return self.mark + "".join(cell.written + cell.end for cell in cells)

    def with_values(self, values: Mapping[tuple[int, int], str]) -> "Table":
        """Return the table with other values in some cells, by (row, column)."""
        rows = list(self.rows)
        for (number, column), value in values.items():
            cells = list(rows[number].cells)
            written = _written(value, self.delimiter)
            cells[column] = replace(cells[column], value=value, written=written)
            rows[number] = replace(rows[number], cells=tuple(cells))
        return replace(self, rows=tuple(rows))


def read_table(path: Path) -> Table:
    """Read the table in a file.

    Raises:
        UsageError: it cannot be read, is not UTF-8, or is not a table.
    """
    name = visible(str(path))
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(
            f'{name} is not in UTF-8: save it again as "CSV UTF-8" ({error.reason})'
        ) from error
    return parse_table(text, name)


def parse_table(text: str, name: str) -> Table:
    r"""Take a table apart.

    Raises:
        UsageError: there is no row, or a quotation mark is never closed; names the line.

    >>> table = parse_table('name;login\n"Ada; Lovelace";ada\n', "roster.csv")
    >>> table.headings, table.rows[0][0]
    (['name', 'login'], 'Ada; Lovelace')
    """
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    body = text.removeprefix(BYTE_ORDER_MARK)
    delimiter = _delimiter(body)
    rows = _rows(body, delimiter, name)
    if not rows or rows[0].is_blank:
        raise UsageError(f"{name} has no row of headings: its first line must name the columns")
    return Table(name, mark, delimiter, rows[0], tuple(rows[1:]))


def _delimiter(text: str) -> str:
    """Return what stands between the headings: whichever of the delimiters there is most of."""
    first_line = re.split(r"[\r\n]", QUOTED.sub("", text), maxsplit=1)[0]
    return max(DELIMITERS, key=first_line.count)


def _rows(text: str, delimiter: str, name: str) -> list[Row]:
    """Return the rows; written one after the other they are `text`."""
    # A cell that begins with a quotation mark goes on to the next single one, whatever is in it.
    other = rf"[^{delimiter}\r\n]*"
    cell = re.compile(rf'({QUOTED.pattern}{other}|(?!"){other})({delimiter}|\r\n|\r|\n|\Z)')
    rows: list[Row] = []
    cells: list[Cell] = []
    place, line, begins = 0, 1, 1
    # A delimiter at the very end of the text has an empty cell after it.
    while place < len(text) or cells:
        found = cell.match(text, place)
        if found is None:
            raise UsageError(f"{name}, line {line}: a quotation mark is opened and never closed")
        written, end = found.groups()
        cells.append(Cell(_value(written), written, end))
        line += len(re.findall(r"\r\n|\r|\n", found[0]))
        place = found.end()
        if end != delimiter:
            rows.append(Row(begins, tuple(cells)))
            cells, begins = [], line
    return rows


def _value(written: str) -> str:
    quoted = QUOTED.match(written)
    if quoted is None:
        return written
    return quoted[0][1:-1].replace('""', '"') + written[quoted.end() :]


def _written(value: str, delimiter: str) -> str:
    if any(character in value for character in (delimiter, '"', "\r", "\n")):
        return '"' + value.replace('"', '""') + '"'
    return value


def columns_of(table: Table, wanted: Sequence[str]) -> dict[str, int]:
    """Return where the wanted columns are, however their headings are capitalised.

    Raises:
        UsageError: one of them is missing, or there are several of its name.
    """
    headings = [heading.casefold() for heading in table.headings]
    for name in wanted:
        if headings.count(name.casefold()) != 1:
            problem = "twice" if name.casefold() in headings else "not at all"
            raise UsageError(
                f"{table.name}: the column {name!r} is there {problem}; the columns are "
                f"{', '.join(visible(one) for one in table.headings)}"
            )
    return {name: headings.index(name.casefold()) for name in wanted}
