"""Ranks inside an allocation of a real Slurm, started by srun and by mpiexec.

All ranks of an engine dial one Unix socket, so they are on one node, whoever starts them.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BUBBLEWRAP, SLURM
from slurm_cluster import SlurmCluster

pytestmark = SLURM

MPIEXEC = str(Path(sys.prefix) / "bin" / "mpiexec")
"""Named, and so told of the allocation; as `--mpi embedded` it never is."""
BAD_INPUT = 2


def in_allocation(
    slurm: SlurmCluster, results: Path, *more: str
) -> subprocess.CompletedProcess[str]:
    """Grade the solution by a check with two and three ranks, inside an allocation."""
    allocation = ["salloc", "--quiet", "--nodes=1", "--ntasks=4", "--overcommit"]
    grade = [sys.executable, "-m", "autograder", "grade", "solution", "--only", "mpi.ties"]
    return subprocess.run(
        [*allocation, *grade, "--results", str(results), *more],
        env={**slurm.environment, "SLURM_MPI_TYPE": "pmi2"},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


@pytest.mark.parametrize("launcher", ["srun", MPIEXEC], ids=["srun", "mpiexec"])
def test_ranks_that_slurm_starts_find_the_right_square(
    slurm: SlurmCluster, tmp_path: Path, launcher: str
):
    ended = in_allocation(slurm, tmp_path, "--isolation", "plain", "--mpi", launcher)
    assert "Score 2 of 2" in ended.stdout


@BUBBLEWRAP
def test_inside_bubblewrap_mpiexec_starts_the_ranks_itself(slurm: SlurmCluster, tmp_path: Path):
    ended = in_allocation(slurm, tmp_path, "--isolation", "bubblewrap", "--mpi", MPIEXEC)
    assert "Score 2 of 2" in ended.stdout


@BUBBLEWRAP
def test_srun_cannot_be_had_inside_bubblewrap(slurm: SlurmCluster, tmp_path: Path):
    ended = in_allocation(slurm, tmp_path, "--isolation", "bubblewrap", "--mpi", "srun")
    assert ended.returncode == BAD_INPUT
    assert "has Slurm start the ranks, outside of the isolation's walls" in ended.stderr
