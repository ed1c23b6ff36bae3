"""The scripts that instructors give to sbatch do what they say, on a real Slurm."""

import os
import subprocess
import sys
from pathlib import Path

from conftest import BUBBLEWRAP, ROOT, SLURM
from slurm_cluster import SlurmCluster

from autograder.grading.result import read_result

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
