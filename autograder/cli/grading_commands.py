"""One function for each sub-command of those who grade; each imports only what it needs."""

import argparse
from pathlib import Path

from rich.console import Console

from autograder.cli.commands import NOT_ALL_PASSED, PASSED, require_one_check
from autograder.errors import UsageError


def grade_submissions(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt grade`."""
    from autograder.cli.class_command import grade_whole_class
    from autograder.cli.gradescope_command import grade_for_gradescope
    from autograder.engines.isolation.choice import choose_level
    from autograder.grading.batch import find_submissions, grade_all
    from autograder.grading.grade import GradingOptions
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.check_report import GradeReport, not_a_submission
    from autograder.views.summary_table import summary_table

    require_one_check(options)
    grading = GradingOptions(
        only=tuple(options.only),
        case=options.case,
        isolation=choose_level(options.isolation).name,  # the same one for all
        mpi=options.mpi,
        rubric=options.rubric or DEFAULT_RUBRIC,
    )
    if options.out is not None:
        return grade_whole_class(options, grading, console)
    if options.slurm:
        raise UsageError("--slurm grades a class: say with --out where everything about it goes")
    if options.gradescope is not None:
        return grade_for_gradescope(options, grading, console)
    found = find_submissions(options.paths)
    batch = grade_all(
        found.submissions,
        grading,
        options.results,
        lambda path: GradeReport(console, path, verbose=options.verbose),
    )
    console.print(summary_table(batch.results))
    for path in found.others:
        console.print(not_a_submission(path), soft_wrap=True)
    return batch.status(options.fail_under, others=len(found.others))


def find_similar(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt similar`."""
    from autograder.assignment.files import kit_root
    from autograder.classroom.choice import newest_attempts
    from autograder.classroom.exports.recognise import read_export
    from autograder.classroom.likeness.similar import similar_pairs
    from autograder.views.similar_html import similar_html

    attempts, _ = newest_attempts(read_export(options.export))
    submissions = {
        f"{attempt.name} ({attempt.student})".removeprefix(" "): {
            str(path): content.decode("utf-8", "replace") for path, content in attempt.files.items()
        }
        for attempt in attempts
    }
    starter = [kit_root() / "starter"]
    found = similar_pairs(submissions, starter, at_least=options.at_least / 100)
    options.html.write_text(similar_html(found), encoding="utf-8")
    pairs = len(found.pairs) + found.more_pairs
    console.print(f"{pairs} pairs of {len(submissions)} submissions: {options.html}")
    return PASSED


def release_assignment(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt release`."""
    from autograder.assignment.bundles import gradescope_bundle, student_bundle
    from autograder.assignment.files import kit_root
    from autograder.assignment.release import write_starter

    asked_for = ((options.student, student_bundle), (options.gradescope, gradescope_bundle))
    zips = [(target, bundle) for target, bundle in asked_for if target]
    if (zips or options.nbgrader) and (options.solution or options.starter):
        raise UsageError(
            "zips and notebooks are made of the kit itself: leave --solution and --starter out"
        )
    if options.nbgrader:
        _write_course(options.nbgrader, console)
    for target, bundle in zips:
        console.print(f"{target}: {len(bundle(target))} files", soft_wrap=True)
    if zips or options.nbgrader:
        return 0
    solution = options.solution or kit_root() / "solution"
    starter = options.starter or solution.parent / "starter"
    changed = write_starter(solution, starter)
    what = f"wrote {', '.join(changed)}" if changed else "nothing to do: it is up to date"
    console.print(f"{starter}: {what}", soft_wrap=True)
    return 0


def _write_course(course: Path, console: Console) -> None:
    from autograder.assignment.nbgrader_course import ASSIGNMENT, write_course

    changed = write_course(course)
    what = f"wrote {', '.join(changed)}" if changed else "nothing to do: it is up to date"
    console.print(f"{course}: {what}", soft_wrap=True)
    console.print(f"Next, in {course}: nbgrader generate_assignment {ASSIGNMENT}", soft_wrap=True)


def make_handouts(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt handouts`."""
    from autograder.handouts.site import build_handouts

    for name in build_handouts(options.folder):
        console.print(str(options.folder / name), soft_wrap=True)
    return PASSED


def audit_grader(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt audit`."""
    from autograder.audit.audit import Audited, AuditOptions, audit
    from autograder.audit.corpus import KINDS, choose_specimens, corpus_folder
    from autograder.engines.isolation.choice import choose_level
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.audit_matrix import audit_matrix, audited_json, audited_line

    level = choose_level(options.isolation).name
    chosen = choose_specimens(
        options.corpus or corpus_folder(), options.kind or KINDS, options.only, level
    )
    auditing = AuditOptions(
        isolation=options.isolation,
        rubric=options.rubric or DEFAULT_RUBRIC,
        every_check=options.every_check,
        quick=options.quick,
        at_once=options.at_once,
    )

    def show(one: Audited) -> None:
        console.print(audited_line(one), soft_wrap=True)
        if options.log is not None:
            with options.log.open("a", encoding="utf-8") as log:
                log.write(audited_json(one) + "\n")

    audited = audit(chosen.specimens, auditing, show)
    console.print(audit_matrix(audited))
    if chosen.not_claimed:
        names = ", ".join(specimen.name for specimen in chosen.not_claimed)
        console.print(f"left out, since {level} is not claimed to hold them: {names}")
    return NOT_ALL_PASSED if any(one.findings for one in audited) else PASSED
