"""The embedded MPI is the default; the machine's own is used when it is there and asked for."""

import os
import stat
from pathlib import Path

import pytest
from conftest import BUBBLEWRAP, SYSTEM_MPI

from autograder.cli.main import main
from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.mpi_runtime import find_mpi
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import fresh_workspace
from autograder.errors import UsageError

BAD_INPUT = 2


@pytest.fixture
def launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that puts a launcher first in the PATH, saying that it is such an MPI."""

    def install(name: str, says: str) -> Path:
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\necho '{says}'\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.delenv("MPI4PY_LIBMPI", raising=False)
        return path

    return install


def test_the_embedded_mpi_is_the_default(launcher):
    launcher("mpiexec", "mpiexec (Open MPI) 4.1.4")
    assert find_mpi().name == "embedded"


def test_the_environment_can_ask_for_another(launcher, monkeypatch: pytest.MonkeyPatch):
    path = launcher("mpiexec", "mpiexec (Open MPI) 4.1.4")
    monkeypatch.setenv("TTT_MPI", "system")
    assert find_mpi().name == str(path)


def test_open_mpi_is_given_its_library_and_its_options(launcher):
    launcher("mpiexec", "mpiexec (Open MPI) 4.1.4")
    runtime = find_mpi("system")
    assert runtime.environment["MPI4PY_LIBMPI"].endswith("libmpi.so.40")
    assert runtime.command(3, ["python"])[1:] == ["--oversubscribe", "-n", "3", "python"]


def test_mpich_is_given_its_library(launcher):
    launcher("mpiexec", "HYDRA build details: Version 4.1")
    assert find_mpi("system").environment["MPI4PY_LIBMPI"].endswith("libmpi.so.12")


def test_who_cannot_reach_slurm_is_not_told_of_the_allocation(launcher, monkeypatch):
    launcher("mpiexec", "HYDRA build details")
    monkeypatch.setenv("SLURM_JOB_ID", "7")
    runtime = find_mpi("system")
    assert runtime.variables(reaches_slurm=True)["SLURM_JOB_ID"] == "7"
    assert not any(name.startswith("SLURM_") for name in runtime.variables(reaches_slurm=False))


def test_srun_can_be_named_as_the_launcher(launcher):
    path = launcher("srun", "slurm 22.05")
    assert find_mpi("srun").command(2, ["python"]) == [str(path), "-n", "2", "python"]


@pytest.mark.parametrize(
    "command",
    [
        ["scaling", "solution", "--ranks", "2"],
        ["trace", "--engine", "solution", "--ranks", "2"],
        ["play", "--engine", "solution", "--ranks", "2"],
        ["grade", "solution", "--only", "mpi.ties"],
    ],
    ids=lambda command: command[0],
)
@BUBBLEWRAP
def test_no_command_lets_ranks_start_outside_of_the_walls(
    launcher, command: list[str], capsys: pytest.CaptureFixture[str]
):
    launcher("srun", "slurm 22.05")
    assert main([*command, "--mpi", "srun", "--isolation", "bubblewrap"]) == BAD_INPUT
    assert "outside of the isolation's walls" in capsys.readouterr().err


def test_a_launcher_that_is_not_there_is_one_sentence():
    with pytest.raises(UsageError, match="no MPI launcher 'mpirun-nowhere'"):
        find_mpi("mpirun-nowhere")


@SYSTEM_MPI
def test_ranks_run_under_the_machines_own_mpi(solution_folder: Path, isolation: str):
    call = Call(board=(1, 1, 0, -1, -1, 0, 0, 0, 0), player=1)
    question = Question(module="mpi", function="computer_move", calls=(call,))
    kind = EngineKind("mpi", 2)
    with (
        fresh_workspace(solution_folder) as workspace,
        Engine(kind, workspace, choose_isolation(isolation), mpi=find_mpi("system")) as engine,
    ):
        [reply] = engine.ask(question, 30)
    assert [answer.returned.value for answer in reply.outcomes] == [2, 2]
