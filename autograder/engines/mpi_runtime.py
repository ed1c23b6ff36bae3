"""Find the MPI that engines run under: the one from PyPI, or the machine's own when asked for.

The mpi4py wheels load whichever MPI library they are pointed to (mpi4py documentation,
"Installation", section "Using wheels" and "MPI ABI"): MPI4PY_LIBMPI names it.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.engines.isolation.backend import Backend
from autograder.errors import UsageError

EMBEDDED = "embedded"
SYSTEM = "system"
THREADS_PER_RANK = "OMP_NUM_THREADS"
PASSED_ON = (
    *("LD_LIBRARY_PATH", THREADS_PER_RANK),
    *("SLURM_", "OMPI_", "PMIX_", "PMI_", "I_MPI_", "FI_", "UCX_"),
)
OPEN_MPI_LIBRARY, MPICH_LIBRARY = "libmpi.so.40", "libmpi.so.12"


@dataclass(frozen=True)
class MpiRuntime:
    """How to start ranks.

    Attributes:
        name: what reports call it, such as "embedded mpich".
        launcher: the command that precedes `-n RANKS program`.
        environment: variables that the ranks need to load the same MPI.
        folders: where it is installed, unless in this environment or the system.
        is_slurm: Slurm itself starts the ranks, wherever their allocation is.
    """

    name: str
    launcher: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    is_slurm: bool = False

    def variables(self, *, reaches_slurm: bool) -> dict[str, str]:
        """Return the variables for ranks that can reach Slurm, or cannot.

        An mpiexec that finds itself in an allocation asks Slurm to start its ranks, and waits for
        minutes where it gets no answer. Not told of the allocation, it starts them itself.
        """
        return {
            name: value
            for name, value in self.environment.items()
            if reaches_slurm or not name.startswith("SLURM_")
        }

    def command(self, ranks: int, program: list[str]) -> list[str]:
        """Return the command line that runs `program` on `ranks` ranks."""
        return [*self.launcher, "-n", str(ranks), *program]


def find_mpi(wanted: str | None = None) -> MpiRuntime:
    """Find the MPI called `wanted`: "embedded", "system" or a launcher such as /usr/bin/mpiexec.

    Without a name the environment variable TTT_MPI is asked, and then the embedded one is taken.

    Raises:
        UsageError: there is no such launcher.
    """
    wanted = wanted or os.environ.get("TTT_MPI") or EMBEDDED
    if wanted == EMBEDDED:
        return _embedded()
    launcher = _outside_this_environment("mpiexec") if wanted == SYSTEM else shutil.which(wanted)
    if launcher is None:
        raise UsageError(
            f"no MPI launcher {wanted!r} was found: load the cluster's MPI module, or leave --mpi "
            "and TTT_MPI out to use the MPI that is installed with the kit"
        )
    return _from_launcher(Path(launcher))


def engine_mpi(wanted: str | None, isolation: Backend) -> MpiRuntime:
    """Find the MPI called `wanted`, as `find_mpi` does, for engines inside an isolation.

    Raises:
        UsageError: there is no such launcher, or its ranks would be outside of the isolation.
    """
    mpi = find_mpi(wanted)
    if mpi.is_slurm and not isolation.reaches_slurm:
        raise UsageError(
            f"{mpi.name} has Slurm start the ranks, outside of the isolation's walls: leave --mpi "
            "out for ranks on one node, or take --isolation plain for code of your own"
        )
    return mpi


def _embedded() -> MpiRuntime:
    launcher = Path(sys.prefix) / "bin" / "mpiexec"
    if not launcher.exists():
        raise UsageError(
            "no MPI was found: install one with `pip install mpich`, or use the machine's own with "
            "`--mpi system`"
        )
    return MpiRuntime("embedded", (str(launcher),), _passed_on((THREADS_PER_RANK,)))


def _passed_on(beginnings: tuple[str, ...]) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(beginnings)}


def _outside_this_environment(name: str) -> str | None:
    own = Path(sys.prefix) / "bin"
    elsewhere = [
        folder for folder in os.environ.get("PATH", "").split(os.pathsep) if Path(folder) != own
    ]
    return shutil.which(name, path=os.pathsep.join(elsewhere))


def _from_launcher(launcher: Path) -> MpiRuntime:
    environment = _passed_on(PASSED_ON)
    arguments = [str(launcher)]
    library = MPICH_LIBRARY
    is_slurm = launcher.name == "srun"
    if is_slurm:
        library = os.pathsep.join(_libraries_under_slurm())
    elif _is_open_mpi(launcher):
        library = OPEN_MPI_LIBRARY
        arguments.append("--oversubscribe")
        # Open MPI refuses to start as root, which is who a container's grader is, without these.
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    root = launcher.resolve().parent.parent
    beside = root / "lib" / library
    environment["MPI4PY_LIBMPI"] = os.environ.get(
        "MPI4PY_LIBMPI", str(beside) if beside.exists() else library
    )
    installed = not root.is_relative_to("/usr") and (root / "lib").is_dir()
    folders = (root,) if installed else ()
    # An allocation has ranks of several engines at once, and Slurm would let the second wait. An
    # mpiexec that finds itself in one has srun start its ranks as well: tried with MPICH's Hydra.
    environment |= {"SLURM_OVERLAP": "1"}
    return MpiRuntime(str(launcher), tuple(arguments), environment, folders, is_slurm)


def _libraries_under_slurm() -> list[str]:
    """Return the MPI libraries to try; PMI2 is how MPICH and its kin speak with Slurm."""
    of_mpich = [MPICH_LIBRARY]
    installed_with_the_kit = Path(sys.prefix) / "lib" / MPICH_LIBRARY
    if installed_with_the_kit.exists():
        of_mpich.append(str(installed_with_the_kit))
    if os.environ.get("SLURM_MPI_TYPE") == "pmi2":
        return [*of_mpich, OPEN_MPI_LIBRARY]
    return [OPEN_MPI_LIBRARY, *of_mpich]


def _is_open_mpi(launcher: Path) -> bool:
    said = subprocess.run(
        [str(launcher), "--version"], capture_output=True, text=True, timeout=30, check=False
    )
    return any(name in said.stdout + said.stderr for name in ("Open MPI", "OpenRTE", "PRRTE"))
