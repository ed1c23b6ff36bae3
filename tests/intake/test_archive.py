"""An archive gives plain Python files and nothing else, whatever it holds or pretends to be."""

import io
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import SubmissionError
from autograder.intake import archive
from autograder.intake.allowed import LARGEST_FILE
from autograder.intake.archive import Unpacked, is_archive, unpack
from autograder.intake.submission import take_in
from autograder.visible_text import visible

ANSWER = b"def win(board): ...\n"
BUILDERS = ("zip", "tar", "tar.gz", "tar.bz2", "tar.xz")


def zip_bytes(members: list[tuple[str | zipfile.ZipInfo, bytes]]) -> bytes:
    """Return a zip file with these members, in this order."""
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as built:
        for name, content in members:
            built.writestr(name, content)
    return memory.getvalue()


def tar_bytes(members: list[tuple[str | tarfile.TarInfo, bytes]], mode: str = "w") -> bytes:
    """Return a tar file with these members, in this order."""
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode=mode) as built:  # type: ignore[call-overload]
        for member, content in members:
            info = tarfile.TarInfo(member) if isinstance(member, str) else member
            info.size = len(content) if info.isreg() else 0
            built.addfile(info, io.BytesIO(content))
    return memory.getvalue()


@pytest.fixture
def unpacked(tmp_path: Path) -> Callable[[bytes], Unpacked]:
    """Return a function that unpacks the bytes of an archive."""

    def read(content: bytes) -> Unpacked:
        path = tmp_path / "handed-in.zip"
        path.write_bytes(content)
        return unpack(path)

    return read


