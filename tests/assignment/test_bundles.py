"""What is handed out: students get no answer and all that they need, Gradescope gets the grader."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

import pexpect
import pytest
import yaml

from autograder.assignment import bundles
from autograder.assignment.bundles import gradescope_bundle, student_bundle
from autograder.assignment.composition import function_text
from autograder.assignment.contents import NOBODY, TABLES, is_listed
from autograder.assignment.files import ANSWER_FILES, PUT_ASIDE
from autograder.assignment.nbgrader_course import released_notebooks
from autograder.assignment.public_rubric import public_rubric
from autograder.classroom.exports.recognise import read_export
from autograder.cli.arguments import parser
from autograder.cli.main import main
from autograder.errors import InstructorError, UsageError
from autograder.grading.rubric import DEFAULT_RUBRIC, read_rubric
from autograder.intake.answers import find_answers
from autograder.intake.submission import take_in

ROOT = Path(__file__).parents[2]
WORKFLOW = ".github/workflows/check.yml"
HIDDEN = [name for name, check in read_rubric().checks.items() if check.visibility == "hidden"]
PUBLIC = [name for name in read_rubric().checks if name not in HIDDEN]
OF_THE_LADDER = {name for name, check in read_rubric().checks.items() if check.extra}
ALWAYS_HIDDEN = [name for name in HIDDEN if name not in OF_THE_LADDER]
ALWAYS_PUBLIC = [name for name in PUBLIC if name not in OF_THE_LADDER]


def files_of(zip_path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(zip_path) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def unpack(zip_path: Path, folder: Path) -> Path:
    """Unpack as `unzip` does, rights included."""
    folder.mkdir(parents=True)
    with zipfile.ZipFile(zip_path) as bundle:
        for member in bundle.infolist():
            path = Path(bundle.extract(member, folder))
            path.chmod(member.external_attr >> 16 & 0o777)
    return folder


def third_party_environment(folder: Path, kit: Path) -> Path:
    """Make a virtual environment with the kit at `kit` and only the libraries of this one.

    To install them anew takes a minute and a half; `pip install -e .` was tried by hand.
    """
    venv.create(folder, symlinks=True)
    libraries = Path(sysconfig.get_path("purelib"))
    own = folder / libraries.relative_to(sys.prefix)
    for path in libraries.iterdir():
        if "perfect_play" not in path.name and path.suffix != ".pth":  # no other kit
            (own / path.name).symlink_to(path)
    for pattern in ("bin/mpi*", "bin/hydra*", "lib/libmpi*", "lib/mpich"):
        for path in Path(sys.prefix).glob(pattern):
            (folder / path.relative_to(sys.prefix)).symlink_to(path)
    (own / "kit.pth").write_text(f"{kit}\n")
    version = tomllib.loads((kit / "pyproject.toml").read_text())["project"]["version"]
    description = own / f"perfect_play-{version}.dist-info" / "METADATA"
    description.parent.mkdir()
    description.write_text(f"Metadata-Version: 2.1\nName: perfect-play\nVersion: {version}\n")
    script = folder / "bin" / "ttt"
    script.write_text(f'#!/bin/sh\nexec {folder}/bin/python -m autograder "$@"\n')
    script.chmod(0o755)
    return folder


@pytest.fixture(scope="module")
def student_zip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "student.zip"
    student_bundle(path)
    return path


@pytest.fixture(scope="module")
def gradescope_zip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("zip") / "gradescope.zip"
    gradescope_bundle(path)
    return path


# --- the tables ----------------------------------------------------------------------------------


def kit_files() -> Iterator[PurePosixPath]:
    """Yield the files of this kit, but for what .gitignore names."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text().split()]
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f != ".git" and not any(fnmatch(f, i) for i in ignored)]
        for name in names:
            if name != ".git" and not any(fnmatch(name, pattern) for pattern in ignored):
                yield PurePosixPath(Path(folder, name).relative_to(ROOT))


def test_every_file_of_the_kit_is_in_exactly_one_table():
    undecided = [str(f) for f in kit_files() if sum(is_listed(f, table) for table in TABLES) != 1]
    assert undecided == [], "decide in autograder/assignment/contents.py who gets these"


