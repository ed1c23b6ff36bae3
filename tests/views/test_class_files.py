"""Everything about a class lies in one folder, and nothing of an earlier run is taken for new."""

import io
from pathlib import Path

import msgspec
import pytest
from made_results import check, hand_in, result
from rich.console import Console

from autograder.classroom.class_run import ClassRun, NotGraded
from autograder.errors import UsageError
from autograder.views.class_files import write_class_files
from autograder.views.class_summary import class_summary
from autograder.views.platform_files import PlatformFiles, write_platform_files

ADA = msgspec.structs.replace(result(check()), hand_in=hand_in())
TOM = NotGraded(submission="tom", name="Tom", why="its process ended", grader_failed=True)
MIA = NotGraded(submission="mia", name="Mia", why="it holds none of the answers")
RUN = ClassRun(
    title="Perfect play",
    kind="Canvas",
    started="2026-11-21T12:00:00+00:00",
    wall_seconds=60.0,
    results=(ADA,),
    not_graded=(TOM, MIA),
    missing=("Nobody Here",),
)


def test_every_view_is_written_and_the_spreadsheet_has_a_byte_order_mark(tmp_path: Path):
    write_class_files(RUN, tmp_path)
    files = {str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file()}
    assert files == {"report.html", "grades.csv", "junit.xml", "feedback/ada.html"}
    assert (tmp_path / "grades.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_the_page_of_who_has_no_grade_any_more_is_taken_away(tmp_path: Path):
    (tmp_path / "feedback").mkdir()
    (tmp_path / "feedback" / "tom.html").write_text("full marks")
    write_class_files(RUN, tmp_path)
    assert not (tmp_path / "feedback" / "tom.html").exists()


def test_the_summary_names_all_that_needs_a_person_within_80_columns():
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(class_summary(RUN, "evening/report.html"))
    text = console.export_text()
    assert "THE GRADER FAILED" in text
    assert "Tom (tom): its process ended" in text
    assert "Mia (mia): it holds none of the answers" in text
    assert "Nobody Here" in text
    assert max(map(len, text.splitlines())) <= 80


def test_canvas_gets_its_own_table_back_with_one_column_filled(tmp_path: Path):
    exported = tmp_path / "gradebook.csv"
    exported.write_bytes(
        b"Student,ID,SIS Login ID,Section,Perfect play (77)\r\n"
        b"    Points Possible,,,,4\r\n"
        b'"Lovelace, Ada",1815,ada,S1,\r\n'
    )
    told = write_platform_files(
        RUN, PlatformFiles(canvas=exported, canvas_column="Perfect play"), tmp_path
    )
    assert b'"Lovelace, Ada",1815,ada,S1,4' in (tmp_path / "canvas.csv").read_bytes()
    assert told[0].endswith("canvas.csv: scores put in: 1")


def test_a_table_that_cannot_be_read_is_named(tmp_path: Path):
    with pytest.raises(UsageError, match="nowhere"):
        write_platform_files(RUN, PlatformFiles(moodle=tmp_path / "nowhere.csv"), tmp_path)
