"""The scripts that instructors give to sbatch do what they say, on a real Slurm."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BUBBLEWRAP, ROOT, SLURM
from slurm_cluster import SlurmCluster

from autograder.grading.result import read_result
from autograder.scaling.document import read_scaling
from autograder.views.scaling_table import scaling_csv

pytestmark = [SLURM, BUBBLEWRAP]

SCRIPTS = ROOT / "handouts" / "cluster"


def submitted(slurm: SlurmCluster, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Give a script to sbatch in a folder with the kit, and wait for it."""
    for name in ("autograder", "solution"):
        (folder / name).symlink_to(ROOT / name)
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**slurm.environment, "PATH": tools, "PYTHONPATH": str(ROOT)}
    sbatch = ["sbatch", "--wait", "--parsable", *command]
    return subprocess.run(
        sbatch, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_reference_gets_every_point_on_a_node(slurm: SlurmCluster, tmp_path: Path):
    ended = submitted(slurm, tmp_path, str(SCRIPTS / "reference.sbatch"), "--only", "win.lines")
    number = ended.stdout.strip()
    log = (tmp_path / f"reference-{number}.log").read_text(encoding="utf-8")
    assert ended.returncode == 0, log
    result = read_result(tmp_path / f"reference-{number}" / "solution.json")
    assert result.points == result.possible > 0
    assert "bubblewrap" in log


@pytest.mark.parametrize(
    ("asked", "module"), [((), "threads"), (("--ranks", "1", "2"), "mpi")], ids=["cores", "ranks"]
)
def test_scaling_is_measured_on_a_node_and_lies_beside_the_log(
    slurm: SlurmCluster, tmp_path: Path, asked: tuple[str, ...], module: str
):
    small = ("--repeats", "1", "--empty", "4")
    ended = submitted(slurm, tmp_path, str(SCRIPTS / "scaling.sbatch"), *asked, *small)
    files = tmp_path / f"scaling-{ended.stdout.strip()}"
    log = files.with_suffix(".log").read_text(encoding="utf-8")
    assert ended.returncode == 0, log
    document = read_scaling(files.with_suffix(".json"))
    assert document.module == module
    assert [timing.workers for timing in document.timings][:2] == [1, 2]
    assert files.with_suffix(".csv").read_text(encoding="utf-8") == scaling_csv(document)
    assert files.with_suffix(".svg").read_text(encoding="utf-8").startswith("<svg")
