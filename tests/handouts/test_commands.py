"""What the guides tell a reader to type is typed, in order, and what they show is what comes."""

import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from browsers import CHROMIUM
from conftest import SYSTEM_MPI
from desks import (
    ROOT,
    Desk,
    Kits,
    auditors_desk,
    cluster_desk,
    graders_desk,
    instructors_desk,
    make_kits,
    students_desk,
)
from guides import GUIDES, as_shown, blocks_of, commands_in_text, write_down
from specimens import specimen

from autograder.audit.corpus import write_submission
from autograder.cli.arguments import parser

DESKS = {
    "README.md": graders_desk,
    "assignment.md": students_desk,
    "cluster.md": cluster_desk,
    "cluster_grading.md": graders_desk,
    "handing_out.md": graders_desk,
    "instructors.md": instructors_desk,
    "isolation.md": auditors_desk,
    "ladder.md": students_desk,
    "students.md": students_desk,
    "teaching_assistants.md": graders_desk,
}
"""Where the reader of each guide sits."""


def a_diagonal_is_forgotten(desk: Desk) -> None:
    desk.answer_with(write_submission(specimen("win_antidiagonal_forgotten"), desk.commands / "w"))


def everything_is_filled_in(desk: Desk) -> None:
    desk.answer_with(ROOT / "solution")


def a_friend_sends_a_zip(desk: Desk) -> None:
    shutil.make_archive(str(desk.folder / "friend"), "zip", ROOT / "solution")


def lateness_is_judged(desk: Desk) -> None:
    with (desk.folder / "autograder" / "rubric.toml").open("a") as rubric:
        rubric.write("[late]\ndue = 2026-12-04T23:59:59+01:00\n")


def students_have_handed_in(desk: Desk) -> None:
    shutil.copytree(desk.folder / "submitted", desk.folder / "course" / "submitted")


@dataclass(frozen=True)
class Typed:
    """How a command is typed in a test.

    Attributes:
        instead: what is run in its place; "" runs it as it stands.
        why: why it is not run as it stands.
        statuses: its exit status is one of these.
        answers: what is typed when it asks.
        before: what has happened on the desk before.
    """

    instead: str = ""
    why: str = ""
    statuses: tuple[int, ...] = (0,)
    answers: str = ""
    before: Callable[[Desk], None] = lambda _: None


INSTALLED = "tests run in an environment that has everything; .ci/run runs the README's line"
GAME = "hint\n0\nquit\n"

USUALLY = {
    "pip install -e .": Typed("test -f pyproject.toml", INSTALLED),
    'pip install -e ".[handouts]"': Typed("grep -q '^handouts = ' pyproject.toml", INSTALLED),
    'pip install -e ".[test]" && pytest': Typed("grep -q '^test = ' pyproject.toml", INSTALLED),
    'pip install -e ".[notebooks]"': Typed("grep -q '^notebooks = ' pyproject.toml", INSTALLED),
    "jupyter lab notebooks": Typed(
        "jupyter lab --version && test -d notebooks", "it goes on until somebody stops it"
    ),
    "python3 -m venv .venv": Typed("python3 -m venv --without-pip .venv", "pip takes 5 s"),
    "ttt check": Typed(statuses=(1,)),  # nothing is filled in yet
    "ttt check win": Typed(statuses=(1,)),
    "ttt check --submission notebooks": Typed(statuses=(1,)),
    "ttt doctor": Typed(statuses=(0, 1)),  # as the machine is
    "ttt play": Typed(answers=GAME, before=everything_is_filled_in),
    "ttt play --threads 4": Typed(answers=GAME),
    "ttt play --ranks 3 --size 4": Typed(answers="quit\n"),
}
SPECIALLY = {
    "README.md": {
        "pip install -e . && ttt grade solution": Typed("ttt grade solution", INSTALLED),
    },
    "students.md": {
        "ttt check win": Typed(statuses=(1,), before=a_diagonal_is_forgotten),
        "ttt check win.lines --case ..X.X.X..": Typed(statuses=(1,)),
        "ttt match starter friend.zip": Typed(before=a_friend_sends_a_zip),
    },
    "teaching_assistants.md": {
        "ttt grade canvas.zip --out evening --roster class.csv --extensions more.csv": Typed(
            before=lateness_is_judged
        ),
    },
    "cluster_grading.md": {
        "sbatch --account=COURSE --partition=PARTITION handouts/cluster/reference.sbatch": Typed(
            "test -f handouts/cluster/reference.sbatch",
            "tests/test_cluster_scripts.py submits it to a real Slurm",
        ),
        "sbatch --account=COURSE --partition=PARTITION handouts/cluster/scaling.sbatch": Typed(
            "test -f handouts/cluster/scaling.sbatch",
            "tests/test_cluster_scripts.py submits it to a real Slurm",
        ),
        "ttt grade canvas.zip --out evening --slurm "
        "--slurm-option=--account=COURSE --slurm-option=--partition=PARTITION": Typed(
            "ttt grade --help | grep -q slurm-option",
            "tests/classroom/test_slurm.py does it on a real Slurm",
        ),
        "ttt grade solution --only mpi --isolation plain --mpi srun": Typed(
            "ttt grade --help | grep -q srun",
            "tests/engines/test_mpi_under_slurm.py does it on a real Slurm",
        ),
    },
    "ladder.md": {
        "ttt check alpha_beta": Typed(
            "ttt check win",
            "a desk's kit holds few checks; tests/grading/test_ladder.py runs those of rungs",
            before=everything_is_filled_in,
        ),
        "ttt play --search alpha_beta": Typed(answers=GAME),
        "ttt play --search alpha_beta --ranks 3": Typed(answers="quit\n"),
        "ttt solve": Typed(before=everything_is_filled_in),
        "ttt solve --size 4": Typed(
            "ttt solve --size 4 --seconds 2",
            "alpha-beta without a table takes a minute there",
            before=everything_is_filled_in,
        ),
        "ttt play --search depth_limited --size 5 --against starter": Typed(
            before=everything_is_filled_in
        ),
        "ttt play --search deepening --size 5": Typed(
            answers="12\nquit\n", before=everything_is_filled_in
        ),
        "ttt play --search monte_carlo --size 5 --threads 2": Typed(
            answers="12\nquit\n", before=everything_is_filled_in
        ),
        "ttt play --search book --size 4 --opening 0": Typed(
            answers="5\nquit\n", before=everything_is_filled_in
        ),
        "ttt match starter friend.zip --search alpha_beta": Typed(before=a_friend_sends_a_zip),
    },
    "handing_out.md": {
        "ttt grade course/submitted --out evening": Typed(before=students_have_handed_in),
    },
    "instructors.md": {
        "ttt grade solution --fail-under 100": Typed(
            "ttt grade solution --only win --fail-under 100", "25 s; other tests grade the solution"
        ),
        "ttt audit win_three_in_a_line_always": Typed(statuses=(0, 1)),
        "python -m sphinx -b linkcheck handouts links": Typed(
            "python -m sphinx -b dummy handouts links", "tests use no network"
        ),
    },
    "isolation.md": {
        "ttt audit --kind hostile": Typed(
            "ttt audit --kind hostile --quick stop_exit_in_call", "97 submissions take half an hour"
        ),
        "ttt audit --kind hostile --isolation plain": Typed(
            "ttt audit --kind hostile --isolation plain --quick stop_exit_in_call", "the same"
        ),
        "ttt audit": Typed("ttt audit --quick win_rows_only", "some hours"),
    },
}
"""All that is not simply run, and expected to end well, guide by guide."""


