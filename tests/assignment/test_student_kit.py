"""The student's zip, unpacked at an empty desk and used as a student would."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pexpect
import pytest
import yaml
from zips import (
    ALWAYS_HIDDEN,
    ALWAYS_PUBLIC,
    ROOT,
    WORKFLOW,
    answered_in_notebooks,
    files_of,
    third_party_environment,
    unpack,
    write_files,
)

from autograder.assignment.files import ANSWER_FILES
from autograder.cli.arguments import parser


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
    # Which are imported where the kit is a grader's only.
    assert missing == {
        ("autograder/cli/arguments.py", "autograder.cli.grading_arguments"),
        ("autograder/console/tree.py", "autograder.truth.searched_tree"),
    }


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
