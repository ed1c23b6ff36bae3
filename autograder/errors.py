"""Every error the kit raises on purpose, as one tree.

KitError                     one sentence: what was wrong and what to do; shown without a traceback
├── UsageError               the command was called with something it cannot work on
│   └── SubmissionError      a submission cannot be graded as it was handed in; others can
├── InstructorError          a bad rubric or a bad check: nothing is graded until it is mended
└── GraderError              the grader itself failed: no mark is issued, run it again

A student's mistake is not in this tree: it is an outcome of a check (`autograder.checks.failure`),
scored and shown.
"""


class KitError(Exception):
    """Base of the family; `exit_status` is what the command line returns for it."""

    exit_status = 1

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows in place of a traceback: IPython asks by this name."""
        return [f"{type(self).__name__}: {self}"]


class UsageError(KitError):
    """The command was called with something it cannot work on."""

    exit_status = 2


class SubmissionError(UsageError):
    """A submission cannot be graded as it was handed in."""


class InstructorError(KitError):
    """The rubric or a check is wrong, so nothing is graded."""

    exit_status = 2


class GraderError(KitError):
    """The grader failed; the submission gets no mark from this run."""

    exit_status = 4
