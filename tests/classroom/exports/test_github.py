"""Clones of GitHub Classroom: who they are of, and when their newest commit was made."""

import os
import shutil
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from export_tables import Table, assert_accounted_for, handed_in, zip_of

from autograder.classroom.exports.commit_time import commit_clock
from autograder.classroom.exports.recognise import read_export

S, T = b"s = 1\n", b"t = 1\n"
HEAD = b"ref: refs/heads/main\n"
COMMITTED = datetime(2026, 2, 28, 21, 38, 57, tzinfo=UTC)
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="this machine does not have git")


def clones(*names: str, **files: bytes) -> dict[str, bytes]:
    """Return a table of clones, each with one answer."""
    return {f"{name}/serial.py": S for name in names} | {
        f"{name}/.git/HEAD": HEAD for name in names
    }


ODD: dict[str, tuple[Table, dict[str, set[str]]]] = {
    "two students": (
        clones("search-ada", "search-alan"),
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "logins that begin alike": (
        clones("search-ada", "search-ada-l"),
        {"ada": {"serial.py"}, "ada-l": {"serial.py"}},
    ),
    "hyphens in the assignment": (
        clones("week-3-search-ada", "week-3-search-alan"),
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "a folder named for the assignment": (
        {f"search-submissions/{name}": text for name, text in clones("search-al-x").items()},
        {"al-x": {"serial.py"}},
    ),
    "logins alike in a folder named for the assignment": (
        {f"s-submissions/{name}": text for name, text in clones("s-al-x", "s-al-y").items()},
        {"al-x": {"serial.py"}, "al-y": {"serial.py"}},
    ),
    "a lone clone": (clones("search-ada"), {"search-ada": {"serial.py"}}),
    "nothing in common": (
        clones("ada", "alan"),
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "folders within": (
        clones("s-ada", "s-alan") | {"s-ada/starter/mpi.py": T},
        {"ada": {"serial.py", "starter/mpi.py"}, "alan": {"serial.py"}},
    ),
    "a clone without files": (
        {"s-ada/.git/HEAD": HEAD} | clones("s-alan"),
        {"ada": set(), "alan": {"serial.py"}},
    ),
    "workflows and other things": (
        clones("s-ada", "s-alan") | {"s-ada/.github/workflows/classroom.yml": b""},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "a virtual environment that was committed": (
        clones("s-ada", "s-alan")
        | {f"s-ada/.venv/lib/site-packages/m{n}.py": T for n in range(300)},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
    "an archive that was committed": (
        clones("s-ada", "s-alan") | {"s-ada/work.zip": {"mpi.py": T}},
        {"ada": {"serial.py", "work.zip/mpi.py"}, "alan": {"serial.py"}},
    ),
    "a clone in a clone": (
        clones("s-ada", "s-alan") | {"s-ada/inner/.git/HEAD": HEAD, "s-ada/inner/mpi.py": T},
        {"ada": {"serial.py", "inner/mpi.py"}, "alan": {"serial.py"}},
    ),
    "a folder that is no clone": (
        clones("s-ada", "s-alan") | {"notes/x.py": S, "roster.csv": b""},
        {"ada": {"serial.py"}, "alan": {"serial.py"}},
    ),
}


@pytest.mark.parametrize(("table", "expected"), ODD.values(), ids=ODD)
def test_an_odd_folder_of_clones_is_read_and_accounted_for(read, table, expected):
    litter = tuple(name for name in table if ".git/" in name or ".venv/" in name)
    export = read(table, litter=litter)
    assert export.kind == "GitHub Classroom"
    assert handed_in(export) == expected


def test_the_litter_is_counted_in_one_line(read):
    table = clones("s-ada", "s-alan") | {"__MACOSX/x": b"", "s-ada/.DS_Store": b""}
    litter = ("s-ada/.git/HEAD", "s-alan/.git/HEAD", "__MACOSX/x", "s-ada/.DS_Store")
    (line,) = read(table, litter=litter).left_over
    assert line.why == "a system or an editor left it behind, and 3 more"


def test_a_login_is_told_only_where_the_assignment_is_known(read):
    names = ("s-ada/.git/HEAD", "s-alan/.git/HEAD", "search-ada/.git/HEAD")
    for attempt in read(clones("s-ada", "s-alan"), litter=names[:2], name="two").attempts:
        assert attempt.identifiers == {"github": attempt.student}
    (alone,) = read(clones("search-ada"), litter=names[2:], name="one").attempts
    assert alone.identifiers == {}


def git(folder: Path, *arguments: str) -> None:
    """Run git as a student would."""
    when = COMMITTED.isoformat()
    environment = {
        **{"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"},
        **{"GIT_AUTHOR_DATE": "2020-01-01T00:00:00Z", "GIT_COMMITTER_DATE": when},
    }
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@x.edu", "-c", "init.defaultBranch=main")
    command = ["git", *who, *arguments]
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone with one commit."""
    folder = tmp_path / "s-submissions" / "s-ada"
    folder.mkdir(parents=True)
    (folder / "serial.py").write_bytes(S)
    git(folder, "init")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "done")
    return folder


def time_of(clone: Path) -> datetime | None:
    """Return when the newest commit of a clone was made."""
    with commit_clock() as committed:
        return committed(clone)


@needs_git
class TestCommitTimes:
    """Read from the clone's objects alone."""

    @pytest.mark.parametrize(
        "prepare",
        [
            lambda _: None,
            lambda folder: git(folder, "gc"),
            lambda folder: git(folder, "pack-refs", "--all"),
            lambda folder: git(folder, "checkout", "--detach"),
            lambda folder: git(folder, "checkout", "-b", "feature/mpi_1.0"),
        ],
        ids=["loose", "packed", "packed refs", "detached", "a branch"],
    )
    def test_the_committers_time_is_read(self, clone: Path, prepare: Callable[[Path], None]):
        prepare(clone)
        (attempt,) = read_export(clone.parent).attempts
        assert (attempt.student, attempt.submitted) == ("ada", COMMITTED)
        assert_accounted_for({"s-ada/serial.py"}, read_export(clone.parent))

    @pytest.mark.parametrize(
        "setting",
        [
            *("core.fsmonitor", "core.pager", "pager.log", "core.sshCommand", "core.editor"),
            *("diff.external", "gpg.program", "core.askPass", "credential.helper", "alias.log"),
            *("core.gitProxy", "core.alternateRefsCommand", "trace2.normalTarget"),
        ],
    )
    def test_no_program_of_the_clones_configuration_is_run(self, clone, tmp_path, setting):
        trap = tmp_path / "trap.sh"
        trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
        trap.chmod(0o755)
        git(clone, "config", "log.showSignature", "true")
        git(clone, "config", setting, f"!{trap}" if setting == "alias.log" else str(trap))
        for hook in ("post-checkout", "reference-transaction", "fsmonitor-watchman"):
            shutil.copy(trap, clone / ".git" / "hooks" / hook)
        assert time_of(clone) == COMMITTED
        assert not (tmp_path / "sprung").exists()

    def test_a_missing_object_is_not_fetched_from_a_promisor(self, clone, tmp_path):
        with (clone / ".git" / "config").open("a") as config:
            config.write(
                '[extensions]\n\tpartialClone = origin\n[protocol "ext"]\n\tallow = always\n'
                f'[remote "origin"]\n\tpromisor = true\n\turl = ext::touch {tmp_path}/sprung\n'
            )
        shutil.rmtree(clone / ".git" / "objects")
        (clone / ".git" / "objects").mkdir()
        assert time_of(clone) is None
        assert not (tmp_path / "sprung").exists()

    def test_the_trap_of_the_promisor_would_spring_without_the_precaution(self, clone, tmp_path):
        self.test_a_missing_object_is_not_fetched_from_a_promisor(clone, tmp_path)
        with (clone / ".git" / "config").open("a") as config:
            config.write("[core]\n\trepositoryformatversion = 1\n")
        subprocess.run(["git", "log", "-1"], cwd=clone, check=False, capture_output=True)
        assert (tmp_path / "sprung").exists()

    @pytest.mark.parametrize(
        "head",
        [
            *(
                b"",
                b"ref: refs/../../../etc/passwd",
                b"ref: refs/heads/none",
                b"\xff\xfe",
                b"0" * 40,
            ),
            *(b"--output=/tmp/x", b"ref: --all", b"f" * 39, b"0" * 64),
        ],
    )
    def test_a_head_that_names_no_commit_gives_no_time(self, clone: Path, head: bytes):
        (clone / ".git" / "HEAD").write_bytes(head)
        assert time_of(clone) is None

    def test_a_head_that_is_a_pipe_or_a_link_is_not_read(self, clone: Path):
        head = clone / ".git" / "HEAD"
        head.unlink()
        os.mkfifo(head)
        assert time_of(clone) is None
        head.unlink()
        head.symlink_to("/dev/zero")
        assert time_of(clone) is None


@needs_git
def test_without_git_there_is_no_time(clone: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "/nowhere")
    (attempt,) = read_export(clone.parent).attempts
    assert (attempt.submitted, list(attempt.files.values())) == (None, [S])


def test_in_a_zip_file_of_clones_there_is_no_time(tmp_path: Path):
    path = tmp_path / "clones.zip"
    path.write_bytes(zip_of(clones("s-ada", "s-alan")))
    assert [one.submitted for one in read_export(path).attempts] == [None, None]
