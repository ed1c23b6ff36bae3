"""A real Slurm on this one machine, for as long as a test needs it.

    python -m tests.slurm_cluster    # a shell in which sbatch, squeue and srun reach it

munged, slurmctld and one slurmd for each node come from Debian's slurm-wlm, which is built to let
several slurmd share a machine. Keys, sockets, spool and logs are in one temporary folder, the ports
are free ones. Nobody needs to be root: Slurm then runs as whoever calls, for jobs of theirs.

Whatever belongs to it is found again by SLURM_CONF in its environment, since slurmd lets go of the
daemon that runs a job.
"""

import contextlib
import getpass
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "srun")
DAEMONS_PATH = "/usr/sbin:/sbin"
START_SECONDS = 20.0
MOST_JOBS = 60_000_000
"""Numbers of jobs go a little further than that (slurm.conf(5), MaxJobId)."""
CONFIGURATION = """\
ClusterName=test
# MPICH names its shared memory by the number of the job, and what is killed leaves it behind.
FirstJobId={first_job}
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
# No control groups: a container may not make them.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
# As where nobody has set up slurmdbd: sacct knows nothing.
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
# What the nodes say of themselves below counts, and not what the machine has.
SlurmdParameters=config_overrides
MpiDefault=pmi2
KillWait=2
# By default new jobs wait for up to 3 s, so that many are looked at together.
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
PartitionName=short Nodes=ALL Default=YES MaxTime=120 State=UP
PartitionName=closed Nodes=ALL MaxTime=120 State=DOWN
"""
NODE = (
    "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 Sockets=1 "
    "CoresPerSocket=2 ThreadsPerCore=1 RealMemory=16000\n"
)


@dataclass(frozen=True)
class SlurmCluster:
    """A Slurm that is up.

    Attributes:
        folder: where its configuration, keys and logs are.
        nodes: their names.
        environment: what a command needs to reach it.
        start_seconds: how long it took to come up.
    """

    folder: Path
    nodes: tuple[str, ...]
    environment: Mapping[str, str]
    start_seconds: float

    def run(self, *command: str) -> str:
        """Run one of Slurm's commands and return what it printed."""
        ended = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=60, check=True
        )
        return ended.stdout.strip()

    def processes(self) -> list[psutil.Process]:
        """Return the processes that belong to it, those of its jobs included."""
        mark = self.environment["SLURM_CONF"]
        return [one for one in psutil.process_iter() if _slurm_conf(one) == mark]


def why_no_slurm() -> str | None:
    """Return what is missing for a Slurm on this machine, or None."""
    missing = [program for program in PROGRAMS if _found(program) is None]
    return f"there is no {', '.join(missing)} (Debian: apt install slurm-wlm)" if missing else None


@contextmanager
def slurm_cluster(nodes: int = 3) -> Iterator[SlurmCluster]:
    """Set a Slurm up, and end all its processes with the context."""
    clock = time.monotonic()
    # Of short name: the path of a socket is 107 bytes at most.
    folder = Path(tempfile.mkdtemp(prefix="slurm-"))
    names = tuple(f"n{number}" for number in range(1, nodes + 1))
    # The tests themselves may be run inside an allocation of another Slurm.
    others = {name: value for name, value in os.environ.items() if not name.startswith("SLURM_")}
    environment = {**others, "SLURM_CONF": str(folder / "slurm.conf")}
    cluster = SlurmCluster(folder, names, environment, 0.0)
    daemons: list[subprocess.Popen[bytes]] = []
    try:
        _configure(folder, names)
        for command in _commands(folder, names):
            with (folder / "daemons.log").open("ab") as log:
                daemons.append(
                    subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
                )
            if command[0].endswith("munged"):
                _wait(folder, (folder / "munge" / "socket").exists)
        idle = ["idle"] * nodes
        _wait(folder, lambda: _states(environment) == idle)
        yield SlurmCluster(folder, names, environment, time.monotonic() - clock)
    finally:
        _end(cluster, daemons)
        shutil.rmtree(folder, ignore_errors=True)


def _configure(folder: Path, names: Sequence[str]) -> None:
    folder.chmod(0o711)  # munged wants its socket to be reached by everybody
    for name, rights in (("munge", 0o711), ("state", 0o700)):
        (folder / name).mkdir()
        (folder / name).chmod(rights)
    key = folder / "munge" / "key"
    key.touch(0o600)
    key.write_bytes(secrets.token_bytes(128))
    host, ports = socket.gethostname(), _free_ports(1 + len(names))
    text = CONFIGURATION.format(
        host=host,
        port=ports[0],
        user=getpass.getuser(),
        folder=folder,
        first_job=1 + secrets.randbelow(MOST_JOBS),
    )
    nodes = zip(names, ports[1:], strict=True)
    lines = [NODE.format(name=name, host=host, port=port) for name, port in nodes]
    (folder / "slurm.conf").write_text(text + "".join(lines), encoding="utf-8")


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _commands(folder: Path, names: Sequence[str]) -> Iterator[list[str]]:
    munge = folder / "munge"
    yield [
        *(_found("munged") or "munged", "--foreground", f"--socket={munge / 'socket'}"),
        *(f"--{name}-file={munge / name}" for name in ("key", "pid", "log", "seed")),
    ]
    configuration = str(folder / "slurm.conf")
    yield [_found("slurmctld") or "slurmctld", "-D", "-f", configuration]
    for name in names:
        yield [_found("slurmd") or "slurmd", "-D", "-N", name, "-f", configuration]


def _found(program: str) -> str | None:
    return shutil.which(program) or shutil.which(program, path=DAEMONS_PATH)


def _states(environment: Mapping[str, str]) -> list[str]:
    sinfo = ["sinfo", "--Node", "--noheader", "--partition=short", "--format=%T"]
    said = subprocess.run(sinfo, env=environment, capture_output=True, text=True, check=False)
    return said.stdout.split()


def _wait(folder: Path, is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            logs = [path.read_text(errors="replace")[-2000:] for path in folder.glob("*.log")]
            raise TimeoutError("Slurm did not come up:\n" + "\n".join(logs))
        time.sleep(0.05)


def _slurm_conf(process: psutil.Process) -> str:
    try:
        return process.environ().get("SLURM_CONF", "")
    except (psutil.Error, OSError):  # another user's, or one that has just ended
        return ""


def _end(cluster: SlurmCluster, daemons: Sequence[subprocess.Popen[bytes]]) -> None:
    """End the jobs, then the daemons, then whatever is left, by process number."""
    jobs = ["scancel", "--signal=KILL", "--full", f"--user={getpass.getuser()}"]
    subprocess.run(jobs, env=cluster.environment, capture_output=True, timeout=20, check=False)
    for daemon in daemons:
        daemon.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + 3.0
    while cluster.processes() and time.monotonic() < deadline:
        for daemon in daemons:
            daemon.poll()
        time.sleep(0.05)
    left = [one for one in cluster.processes() if one.pid != os.getpid()]
    for one in left:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.kill()
    psutil.wait_procs(left, timeout=5)
    for daemon in daemons:
        daemon.wait(timeout=10)


def main() -> int:
    """Give a shell with a cluster."""
    with slurm_cluster() as cluster:
        print(f"up after {cluster.start_seconds:.1f} s: {', '.join(cluster.nodes)}; exit ends it")
        shell = sys.argv[1:] or [os.environ.get("SHELL", "/bin/sh")]
        # The shell has the mark of what belongs to the cluster, so it must have ended before.
        return subprocess.run(shell, env=cluster.environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
