"""The sub-commands of those who grade; a student's kit has none of them."""

import argparse
from pathlib import Path

from autograder.cli import grading_commands
from autograder.cli.shared_arguments import (
    Subparsers,
    add_case,
    add_isolation,
    add_rubric,
    positive,
    whole_number,
)


def add_grading_commands(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    """Add grade, similar, release, handouts and audit."""
    _add_grade(subparsers)
    _add_similar(subparsers)
    _add_release(subparsers)
    _add_handouts(subparsers)
    _add_audit(subparsers)


def _add_grade(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    grade = subparsers.add_parser(
        "grade",
        help="run all checks on submissions",
        description="Run public and hidden checks, and write one result document per submission.",
        epilog="Exit status: 0 everything was graded, 1 a submission is below --fail-under, "
        "2 bad input, 3 some check was inconclusive, 4 the grader itself failed.",
    )
    grade.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a submission, or a folder of them"
    )
    grade.add_argument(
        "--results",
        type=Path,
        default=Path("results"),
        metavar="FOLDER",
        help="where the result documents go (default: results)",
    )
    grade.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PART",
        help="grade only this part or check; may be given more than once",
    )
    add_case(grade)
    _add_class(grade)
    grade.add_argument(
        "--gradescope", type=Path, metavar="FILE", help="write Gradescope's results.json, no other"
    )
    grade.add_argument(
        "--metadata", type=Path, metavar="FILE", help="Gradescope's submission_metadata.json"
    )
    grade.add_argument(
        "--fail-under", type=positive, metavar="PERCENT", help="exit with 1 if a score is lower"
    )
    grade.add_argument("--verbose", action="store_true", help="show every check, not failures only")
    add_isolation(grade, "strongest")
    add_rubric(grade)
    grade.set_defaults(run=grading_commands.grade_submissions)


def _add_class(grade: argparse.ArgumentParser) -> None:
    group = grade.add_argument_group("a class", "PATH is what the platform gave, or a folder")
    group.add_argument(
        "--out", type=Path, metavar="FOLDER", help="grade a class: everything about it goes here"
    )
    group.add_argument("--roster", type=Path, metavar="CSV", help="who is in the class")
    group.add_argument("--extensions", type=Path, metavar="CSV", help="who has more time")
    group.add_argument(
        "--attempt",
        type=_attempt,
        default="newest",
        metavar="WHICH",
        help="which attempt counts: newest, first or a number (default: newest)",
    )
    group.add_argument(
        "--workers",
        type=whole_number(1, 256),
        metavar="N",
        help="submissions checked for correctness at once (default: one for each core; with "
        "--slurm tasks of each array at once, as many as there is room for)",
    )
    group.add_argument(
        "--slurm", action="store_true", help="grade on a cluster, as job arrays of Slurm"
    )
    group.add_argument(
        "--slurm-option",
        action="append",
        default=[],
        metavar="OPTION",
        help="an option for sbatch, as in --slurm-option=--partition=short; may be given more than "
        "once",
    )
    group.add_argument(
        "--student",
        action="append",
        default=[],
        metavar="NAME",
        help="grade only students with this in their name or login; may be given more than once",
    )
    group.add_argument(
        "--only-failed", action="store_true", help="only those without a final result"
    )
    group.add_argument("--rerun", action="store_true", help="grade again what is graded already")
    group.add_argument("--canvas", type=Path, metavar="CSV", help="fill in Canvas' own gradebook")
    group.add_argument("--canvas-column", default="", metavar="NAME", help="the column to fill")
    group.add_argument("--moodle", type=Path, metavar="CSV", help="fill in Moodle's worksheet")
    group.add_argument(
        "--nbgrader", type=Path, metavar="COURSE", help="write into the course's gradebook"
    )
    group.add_argument(
        "--nbgrader-assignment",
        default="perfect-play",
        metavar="NAME",
        help="what the code is called there (default: perfect-play)",
    )


def _attempt(text: str) -> str | int:
    if text in ("newest", "first"):
        return text
    return whole_number(1, 1000)(text)


def _add_similar(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    similar = subparsers.add_parser(
        "similar",
        help="find submissions that look alike",
        description="List pairs of submissions that look alike, the starter's code left out, and "
        "show the passages side by side. That is a reason to look, not a verdict.",
    )
    similar.add_argument("export", type=Path, metavar="EXPORT", help="as for ttt grade --out")
    similar.add_argument(
        "--html",
        type=Path,
        default=Path("similar.html"),
        metavar="FILE",
        help="the page to write (default: similar.html)",
    )
    similar.add_argument(
        "--at-least",
        type=whole_number(1, 100),
        default=50,
        metavar="PERCENT",
        help="list pairs that share so much of what tells people apart (default: 50)",
    )
    similar.set_defaults(run=grading_commands.find_similar)


def _add_release(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    release = subparsers.add_parser(
        "release",
        help="cut starter/ out of solution/; make the zips and notebooks to hand out",
        description="Cut the answers out of solution/ with nbgrader, and write starter/; or make "
        "the zips that are handed out, or the notebooks of an nbgrader course.",
    )
    release.add_argument("--solution", type=Path, metavar="FOLDER", help="default: solution")
    release.add_argument("--starter", type=Path, metavar="FOLDER", help="default: starter")
    release.add_argument(
        "--student", type=Path, metavar="ZIP", help="make the zip for students instead"
    )
    release.add_argument(
        "--gradescope", type=Path, metavar="ZIP", help="make the zip for Gradescope instead"
    )
    release.add_argument(
        "--nbgrader",
        type=Path,
        metavar="COURSE",
        help="write the notebooks into an nbgrader course instead, for its generate_assignment",
    )
    release.set_defaults(run=grading_commands.release_assignment)


def _add_handouts(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    handouts = subparsers.add_parser(
        "handouts",
        help="make the guides' site, and the assignment as a PDF",
        description="Make a site of the guides that is read without a server or a network, and "
        "print the assignment.",
    )
    handouts.add_argument("folder", type=Path, metavar="FOLDER", help="where both go")
    handouts.set_defaults(run=grading_commands.make_handouts)


def _add_audit(subparsers: "Subparsers[argparse.ArgumentParser]") -> None:
    audit = subparsers.add_parser(
        "audit",
        help="grade the grader: right, wrong and hostile submissions get what they deserve",
        description="Grade a corpus of which it is known what each submission deserves, and say "
        "which check caught what and where the grader was wrong.",
        epilog="Exit status: 0 everybody got what they deserve, 1 somebody did not.",
    )
    audit.add_argument(
        "only", nargs="*", metavar="NAME", help="submissions with this in their name (default: all)"
    )
    audit.add_argument(
        "--corpus", type=Path, metavar="FOLDER", help="default: the kit's, tests/submissions"
    )
    audit.add_argument(
        "--kind",
        action="append",
        choices=("right", "wrong", "hostile"),
        help="only these; may be given more than once",
    )
    depth = audit.add_mutually_exclusive_group()
    depth.add_argument(
        "--every-check",
        action="store_true",
        help="run every check on every submission, not only those that it can matter to",
    )
    depth.add_argument(
        "--quick", action="store_true", help="run one check of each part that should be failed"
    )
    audit.add_argument(
        "--log", type=Path, metavar="FILE", help="write a JSON line for each submission as well"
    )
    audit.add_argument(
        "--at-once",
        type=whole_number(1, 64),
        default=1,
        metavar="N",
        help="gradings at the same time (default: 1: time can be judged, and it is clear who left "
        "what behind)",
    )
    add_isolation(audit, "strongest")
    add_rubric(audit)
    audit.set_defaults(run=grading_commands.audit_grader)
