"""Draw what is asked of a submission: nobody can prepare for it, and tomorrow it is the same."""

import contextlib
import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path

from autograder.errors import GraderError

SECRET_BYTES = 32


def submission_seed(fingerprint: str, folder: Path) -> int:
    """Return the seed for a submission: the same one every time on this machine.

    It follows from the submission's files, and from a secret that no submission can read: code that
    knows its own files cannot tell which positions it will be timed on.

    Args:
        fingerprint: of the submission's files.
        folder: where this machine's secret is kept.

    Raises:
        GraderError: the secret can be neither read nor made.
    """
    return int(hmac.new(_secret(folder), fingerprint.encode(), sha256).hexdigest()[:8], 16)


def _secret(folder: Path) -> bytes:
    path = folder / "secret"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Whoever comes first makes it.
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(secrets.token_bytes(SECRET_BYTES))
        return path.read_bytes()
    except OSError as error:
        raise GraderError(
            f"{path} cannot be used ({error.strerror}): make the folder writable"
        ) from error
