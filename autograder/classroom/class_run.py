"""What a TA's evening came to: the results of a class, and everything that did not become one."""

import msgspec

from autograder.grading.result import Result


class NotGraded(msgspec.Struct, frozen=True, kw_only=True):
    """A submission without a result.

    Attributes:
        submission: its name.
        name: of the student, as it is to be shown.
        why: one sentence.
        grader_failed: the grader's own fault, to be run again; else the submission's.
    """

    submission: str
    name: str
    why: str
    grader_failed: bool = False


class ClassRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run over a class; the views of a class are made from this.

    Attributes:
        title: of the assignment.
        kind: of the export, such as "Canvas".
        started: when, in ISO 8601, UTC.
        results: of each graded submission, in the order of the students' names.
        not_graded: the submissions that could not be.
        left_over: (path, why) of each file of the export that belongs to no student.
        missing: the names of those on the roster who handed nothing in.
        unknown: the names of those who handed in and are not on the roster.
        superseded: how many older attempts were not graded.
        notes: sentences about what was given besides, such as an extension for nobody.
    """

    title: str
    kind: str
    started: str
    wall_seconds: float
    results: tuple[Result, ...]
    not_graded: tuple[NotGraded, ...] = ()
    left_over: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    superseded: int = 0
    notes: tuple[str, ...] = ()
