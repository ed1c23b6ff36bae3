"""Whatever is given: an export in which each file is accounted for, or one sentence."""

import gzip
import io
import stat
import sys
import time
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from export_tables import Table, assert_accounted_for, handed_in, unpack_table, zip_of
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.classroom.attempt import Export
from autograder.classroom.exports import tree
from autograder.classroom.exports.recognise import read_export
from autograder.classroom.exports.tree import listed
from autograder.errors import UsageError
from autograder.intake import archive
from autograder.intake.members import litter_in
from autograder.visible_text import visible

S, T = b"s = 1\n", b"t = 1\n"


def read_bytes(folder: Path, content: bytes) -> Export:
    """Read an export from a zip file's bytes."""
    path = folder / "export.zip"
    path.write_bytes(content)
    return read_export(path)


class TestZipNames:
    """What programs write into zip files."""

    def test_backslashes_are_slashes(self, tmp_path: Path):
        export = read_bytes(tmp_path, zip_of({"ada\\serial.py": S, "alan\\starter\\mpi.py": T}))
        assert handed_in(export) == {"ada": {"serial.py"}, "alan": {"starter/mpi.py"}}

    def test_a_folder_with_a_backslash_is_no_file(self, tmp_path: Path):
        export = read_bytes(tmp_path, zip_of({"ada\\": b"", "ada\\serial.py": S}))
        assert export.left_over == ()

    @pytest.mark.parametrize(
        ("raw", "name"),
        [
            ("Zo\u00eb".encode(), "Zo\u00eb"),
            ("Zoe\u0308".encode(), "Zo\u00eb"),
            ("Zo\u00eb".encode("cp437"), "Zo\u00eb"),
            ("\u0410\u0434\u0430".encode(), "\u0410\u0434\u0430"),
        ],
        ids=["UTF-8", "decomposed, as of macOS", "code page 437", "other letters"],
    )
    def test_names_without_the_flag_are_read_as_they_were_meant(self, tmp_path, raw, name):
        place = b"q" * len(raw)
        content = zip_of({f"{place.decode()}_11_101_serial.py": S}).replace(place, raw)
        (attempt,) = read_bytes(tmp_path, content).attempts
        assert attempt.name == name

    def test_names_that_lead_out_are_left_over(self, tmp_path: Path):
        table = {"../serial.py": S, "/etc/serial.py": S, "ada/serial.py": S, "alan/serial.py": S}
        export = read_bytes(tmp_path, zip_of(table))
        assert_accounted_for(set(table), export)
        assert [one.path for one in export.left_over] == ["../serial.py", "/etc/serial.py"]

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    def test_two_files_of_one_name_are_both_left_over(self, tmp_path: Path):
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w") as built:
            for name in ("ada/serial.py", "ada/serial.py", "alan/Mpi.py", "alan/mpi.py", "x/a.py"):
                built.writestr(name, S)
        export = read_bytes(tmp_path, memory.getvalue())
        assert_accounted_for(set(built.namelist()), export)
        assert {one.why for one in export.left_over} == {"more than one file has this name"}

    def test_links_encrypted_and_oddly_compressed_files_are_left_over(self, tmp_path: Path):
        memory = io.BytesIO()
        link = zipfile.ZipInfo("ada/threads.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        with zipfile.ZipFile(memory, "w") as built:
            built.writestr("ada/serial.py", S)
            built.writestr(link, b"/etc/passwd")
            built.writestr("ada/mpi.py", S, zipfile.ZIP_LZMA)
            built.writestr("ada/secret.py", S)
        content = bytearray(memory.getvalue())
        content[content.rindex(b"PK\x01\x02") + 8] |= 1
        export = read_bytes(tmp_path, bytes(content))
        assert handed_in(export) == {"export": {"serial.py"}}
        assert_accounted_for(set(built.namelist()), export)
        assert len({one.why for one in export.left_over}) == 3


class TestWhatIsRefused:
    """In one sentence that says what to do."""

    @pytest.mark.parametrize(
        ("name", "content", "why"),
        [
            ("missing", None, "does not exist"),
            ("serial.py", S, "is neither a folder nor a zip file"),
            ("export.zip", b"PK\x05\x06 broken", "only a part of one; download it again"),
            ("export.zip", zip_of({}), "holds no submission"),
            ("export.zip", zip_of({"a/readme.md": b""}), "a/readme.md: it lies in no student's"),
        ],
    )
    def test_what_is_no_export(self, tmp_path: Path, name, content, why):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(UsageError, match=why):
            read_export(path)

    def test_a_folder_of_endlessly_many_files(self, tmp_path: Path, monkeypatch):
        monkeypatch.setattr(tree, "MOST_FILES", 10)
        unpack_table({f"ada/a{n}.py": S for n in range(20)}, tmp_path)
        with pytest.raises(UsageError, match="more than 10 files"):
            read_export(tmp_path)


class TestBombs:
    """One student's bomb costs one student's submission."""

    def test_a_tar_that_never_ends(self, tmp_path: Path, monkeypatch):
        monkeypatch.setattr(archive, "LARGEST_TAR", 1_000_000)
        bomb = gzip.compress(b"\0" * 512 + b"0" * 5_000_000)
        table = {"ada.tgz": bomb, "alan.zip": {"serial.py": S}}
        export = read_bytes(tmp_path, zip_of(table))
        assert handed_in(export) == {"ada": set(), "alan": {"alan.zip/serial.py"}}

    def test_archives_within_archives_within_archives(self, tmp_path: Path):
        table: Table = {"serial.py": S}
        for _ in range(30):
            table = {"inner.zip": table}
        export = read_bytes(tmp_path, zip_of({"a_1_2_work.zip": table, "b_2_3_serial.py": S}))
        assert handed_in(export) == {"1": set(), "2": {"serial.py"}}
        assert "too deep within others" in export.attempts[0].left_out[0]

    def test_an_archive_within_an_archive_is_unpacked(self, tmp_path: Path):
        work = {"starter.zip": {"serial.py": S}, "essay.docx": b""}
        export = read_bytes(tmp_path, zip_of({"a_1_2_work.zip": work}))
        assert handed_in(export) == {"1": {"work.zip/starter.zip/serial.py"}}

    def test_many_archives_cost_no_more_than_one_submission_may(self, tmp_path, monkeypatch):
        monkeypatch.setattr(archive, "MOST_ARCHIVES", 3)
        table = {f"a_1_{n}_work{n}.zip": {"x.py": S} for n in range(9)} | {"b_2_3_serial.py": S}
        export = read_bytes(tmp_path, zip_of(table))
        assert handed_in(export) == {"1": set(), "2": {"serial.py"}}
        assert export.attempts[0].left_out == (
            "nothing of it is read: it holds more than 3 archives",
        )

    def test_much_python(self, tmp_path: Path, monkeypatch):
        monkeypatch.setattr(archive, "LARGEST_TAKEN", 100_000)
        table = {f"a_1_{n}_f{n}.py": b"#" * 50_000 for n in range(3)} | {"b_2_3_serial.py": S}
        export = read_bytes(tmp_path, zip_of(table))
        assert handed_in(export) == {"1": set(), "2": {"serial.py"}}

    def test_what_is_no_python_is_not_read(self, tmp_path: Path):
        export = read_bytes(
            tmp_path, zip_of({"a_1_2_film.mp4": b"\0" * 60_000_000, "a_1_3_serial.py": S})
        )
        assert handed_in(export) == {"1": {"serial.py"}}


def test_a_class_of_five_hundred_is_read_in_seconds(tmp_path: Path):
    answers = {f"work/starter/{name}.py": b"x = 1\n" * 500 for name in ("serial", "threads", "mpi")}
    table = {f"student{n}_{n}_{1000 + n}_work.zip": answers for n in range(500)}
    path = tmp_path / "export.zip"
    path.write_bytes(zip_of(table))
    before = time.perf_counter()
    export = read_export(path)
    assert len(export.attempts) == 500
    assert time.perf_counter() - before < 20


WORDS = st.sampled_from(
    [
        *("ada", "LATE", "anon_aB3dE", "11", "101", "serial.py", "mpi.py", "text.html", "starter"),
        *("Ada L_11_assignsubmission_file_", "_assignsubmission_file", "submission_metadata.yml"),
        *(
            "submission_1",
            "submitted",
            "timestamp.txt",
            "work.zip",
            "a.tar.gz",
            "",
            ".",
            "..",
            "\\",
        ),
        *(
            "\x1b[2J",
            "\u202e",
            "e\u0308",
            "COM1",
            "=1+1",
            "x" * 300,
            "serial-1.py",
            "a-b",
            "\U0001f600",
        ),
    ]
)
NAMES = st.lists(
    st.lists(WORDS | st.text(st.characters(codec="utf-8"), max_size=6), min_size=1, max_size=4).map(
        "_".join
    ),
    min_size=1,
    max_size=4,
).map("/".join)
CONTENTS = st.sampled_from(
    [S, b"", b"submission_1:\n  :submitters:\n  - :name: Ada\n", zip_of({"mpi.py": S})]
) | st.binary(max_size=60)


def as_read(name: str) -> str:
    """Return a name as `zipfile` gives it back, cut at the first null, with slashes."""
    return name.partition("\0")[0].replace("\\", "/")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@settings(max_examples=300)
@given(table=st.dictionaries(NAMES, CONTENTS, max_size=8))
def test_any_names_are_accounted_for_or_refused(tmp_path_factory, table):
    content = zip_of({name: text for name, text in table.items() if as_read(name)})
    path = tmp_path_factory.mktemp("any") / "export.zip"
    path.write_bytes(content)
    files = {as_read(name) for name in table if not as_read(name).endswith("/")}
    kept = {name for name in files if name and litter_in(PurePosixPath(name)) is None}
    try:
        export = read_export(path)
    except UsageError as error:
        assert visible(str(error)) == str(error)  # noqa: PT017 - both ways are right
        return
    sources = {source for attempt in export.attempts for source in attempt.sources}
    told = sources | {one.path for one in export.left_over}
    assert {listed(PurePosixPath(name)) for name in kept} <= told


@given(
    table=st.sampled_from(
        [
            {"lovelaceada_11_101_serial.py": S * 30, "turing_12_102_w.zip": {"serial.py": S * 30}},
            {"submission_metadata.yml": b"submission_1: {}", "submission_1/serial.py": S * 30},
        ]
    ),
    changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), max_size=8),
    cut=st.integers(0, 200),
)
def test_a_damaged_export_is_read_or_refused(tmp_path_factory, table, changes, cut):
    content = bytearray(zip_of(table))
    for place, value in changes:
        content[place % len(content)] = value
    path = tmp_path_factory.mktemp("damaged") / "export.zip"
    path.write_bytes(content[: len(content) - cut])
    try:
        export = read_export(path)
    except UsageError as error:
        assert visible(str(error)) == str(error)  # noqa: PT017 - both ways are right
    else:
        assert export.attempts


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8 on this system")
def test_a_file_name_that_is_no_text_is_accounted_for(tmp_path: Path):
    unpack_table({"ada/serial.py": S, "alan/serial.py": T}, tmp_path)
    name = b"ada/\xff.py".decode("utf-8", "surrogateescape")
    (tmp_path / name).write_bytes(S)
    assert_accounted_for({"ada/serial.py", "alan/serial.py", name}, read_export(tmp_path))
