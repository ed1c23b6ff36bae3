"""What all the processes of an engine together may use."""

from dataclasses import dataclass

MIB = 1024**2


@dataclass(frozen=True)
class Allowance:
    """Limits on all processes of one engine together.

    Attributes:
        processes: processes and threads.
        memory_bytes: memory in use, shared memory included.
        disk_bytes: what it has written to disk or to a temporary file system.
        files: how many files it has written.
    """

    processes: int = 512
    memory_bytes: int = 8 * 1024 * MIB
    disk_bytes: int = 512 * MIB
    files: int = 20_000

    @property
    def too_many_processes(self) -> str:
        """What to say if there are too many."""
        return f"started more than {self.processes} processes and threads and was ended"

    @property
    def too_much_memory(self) -> str:
        """What to say if it uses too much."""
        return f"used more than {self.memory_bytes // MIB} MiB of memory and was ended"

    @property
    def too_much_disk(self) -> str:
        """What to say if it writes too much."""
        return f"wrote more than {self.disk_bytes // MIB} MiB and was ended"

    @property
    def too_many_files(self) -> str:
        """What to say if it writes too many files."""
        return f"wrote more than {self.files} files and was ended"