def typed(guide: Path, command: str) -> Typed:
    return SPECIALLY.get(guide.name, {}).get(command) or USUALLY.get(command) or Typed()


def commands_of(guide: Path) -> list[str]:
    return [
        command
        for block in blocks_of(guide)
        if block.language == "console"
        for command in block.commands()
    ]


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Kits:
    return make_kits(tmp_path_factory.mktemp("kits"))


NEEDED = {"cluster.md": SYSTEM_MPI, "instructors.md": CHROMIUM}
"""What a machine must have for a guide to be followed on it."""

WITH_COMMANDS = [
    pytest.param(guide, id=guide.name, marks=NEEDED.get(guide.name, ()))
    for guide in GUIDES
    if commands_of(guide)
]


@pytest.mark.slow
@pytest.mark.parametrize("guide", WITH_COMMANDS)
def test_a_reader_who_types_what_a_guide_says_gets_what_it_shows(
    guide: Path, kits: Kits, tmp_path: Path
):
    assert guide.name in DESKS, "say in DESKS where the reader of this guide sits"
    desk = DESKS[guide.name](tmp_path, kits)
    said = ""
    for block in blocks_of(guide):
        if block.language == "console":
            said = "".join(said_by(desk, guide, command) for command in block.commands())
        elif block.language == "text":
            shown, came = as_shown(block.text), as_shown(said)
            assert shown in came, f"{guide.name}:{block.line}\n{came}"
        elif block.language:  # others are drawings
            assert block.file, f"{guide.name}:{block.line}: which file is this a part of?"
            write_down(block, desk.folder)


def said_by(desk: Desk, guide: Path, command: str) -> str:
    how = typed(guide, command)
    how.before(desk)
    done = desk.run(how.instead or command, how.answers)
    assert done.returncode in how.statuses, f"{command}\n{done.stdout}"
    assert "Traceback" not in done.stdout, done.stdout
    return done.stdout


def test_whatever_is_run_otherwise_is_still_in_a_guide_and_says_why():
    for name, commands in SPECIALLY.items():
        [guide] = [guide for guide in GUIDES if guide.name == name]
        assert set(commands) <= set(commands_of(guide))
    everywhere = {command for guide in GUIDES for command in commands_of(guide)}
    assert set(USUALLY) <= everywhere
    for how in [
        *USUALLY.values(),
        *(how for table in SPECIALLY.values() for how in table.values()),
    ]:
        assert bool(how.instead) == bool(how.why)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_commands_within_sentences_are_commands(guide: Path):
    for command in commands_in_text(guide):
        arguments = shlex.split(command)[1:]
        if not command.endswith(" not found") and len(arguments) > 1:
            assert parser().parse_args(arguments).run, command
