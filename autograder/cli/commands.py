"""One function for each sub-command; each imports only what it needs, so that --help is instant."""

import argparse
from pathlib import Path

from rich.console import Console

from autograder.errors import InstructorError, SubmissionError, UsageError

PASSED, NOT_ALL_PASSED, GRADER_FAILED = 0, 1, 4


def _engine_path(name: str) -> Path:
    """Return the folder of an engine: of the given name, here or in the kit."""
    from autograder.assignment.files import kit_root
    from autograder.intake.submission import submission_folder

    path = Path(name)
    if not path.exists() and name in ("starter", "solution"):
        path = kit_root() / name
    return submission_folder(path)


def play_game(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt play`."""
    from autograder.console.options import PlayOptions
    from autograder.console.play import play
    from autograder.engines.protocol import ModuleName

    if options.threads and options.ranks:
        raise UsageError("choose --threads or --ranks, not both")
    implied: ModuleName = "threads" if options.threads else "mpi" if options.ranks else "serial"
    run_as: ModuleName = options.run_as or implied
    if implied not in ("serial", run_as):
        raise UsageError(f"--run-as {run_as} does not go with a number of {implied} workers")
    return play(
        PlayOptions(
            engine=_engine_path(options.engine),
            run_as=run_as,
            workers=options.threads or options.ranks or 2,
            opponent=_engine_path(options.against) if options.against else None,
            human=1 if options.me == "X" else -1,
            side=options.size,
            opening=options.opening,
            seed=options.seed,
            seconds_per_move=options.seconds,
            isolation=options.isolation,
            mpi=options.mpi,
        ),
        console,
    )


def trace_move(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt trace`."""
    from autograder.console.trace import TraceOptions, trace

    return trace(
        TraceOptions(
            engine=_engine_path(options.engine),
            module="mpi" if options.ranks else "threads",
            workers=options.ranks or options.threads or 2,
            empty=None if options.small else options.empty,
            svg=options.svg,
            events=options.events,
            seconds=options.seconds,
            isolation=options.isolation,
            mpi=options.mpi,
        ),
        console,
    )


def _require_one_check(options: argparse.Namespace) -> None:
    if options.case and len(options.only) != 1:
        raise UsageError("--case goes with one check: copy the whole command from the failure")


def check_submission(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt check`."""
    from autograder.grading.grade import GradingOptions, grade_submission
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.check_report import CheckReport

    _require_one_check(options)
    path = _engine_path(options.submission)
    chosen = "" if options.submission == "starter" else f" --submission {options.submission}"
    report = CheckReport(console, f"ttt check{chosen}")
    grading = GradingOptions(
        hidden=False,
        only=tuple(options.only),
        case=options.case,
        isolation=options.isolation,
        mpi=options.mpi,
        keep_caches=True,
        rubric=options.rubric or DEFAULT_RUBRIC,
    )
    result = grade_submission(path, grading, report.show)
    report.close(result)
    if result.with_outcome("error"):
        return GRADER_FAILED
    return NOT_ALL_PASSED if result.with_outcome("failed", "blocked") else PASSED


def grade_submissions(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt grade`."""
    from autograder.engines.isolation.choice import choose_level
    from autograder.grading.batch import REFUSED, find_submissions, grading_status
    from autograder.grading.grade import GradingOptions, grade_submission
    from autograder.grading.result import write_result
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.check_report import GradeReport, not_a_submission
    from autograder.views.summary_table import summary_table

    _require_one_check(options)
    grading = GradingOptions(
        only=tuple(options.only),
        case=options.case,
        isolation=choose_level(options.isolation).name,  # the same one for all
        mpi=options.mpi,
        rubric=options.rubric or DEFAULT_RUBRIC,
    )
    if options.out is not None:
        from autograder.cli.class_commands import grade_whole_class

        return grade_whole_class(options, grading, console)
    results = []
    found = find_submissions(options.paths)
    refused, failed = len(found.others), 0
    for path in found.submissions:
        report = GradeReport(console, path, verbose=options.verbose)
        try:
            result = grade_submission(path, grading, report.show)
            report.close(result, write_result(result, options.results))
            results.append(result)
        except (UsageError, InstructorError) as error:
            if not isinstance(error, SubmissionError):
                raise  # it concerns all of them
            report.refuse(error)
            refused += 1
        except Exception as error:  # noqa: BLE001 - the boundary: the others are graded all the same
            report.refuse(error)
            failed += 1
    console.print(summary_table(results))
    for path in found.others:
        console.print(not_a_submission(path), soft_wrap=True)
    status = grading_status(results, options.fail_under)
    if failed or status == GRADER_FAILED:
        return GRADER_FAILED
    return REFUSED if refused else status


def release_assignment(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt release`."""
    from autograder.assignment.bundles import gradescope_bundle, student_bundle
    from autograder.assignment.files import kit_root
    from autograder.assignment.release import write_starter

    asked_for = ((options.student, student_bundle), (options.gradescope, gradescope_bundle))
    zips = [(target, bundle) for target, bundle in asked_for if target]
    if zips and (options.solution or options.starter):
        raise UsageError("a zip is made of the kit itself: leave --solution and --starter out")
    for target, bundle in zips:
        console.print(f"{target}: {len(bundle(target))} files", soft_wrap=True)
    if zips:
        return 0
    solution = options.solution or kit_root() / "solution"
    starter = options.starter or solution.parent / "starter"
    changed = write_starter(solution, starter)
    what = f"wrote {', '.join(changed)}" if changed else "nothing to do: it is up to date"
    console.print(f"{starter}: {what}", soft_wrap=True)
    return 0


def audit_grader(options: argparse.Namespace, console: Console) -> int:
    """Run `ttt audit`."""
    from autograder.audit.audit import Audited, AuditOptions, audit
    from autograder.audit.corpus import KINDS, corpus_folder, read_corpus
    from autograder.engines.isolation.choice import choose_level
    from autograder.grading.rubric import DEFAULT_RUBRIC
    from autograder.views.audit_matrix import audit_matrix, audited_json, audited_line

    corpus = options.corpus or corpus_folder()
    specimens = read_corpus(corpus, options.kind or KINDS)
    if options.only:
        specimens = [s for s in specimens if any(word in s.name for word in options.only)]
    level = choose_level(options.isolation).name
    not_claimed = [s for s in specimens if level not in s.holds]
    specimens = [s for s in specimens if level in s.holds]
    if not specimens:
        raise UsageError(f"{corpus} holds no such submission: see README.md for the corpus' files")
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

    audited = audit(specimens, auditing, show)
    console.print(audit_matrix(audited))
    if not_claimed:
        names = ", ".join(specimen.name for specimen in not_claimed)
        console.print(f"left out, since {level} is not claimed to hold them: {names}")
    return NOT_ALL_PASSED if any(one.findings for one in audited) else PASSED


def examine_machine(_: argparse.Namespace, console: Console) -> int:
    """Run `ttt doctor`."""
    from autograder.console.doctor import doctor

    return doctor(console)