@pytest.mark.filterwarnings("ignore:Duplicate name")
class TestWhatIsTaken:
    """Members one by one."""

    @pytest.mark.parametrize("kind", BUILDERS)
    def test_python_files_are_taken_from_every_kind_of_archive(self, kind: str, unpacked):
        members = [("work/serial.py", ANSWER), ("work/notes.txt", b"mine")]
        mode = "w" + kind.removeprefix("tar").replace(".", ":")
        content = zip_bytes(members) if kind == "zip" else tar_bytes(members, mode)
        found = unpacked(content)
        assert found.files == {PurePosixPath("work/serial.py"): ANSWER}
        assert found.left_out == ("work/notes.txt: it is not a Python file",)

    @pytest.mark.parametrize(
        "name",
        ["/etc/serial.py", "../serial.py", "a/../../serial.py", "c:serial.py", "..\\serial.py"],
    )
    def test_no_name_leads_out_of_the_folder(self, name: str, unpacked):
        for content in (zip_bytes([(name, ANSWER)]), tar_bytes([(name, ANSWER)])):
            found = unpacked(content)
            assert found.files == {}
            assert found.left_out[0].endswith("its name leads out of the folder")

    @pytest.mark.parametrize(
        "kind",
        [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE],
    )
    def test_links_and_devices_are_left_out_of_a_tar(self, kind: bytes, unpacked):
        link = tarfile.TarInfo("serial.py")
        link.type, link.linkname = kind, "/etc/passwd"
        found = unpacked(tar_bytes([(link, b"")]))
        assert (found.files, len(found.left_out)) == ({}, 1)

    def test_a_link_is_left_out_of_a_zip(self, unpacked):
        link = zipfile.ZipInfo("serial.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        found = unpacked(zip_bytes([(link, b"/etc/passwd")]))
        assert (found.files, len(found.left_out)) == ({}, 1)

    @pytest.mark.parametrize(
        ("first", "second"),
        [("serial.py", "serial.py"), ("serial.py", "Serial.py"), ("ﬁ.py", "fi.py")],
        ids=["the same", "another case", "another encoding"],
    )
    def test_of_two_members_with_one_name_neither_is_taken(self, first, second, unpacked):
        found = unpacked(zip_bytes([(first, b"1"), (second, b"2")]))
        assert found.files == {}
        assert all("more than one member" in line for line in found.left_out)

    def test_a_name_that_would_move_the_cursor_is_written_out(self, unpacked):
        found = unpacked(zip_bytes([("\x1b[2Jserial.py", ANSWER), ("\u202eyp.lairs", b"")]))
        assert found.files == {}
        assert "".join(found.left_out).isprintable()

    def test_a_file_that_is_too_large_is_left_out(self, unpacked):
        large = b"#" * (LARGEST_FILE + 1)
        for content in (zip_bytes([("serial.py", large)]), tar_bytes([("serial.py", large)])):
            assert unpacked(content).files == {}

    def test_a_zip_that_lies_about_a_size_is_not_believed(self, unpacked):
        content = zip_bytes([("serial.py", b"#" * (2 * LARGEST_FILE))])
        lie = content.replace((2 * LARGEST_FILE).to_bytes(4, "little"), (10).to_bytes(4, "little"))
        assert lie != content
        try:
            assert unpacked(lie).files == {}
        except SubmissionError as error:
            assert "cannot be unpacked" in str(error)  # noqa: PT017 - either is right


class TestBombs:
    """Archives that would fill the machine."""

    def test_a_tar_that_never_ends_is_given_up(self, unpacked, monkeypatch):
        monkeypatch.setattr(archive, "LARGEST_TAR", 1_000_000)
        bomb = tar_bytes([("zeros", b"\0" * 10_000_000)], "w:gz")
        with pytest.raises(SubmissionError, match="larger than"):
            unpacked(bomb)

    def test_too_many_members_are_given_up(self, unpacked):
        many = zip_bytes([(f"{n}.txt", b"") for n in range(archive.MOST_MEMBERS + 1)])
        with pytest.raises(SubmissionError, match="members"):
            unpacked(many)

    def test_too_many_python_files_are_given_up(self, unpacked):
        many = zip_bytes([(f"a{n}.py", b"") for n in range(archive.MOST_TAKEN + 1)])
        with pytest.raises(SubmissionError, match="Python files"):
            unpacked(many)

    def test_what_is_not_taken_is_not_decompressed(self, unpacked):
        bomb = zip_bytes([("zeros.bin", b"\0" * 50_000_000), ("serial.py", ANSWER)])
        assert len(bomb) < 100_000
        assert list(unpacked(bomb).files.values()) == [ANSWER]

    @pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    def test_methods_that_cannot_be_stopped_half_way_are_not_taken(self, method, unpacked):
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w", method) as built:
            built.writestr("serial.py", b"\0" * 1000)
        assert unpacked(memory.getvalue()).left_out == ("serial.py: it cannot be read",)


class TestBrokenOnes:
    """Bytes that are no archive, or not quite."""

    @given(st.binary(max_size=2000))
    def test_any_bytes_are_unpacked_or_refused_in_one_sentence(self, tmp_path_factory, content):
        path = tmp_path_factory.mktemp("any") / "handed-in.zip"
        path.write_bytes(content)
        read_or_refused(path)

    @given(
        kind=st.sampled_from(BUILDERS),
        changes=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), max_size=8),
        cut=st.integers(0, 200),
    )
    def test_a_damaged_archive_is_unpacked_or_refused(self, tmp_path_factory, kind, changes, cut):
        members = [("starter/serial.py", ANSWER * 20), ("starter/mpi.py", b"x = 1\n" * 50)]
        mode = "w" + kind.removeprefix("tar").replace(".", ":")
        content = bytearray(zip_bytes(members) if kind == "zip" else tar_bytes(members, mode))
        for place, value in changes:
            content[place % len(content)] = value
        path = tmp_path_factory.mktemp("damaged") / "handed-in.zip"
        path.write_bytes(content[: len(content) - cut])
        read_or_refused(path)

    def test_an_encrypted_member_is_refused_in_one_sentence(self, unpacked):
        content = bytearray(zip_bytes([("serial.py", ANSWER)]))
        content[6] |= 1  # the flag in the local header ...
        content[content.index(b"PK\x01\x02") + 8] |= 1  # ... and in the directory
        with pytest.raises(SubmissionError, match="cannot be unpacked"):
            unpacked(bytes(content))