def test_a_new_file_is_in_no_table():
    for name in ("autograder/checks/answers.py", "autograder/new/__init__.py", "handouts/key.md"):
        assert not any(is_listed(PurePosixPath(name), table) for table in TABLES)


# --- what is in the zips -------------------------------------------------------------------------


def test_no_answer_is_in_the_students_zip(student_zip: Path):
    answers = set()
    for name in ANSWER_FILES:
        solution = (ROOT / "solution" / name).read_text().splitlines()
        starter = set((ROOT / "starter" / name).read_text().splitlines())
        answers |= {line.strip() for line in solution if line not in starter}
    # Not those that say nothing by themselves, such as `return 0` or the head of a loop.
    telling = {line for line in answers if len(line) > 25 and not line.endswith(("N", ":"))}
    assert len(telling) >= 15
    for name, content in files_of(student_zip).items():
        assert b"BEGIN SOLUTION" not in content, name
        lines = {line.strip() for line in content.decode().splitlines()}
        assert telling & lines == set(), name


def test_no_hidden_check_is_in_the_students_zip(student_zip: Path):
    files = files_of(student_zip)
    assert not [name for name in files if "hidden" in PurePosixPath(name).parts]
    text = "\n".join(content.decode() for content in files.values())
    # As a word of its own: `self.timing.serial` is an attribute.
    assert not [name for name in HIDDEN if re.search(rf"(?<![.\w]){name}(?!\w)", text)]
    hidden = [
        (function.name, (ast.get_docstring(function) or "").partition("\n")[0])
        for path in (ROOT / "autograder" / "checks" / "hidden").glob("*.py")
        for function in ast.parse(path.read_text()).body
        if isinstance(function, ast.FunctionDef)
    ]
    assert len(hidden) == len(HIDDEN)
    names = {name for name, _ in hidden} - {f"check_{name.partition('.')[2]}" for name in PUBLIC}
    assert not [name for name in names if f"def {name}(" in text]
    assert not [title for _, title in hidden if title in text]


def test_students_get_the_notebooks_as_they_are_released(student_zip: Path):
    files = files_of(student_zip)
    notebooks = {name: content for name, content in files.items() if name[:10] == "notebooks/"}
    released = released_notebooks(ROOT)
    assert notebooks == {f"notebooks/{name}": text.encode() for name, text in released.items()}
    assert len(notebooks) == len(list((ROOT / "handouts" / "notebooks").glob("*.md")))


# --- the students' zip, handed in ----------------------------------------------------------------


def answered_in_notebooks(student_zip: Path) -> dict[str, bytes]:
    """Return the students' kit as it is when the solution was typed into its notebooks."""
    files = files_of(student_zip)
    for name in [name for name in files if name.endswith(".ipynb")]:
        notebook = json.loads(files[name])
        for cell in notebook["cells"]:
            first = "".join(cell["source"]).partition("\n")[0]
            if first.startswith("%%answer "):
                module, _, function = first.removeprefix("%%answer ").partition(".")
                text = (ROOT / "solution" / f"{module}.py").read_text()
                cell["source"] = f"{first}\n{function_text(module, text, function)}"
        files[name] = json.dumps(notebook).encode()
    return files


