"""Have something done in another process, where no code of the student's can look on."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from autograder.errors import GraderError, KitError, UsageError

BY_STATUS: dict[int, type[KitError]] = {UsageError.exit_status: UsageError}


def run_errand(errand: str, **request: object) -> dict[str, Any]:
    """Run a module of `autograder.notebook.errands`, and return its reply.

    Raises:
        UsageError: what was asked for does not exist; one sentence says so.
        GraderError: there is no reply; one sentence says why.
    """
    with tempfile.TemporaryDirectory() as folder:
        reply = Path(folder) / "reply.json"
        # -P: files that lie beside the notebook are no modules of the grader's.
        command = [sys.executable, "-P", "-m", f"autograder.notebook.errands.{errand}", str(reply)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            try:
                _, said = process.communicate(json.dumps(request).encode())
            except BaseException:
                process.terminate()  # it ends its engines
                raise
        lines = said.decode("utf-8", "replace").strip().splitlines()
        why = lines[-1] if lines else f"the grader ended with status {process.returncode}"
        if process.returncode != 0:
            error = BY_STATUS.get(process.returncode, GraderError)
            raise error(why if error is UsageError else f"{why}; run this cell again")
        try:
            read: dict[str, Any] = json.loads(reply.read_bytes())
        except (OSError, ValueError) as error:
            raise GraderError(f"the grader did not answer ({error}); run this cell again") from None
        return read