def read_or_refused(path: Path) -> None:
    """Unpack; nothing but a refusal may be raised, and it is one harmless line."""
    try:
        found = unpack(path)
    except SubmissionError as error:
        assert visible(str(error)) == str(error)  # noqa: PT017 - both ways are right
    else:
        assert all(visible(line) == line for line in found.left_out)


class TestTakingAnArchiveIn:
    """From the archive to a submission."""

    def test_the_folder_that_holds_the_answers_is_found(self, tmp_path: Path):
        path = tmp_path / "alice.zip"
        path.write_bytes(
            zip_bytes(
                [
                    ("hand-in/starter/serial.py", ANSWER),
                    ("hand-in/starter/helper.py", b"x = 1\n"),
                    ("hand-in/old/draft.py", b""),
                    ("__MACOSX/hand-in/starter/serial.py", b"junk"),
                ]
            )
        )
        with take_in(path) as submission:
            assert submission.name == "alice"
            assert sorted(f.name for f in submission.folder.iterdir()) == ["helper.py", "serial.py"]
            assert submission.left_out == (
                "hand-in/old/draft.py: it does not lie beside the answers",
            )
        assert not submission.folder.exists()

    def test_answers_in_two_places_are_refused(self, tmp_path: Path):
        path = tmp_path / "bob.zip"
        path.write_bytes(zip_bytes([("a/serial.py", ANSWER), ("b/serial.py", ANSWER)]))
        with pytest.raises(SubmissionError, match="more than once, in a and b"), take_in(path):
            pass

    def test_an_archive_without_answers_is_refused(self, tmp_path: Path):
        path = tmp_path / "carol.tar.gz"
        path.write_bytes(tar_bytes([("essay.txt", b"")], "w:gz"))
        with pytest.raises(SubmissionError, match="holds none of"), take_in(path):
            pass


class TestArchivesWithinArchives:
    """One level is unpacked, at the cost of the one submission."""

    def test_one_level_is_unpacked(self, unpacked):
        inner = zip_bytes([("serial.py", ANSWER), ("notes.txt", b"")])
        found = unpacked(
            zip_bytes([("work/starter.zip", inner), ("deep.zip", zip_bytes([("x.zip", inner)]))])
        )
        assert found.files == {PurePosixPath("work/starter.zip/serial.py"): ANSWER}
        assert found.left_out == (
            "work/starter.zip/notes.txt: it is not a Python file",
            "deep.zip/x.zip: it is an archive too deep within others",
        )

    def test_a_broken_or_an_empty_one_is_left_out(self, unpacked):
        found = unpacked(zip_bytes([("a.zip", b"PK"), ("b.zip", zip_bytes([])), ("x.py", ANSWER)]))
        assert list(found.files) == [PurePosixPath("x.py")]
        assert found.left_out[0].startswith("a.zip cannot be unpacked")
        assert found.left_out[1] == "b.zip: it is empty"

    def test_their_members_count_together(self, unpacked, monkeypatch):
        monkeypatch.setattr(archive, "MOST_MEMBERS", 25)
        inner = zip_bytes([(f"{n}.txt", b"") for n in range(10)])
        with pytest.raises(SubmissionError, match="more than 25 members"):
            unpacked(zip_bytes([(f"{n}.zip", inner) for n in range(4)]))


def test_names_of_macos_and_windows_are_read_as_they_were_meant(unpacked):
    content = zip_bytes([("starter\\lQQQsung.py", ANSWER)])
    found = unpacked(content.replace(b"QQQ", "o\u0308".encode()))
    assert list(found.files) == [PurePosixPath("starter/l\u00f6sung.py")]


def test_a_member_without_a_name_is_left_out(unpacked):
    content = zip_bytes([("Q", ANSWER), ("serial.py", ANSWER)])
    found = unpacked(content.replace(b"Q", b"\0"))
    assert list(found.files) == [PurePosixPath("serial.py")]


def test_archives_are_known_by_their_names():
    names = ["a.zip", "a.TAR.GZ", "a.tgz", "a.tar.xz", "a.7z", "zip", "a.py"]
    assert [is_archive(Path(name)) for name in names] == [True] * 4 + [False] * 3