def write_files(files: dict[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def write_as_zip(files: dict[str, bytes], path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)


def assert_is_solution(files: dict[str, bytes]) -> None:
    assert set(files) == set(ANSWER_FILES)
    for name, content in files.items():
        assert content == (ROOT / "solution" / name).read_bytes(), name


@pytest.mark.parametrize("top", ["", "perfect-play/"])
@pytest.mark.parametrize("made", ["ada", "ada.zip"])
def test_a_whole_kit_with_answered_notebooks_is_handed_in(
    made: str, top: str, student_zip: Path, tmp_path: Path
):
    files = {f"{top}{name}": text for name, text in answered_in_notebooks(student_zip).items()}
    if made.endswith(".zip"):
        write_as_zip(files, tmp_path / made)
    else:
        write_files(files, tmp_path / made)
    with take_in(tmp_path / made / (top if made == "ada" else "")) as submission:
        assert_is_solution({path.name: path.read_bytes() for path in submission.folder.iterdir()})


@pytest.mark.parametrize("place", ["{student}", "perfect-play-{student}", "{student}/perfect-play"])
def test_a_class_that_hands_in_whole_kits_with_answered_notebooks(
    place: str, student_zip: Path, tmp_path: Path
):
    for student in ("ada", "emmy"):
        folder = tmp_path / place.format(student=student)
        write_files(answered_in_notebooks(student_zip), folder)
        (folder / ".git").mkdir()
    attempts = read_export(tmp_path).attempts
    assert len(attempts) == 2
    for attempt in attempts:
        assert_is_solution(find_answers(attempt.name or "ada", attempt.files).files)


def test_a_kit_without_an_answer_file_does_not_get_a_check_in_its_place(
    student_zip: Path, tmp_path: Path
):
    files = files_of(student_zip)
    del files["starter/mpi.py"]
    files["starter/serial.py"] = (ROOT / "solution" / "serial.py").read_bytes()
    write_as_zip(files, tmp_path / "ada.zip")
    with take_in(tmp_path / "ada.zip") as submission:
        names = {path.name for path in submission.folder.iterdir()}
        assert names.isdisjoint({"mpi.py"})


def test_students_get_the_answer_files_as_they_are_handed_out_once_more(student_zip: Path):
    files = files_of(student_zip)
    for name in ANSWER_FILES:
        assert files[f"{PUT_ASIDE}/{name}.txt"] == files[f"starter/{name}"]


@pytest.mark.parametrize(
    "kept_back",
    ["solution", "tests", "hidden", "audit", "classroom", "oracle.py", "release.py", ".ci"],
)
def test_students_do_not_get(kept_back: str, student_zip: Path):
    assert not [n for n in files_of(student_zip) if kept_back in PurePosixPath(n).parts]


def test_students_get_the_starter_as_it_is_cut_even_if_somebody_filled_it_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kit = tmp_path / "kit"
    ignored = shutil.ignore_patterns("tests", ".git", "__pycache__")
    shutil.copytree(ROOT, kit, ignore=ignored)
    shutil.copytree(kit / "solution", kit / "starter", dirs_exist_ok=True)
    monkeypatch.setattr(bundles, "kit_root", lambda: kit)
    student_bundle(tmp_path / "student.zip")
    files = files_of(tmp_path / "student.zip")
    for name in ANSWER_FILES:
        assert files[f"starter/{name}"] == (ROOT / "starter" / name).read_bytes()


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (("### BEGIN SOLUTION", "#"), "marks are wrong|nothing (in it|of computer_move) is marked"),
        (("### BEGIN SOLUTION", ""), "nothing of computer_move is marked"),
        (None, "threads.py is missing"),
    ],
    ids=["half a mark", "no marks", "no file"],
)
def test_nothing_is_handed_out_of_a_kit_that_is_not_in_order(
    edit: tuple[str, str] | None, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    kit = tmp_path / "kit"
    shutil.copytree(ROOT, kit, ignore=shutil.ignore_patterns("tests", ".git", "__pycache__"))
    threads = kit / "solution" / "threads.py"
    if edit is None:
        (kit / "starter" / "threads.py").unlink()
    else:
        threads.write_text(threads.read_text().replace(*edit).replace("### END SOLUTION", ""))
    monkeypatch.setattr(bundles, "kit_root", lambda: kit)
    with pytest.raises(InstructorError, match=says):
        student_bundle(tmp_path / "student.zip")
    assert not (tmp_path / "student.zip").exists()


def test_gradescope_gets_the_whole_grader(gradescope_zip: Path):
    files = files_of(gradescope_zip)
    kept = {str(f) for f in kit_files() if not is_listed(f, NOBODY)}
    as_they_are = {name for name in kept if not name.startswith("handouts/s")}
    as_they_are -= {name for name in kept if name.startswith("handouts/gradescope")}
    assert set(files) == as_they_are | {"run_autograder", "setup.sh"}
    assert files["solution/mpi.py"] == (ROOT / "solution" / "mpi.py").read_bytes()
    assert files["autograder/rubric.toml"] == DEFAULT_RUBRIC.read_bytes()


def test_what_is_to_be_run_can_be_run(gradescope_zip: Path):
    with zipfile.ZipFile(gradescope_zip) as bundle:
        rights = {m.filename: oct(m.external_attr >> 16) for m in bundle.infolist()}
    runnable = {name for name, right in rights.items() if right == "0o100755"}
    assert runnable == {"run_autograder", "setup.sh"}
    assert set(rights.values()) == {"0o100755", "0o100644"}


@pytest.mark.parametrize("bundle", [student_bundle, gradescope_bundle])
def test_the_same_files_give_the_same_zip(bundle, tmp_path: Path):
    names = bundle(tmp_path / "one.zip")
    os.utime(ROOT / "solution" / "serial.py")
    assert bundle(tmp_path / "two.zip") == names == sorted(names)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as written:
        assert {m.date_time for m in written.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert not [name for name in names if "__pycache__" in name]


def test_ttt_release_makes_both_zips(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    student, gradescope = tmp_path / "student.zip", tmp_path / "gradescope.zip"
    assert main(["release", "--student", str(student), "--gradescope", str(gradescope)]) == 0
    said = "".join(capsys.readouterr().out.split("\n"))
    for path in (student, gradescope):
        assert f"{path}: {len(files_of(path))} files" in said


def test_a_zip_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be written"):
        student_bundle(tmp_path / "nowhere" / "student.zip")


# --- the rubric ----------------------------------------------------------------------------------


def test_students_get_a_rubric_of_the_public_checks_and_the_number_of_hidden_ones(tmp_path: Path):
    path = tmp_path / "rubric.toml"
    path.write_text(public_rubric(DEFAULT_RUBRIC.read_text()))
    theirs, ours = read_rubric(path), read_rubric()
    assert list(theirs.checks) == PUBLIC
    assert theirs.hidden_elsewhere == len(ALWAYS_HIDDEN)
    assert (theirs.limits, theirs.timing) == (ours.limits, ours.timing)


@pytest.mark.parametrize(
    "check",
    [
        '[checks.win.secret]\npoints = 1\nvisibility = "hidden"\n',
        'checks.win.secret = { points = 1, visibility = "hidden" }\n',
        "[checks.win]\nsecret = { points = 1, visibility = 'hidden' }\n",
        "[checks.win\n",
    ],
    ids=["a table", "a dotted key", "other quotes", "not TOML"],
)
def test_a_hidden_check_that_cannot_be_cut_out_is_not_handed_out(check: str):
    with pytest.raises(InstructorError):
        public_rubric(check)


# --- the student's kit ---------------------------------------------------------------------------


def test_the_students_pyproject_has_not_drifted_from_the_kits(student_zip: Path):
    theirs = tomllib.loads(files_of(student_zip)["pyproject.toml"].decode())
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(theirs["project"]["dependencies"]) < set(ours["project"]["dependencies"])
    for key in ("name", "version", "requires-python", "license", "scripts"):
        assert theirs["project"][key] == ours["project"][key]
    assert theirs["build-system"] == ours["build-system"]
    assert theirs["tool"]["setuptools"]["packages"] == ours["tool"]["setuptools"]["packages"]
    [theirs_data, ours_data] = (
        set(one["tool"]["setuptools"]["package-data"]["autograder"]) for one in (theirs, ours)
    )
    graders_alone = {"views/templates/*", "scaling/yardstick.c"}  # pages, and the answer in C
    assert theirs_data == ours_data - graders_alone


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_the_students_kit_needs_what_it_says_and_no_more(student_zip: Path):
    files = files_of(student_zip)
    sources = {name: content.decode() for name, content in files.items() if name.endswith(".py")}
    names = {module.partition(".")[0] for source in sources.values() for module in imported(source)}
    sandbox = {PurePosixPath(name).stem for name in sources if "inside_sandbox" in name}
    libraries = names - set(sys.stdlib_module_names) - sandbox - {"autograder"}
    project = tomllib.loads(files["pyproject.toml"].decode())["project"]
    declared = {requirement.partition(">")[0] for requirement in project["dependencies"]}
    assert libraries == declared - {"mpich"}  # which nobody imports: it is mpiexec and a library


def test_no_module_of_the_students_kit_needs_one_that_is_not_there(student_zip: Path):
    files = files_of(student_zip)
    missing = {
        (name, module)
        for name in files
        if name.endswith(".py")
        for module in imported(files[name].decode())
        if module.partition(".")[0] == "autograder"
        and not {f"{module.replace('.', '/')}{end}" for end in (".py", "/__init__.py")} & set(files)
    }
    # Which is imported where the kit is a grader's only.
    assert missing == {("autograder/cli/arguments.py", "autograder.cli.grading_arguments")}


def test_every_command_of_the_students_readme_is_one(student_zip: Path):
    text = files_of(student_zip)["README.md"].decode()
    commands = [line for line in text.splitlines() if line.startswith("ttt ")]
    assert len(commands) >= 8
    for command in commands:
        assert parser().parse_args(shlex.split(command, comments=True)[1:]).run
    pictures = re.findall(r"\]\(([^)]+)\)", text)
    assert set(pictures) <= set(files_of(student_zip))


def test_the_workflow_is_valid_and_asks_for_little(tmp_path: Path, student_zip: Path):
    text = files_of(student_zip)[WORKFLOW].decode()
    (tmp_path / "check.yml").write_text(text)
    command = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    judged = subprocess.run(
        [sys.executable, *command, str(tmp_path / "check.yml")], capture_output=True, check=False
    )
    assert judged.returncode == 0, judged.stdout
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    steps = workflow["jobs"]["check"]["steps"]
    versions = [step["uses"].partition("@")[2] for step in steps if "uses" in step]
    assert [len(version) for version in versions] == [40, 40]  # commits, which cannot be moved


@pytest.fixture(scope="module")
def desk(student_zip: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Unpack the students' zip in an empty folder; return the environment of a shell there."""
    root = tmp_path_factory.mktemp("desk")
    kit = unpack(student_zip, root / "perfect-play")
    environment = third_party_environment(root / "venv", kit)
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return usual | {
        "PWD": str(kit),
        "PATH": f"{environment}/bin{os.pathsep}{os.environ['PATH']}",
        "HOME": str(root),
        "XDG_CACHE_HOME": str(root / "cache"),
        "XDG_STATE_HOME": str(root / "state"),
        "COLUMNS": "100",
        "NO_COLOR": "1",
    }


def at(desk: dict[str, str], *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=desk["PWD"],
        env={**desk, **more},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_what_runs_at_the_students_desk_is_what_was_unpacked(desk: dict[str, str]):
    said = at(desk, "python", "-c", "import autograder, numba; print(autograder.__file__)")
    assert said.stdout.strip() == f"{desk['PWD']}/autograder/__init__.py"
    shown = at(desk, "ttt", "--help")
    commands = {line.split()[0] for line in shown.stdout.splitlines() if line.startswith("    ")}
    assert commands == {
        *("play", "match", "check", "tree", "trace", "scaling", "bench", "solve", "doctor"),
    }


def test_the_untouched_starter_fails_kindly_in_the_workflow(desk: dict[str, str]):
    workflow = yaml.safe_load(Path(desk["PWD"], WORKFLOW).read_text())
    step = workflow["jobs"]["check"]["steps"][-1]
    summary = Path(desk["HOME"], "summary.md")
    shell = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")
    done = at(desk, *shell, step["run"], GITHUB_STEP_SUMMARY=str(summary), **step["env"])
    assert done.returncode == 1
    assert done.stderr == ""
    assert "Next: fill in win in serial.py, then run: ttt check --submission . win" in done.stdout
    assert f"{len(ALWAYS_HIDDEN)} hidden checks were not run" in done.stdout
    assert done.stdout.count("is not filled in yet") >= len(ALWAYS_PUBLIC) - 2
    assert summary.read_text() == f"````text\n{done.stdout}````\n"


def test_the_workflow_checks_what_is_in_the_notebooks(desk: dict[str, str], student_zip: Path):
    workflow = yaml.safe_load(Path(desk["PWD"], WORKFLOW).read_text())
    [command] = re.findall(r"ttt check [^|]+", workflow["jobs"]["check"]["steps"][-1]["run"])
    kit = Path(desk["PWD"])
    notebooks = [name for name in files_of(student_zip) if name.endswith(".ipynb")]
    write_files({name: answered_in_notebooks(student_zip)[name] for name in notebooks}, kit)
    try:
        done = at(desk, *shlex.split(command), "win")
    finally:
        write_files({name: files_of(student_zip)[name] for name in notebooks}, kit)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""


QUICK = ("win", "minimax", "threads.ties", "threads.own_search", "mpi.ties", "timing.threads")


def test_the_answers_pass_and_play_at_the_students_desk(desk: dict[str, str]):
    for name in ANSWER_FILES:
        shutil.copy(ROOT / "solution" / name, Path(desk["PWD"], "starter", name))
    done = at(desk, "ttt", "check", *QUICK)
    assert done.returncode == 0, done.stdout
    assert done.stderr == ""
    assert "All of these checks pass, but for the time, which your grader judges." in done.stdout
    assert done.stdout.count("times as fast as one") == 1  # to try again would not help
    terminal = pexpect.spawn(
        "ttt", ["play"], cwd=desk["PWD"], env=desk, timeout=60, encoding="utf-8"
    )
    for square, answer in (("4", "0"), ("8", "2"), ("1", "7"), ("6", "3"), ("5", None)):
        terminal.expect("your move")
        terminal.sendline(square)
        if answer is not None:
            terminal.expect(f"takes {answer} after")
    terminal.expect("A draw")
    terminal.sendeof()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_the_answers_are_traced_at_the_students_desk(desk: dict[str, str]):
    for name in ANSWER_FILES:
        shutil.copy(ROOT / "solution" / name, Path(desk["PWD"], "starter", name))
    done = at(desk, "ttt", "trace", "--small", "--ranks", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "rank 1" in done.stdout


def test_the_doctor_asks_no_walls_of_a_student(desk: dict[str, str]):
    done = at(desk, "ttt", "doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Submissions of others" not in done.stdout


# --- Gradescope ----------------------------------------------------------------------------------

METADATA = {
    "id": 123456789,
    "created_at": "2026-11-20T21:33:12.904110-08:00",
    "submission_method": "upload",
    "assignment": {
        "id": 25828,
        "title": "Perfect play",
        "course_id": 1234,
        "due_date": "2026-11-21T23:59:00.000000-08:00",
        "late_due_date": None,
        "release_date": "2026-11-01T00:00:00.000000-07:00",
        "group_submission": False,
        "group_size": None,
        "total_points": "100.0",
    },
    "users": [
        {"id": 45, "email": "ada@example.edu", "name": "Ada Ní <Lovelace>", "sid": "00123",
         "assignment": {"due_date": "2026-11-21T23:59:00.000000-08:00", "late_due_date": None}}
    ],
    "previous_submissions": [],
}  # fmt: skip


@pytest.fixture
def autograder_root(gradescope_zip: Path, tmp_path: Path) -> Path:
    """Lay folders out as Gradescope does, with a submission that is right."""
    root = tmp_path / "autograder"
    source = unpack(gradescope_zip, root / "source")
    shutil.copy(source / "run_autograder", root / "run_autograder")
    (root / "results").mkdir()
    shutil.copytree(ROOT / "solution", root / "submission", ignore=shutil.ignore_patterns("__*__"))
    (root / "submission_metadata.json").write_text(json.dumps(METADATA))
    return root


def run_autograder(root: Path) -> tuple[subprocess.CompletedProcess[str], dict]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(root / "run_autograder")],
        cwd=root,
        env=environment | {"AUTOGRADER_ROOT": str(root), "HOME": str(root.parent)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done, json.loads((root / "results" / "results.json").read_text())


def stand_in_for_ttt(root: Path, script: str) -> None:
    (root / "venv" / "bin").mkdir(parents=True)
    (root / "venv" / "bin" / "ttt").write_text(f"#!/bin/sh\n{script}\n")
    (root / "venv" / "bin" / "ttt").chmod(0o755)


def the_real_ttt(root: Path) -> None:
    """Run the unpacked kit with this environment's libraries, which isolation lets workers read."""
    python = f"PYTHONPATH={root}/source exec {sys.executable}"
    stand_in_for_ttt(root, f'{python} -m autograder "$@"')
    where = f"{python} -c 'import autograder; print(autograder.__file__)'"
    said = subprocess.run(["sh", "-c", where], cwd=root, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == f"{root}/source/autograder/__init__.py"


def test_the_setup_is_bash(autograder_root: Path):
    checked = subprocess.run(
        ["bash", "-n", str(autograder_root / "source" / "setup.sh")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_gradescope_asks_ttt_for_a_grade(autograder_root: Path):
    asked = autograder_root / "asked"
    stand_in_for_ttt(
        autograder_root, f"""echo "$@" > {asked}; echo '{{"score": 97}}' > "$4"; echo graded"""
    )
    done, results = run_autograder(autograder_root)
    assert (done.returncode, done.stdout, results) == (0, "graded\n", {"score": 97})
    root = autograder_root
    assert asked.read_text() == (
        f"grade {root}/submission --gradescope {root}/results/results.json "
        f"--metadata {root}/submission_metadata.json\n"
    )


NO_GRADE = {
    "it dies": ("kill -9 $$", -9, "The grader failed, so there is no grade."),
    "it fails": ("echo 'Not graded: OSError'; exit 4", 4, "The grader failed"),
    "it says nothing": ("exit 0", 4, "The grader failed"),
    "half a document": ('printf \'{"score": 1\' > "$4"', 4, "The grader failed"),
    "it refuses": ("echo 'Not graded: \"x\" holds none'; exit 2", 2, 'not graded: "x" holds none'),
    "it is called wrongly": ("echo 'ttt: no such option' >&2; exit 2", 2, "no such option"),
}


@pytest.mark.parametrize(("script", "status", "says"), NO_GRADE.values(), ids=NO_GRADE)
def test_a_grader_that_fails_gives_no_points(
    script: str, status: int, says: str, autograder_root: Path
):
    stand_in_for_ttt(autograder_root, script)
    done, results = run_autograder(autograder_root)
    assert done.returncode == status % 256
    assert says in results["output"]
    assert results["tests"] == []
    assert "score" not in results


def test_an_image_without_the_kit_gives_no_points_and_fails(autograder_root: Path):
    done, results = run_autograder(autograder_root)
    assert done.returncode == 4
    assert "cannot be started" in done.stderr
    assert "score" not in results


def test_what_the_grader_writes_itself_is_kept_when_it_fails(autograder_root: Path):
    stand_in_for_ttt(autograder_root, """echo '{"output": "mine"}' > "$4"; exit 4""")
    done, results = run_autograder(autograder_root)
    assert (done.returncode, results) == (4, {"output": "mine"})


def test_student_code_may_not_read_the_metadata(autograder_root: Path):
    stand_in_for_ttt(autograder_root, "exit 4")
    run_autograder(autograder_root)
    for name in ("submission_metadata.json", "results", "submission"):
        assert (autograder_root / name).stat().st_mode & 0o007 == 0


def test_the_unpacked_grader_has_hidden_checks_and_a_reference(autograder_root: Path):
    the_real_ttt(autograder_root)
    command = [str(autograder_root / "venv/bin/ttt"), "grade", str(autograder_root / "submission")]
    command += ["--results", str(autograder_root / "results"), "--only", "win"]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [*command, "--verbose"],
        env=usual | {"HOME": str(autograder_root.parent)},
        capture_output=True,
        text=True,
        check=False,
        cwd=autograder_root,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads((autograder_root / "results" / "submission.json").read_text())
    assert [c["name"] for c in result["checks"]] == [
        n for n in read_rubric().checks if n[:4] == "win."
    ]
    assert {c["outcome"] for c in result["checks"]} == {"passed"}


def can_write_results_for_gradescope() -> bool:
    said = subprocess.run(
        [sys.executable, "-m", "autograder", "grade", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return "--gradescope" in said.stdout


@pytest.mark.skipif(
    not can_write_results_for_gradescope(), reason="ttt grade has no option --gradescope yet"
)
def test_a_submission_is_graded_as_on_gradescope(autograder_root: Path):
    """Grade a wrong submission, which is quick: every check is told that nothing is filled in."""
    the_real_ttt(autograder_root)
    shutil.copytree(ROOT / "starter", autograder_root / "submission", dirs_exist_ok=True)
    done, results = run_autograder(autograder_root)
    assert done.returncode == 0, done.stdout + done.stderr
    assert results["tests"]
    scores = [test.get("score", 0) for test in results["tests"]]
    assert results.get("score", sum(scores)) == 0
