"""`ttt grade EXPORT --out FOLDER`: a whole class, and all that comes of it."""

import argparse

from rich.console import Console

from autograder.classroom.class_run import ClassRun
from autograder.classroom.grade_class import ClassOptions, PreparedClass, grade_class, prepare_class
from autograder.classroom.slurm.arrays import SlurmOptions
from autograder.console.class_progress import ClassProgress
from autograder.engines.processor_time import available_cores
from autograder.errors import UsageError
from autograder.grading.batch import GRADER_FAILED, REFUSED, grading_status
from autograder.grading.grade import GradingOptions
from autograder.views.class_files import REPORT, write_class_files
from autograder.views.class_summary import class_summary
from autograder.views.platform_files import PlatformFiles, write_platform_files


def grade_whole_class(
    options: argparse.Namespace, grading: GradingOptions, console: Console
) -> int:
    """Run `ttt grade EXPORT --out FOLDER`."""
    if len(options.paths) != 1:
        raise UsageError("--out goes with one export: a zip file, or a folder of submissions")
    if options.case:
        raise UsageError("--case goes with a single submission: leave --out out")
    class_options = ClassOptions(
        export=options.paths[0],
        out=options.out,
        grading=grading,
        roster=options.roster,
        extensions=options.extensions,
        choice=options.attempt,
        workers=options.workers or available_cores(),
        students=tuple(options.student),
        only_failed=options.only_failed,
        rerun=options.rerun,
        slurm=_slurm(options, grading),
    )
    prepared = prepare_class(class_options)
    console.print(_taken_in(prepared), markup=False, soft_wrap=True)
    with ClassProgress(console, prepared.jobs) as progress:
        run = grade_class(prepared, class_options, progress.show, progress.say)
    write_class_files(run, options.out)
    files = PlatformFiles(
        canvas=options.canvas,
        canvas_column=options.canvas_column,
        moodle=options.moodle,
        nbgrader=options.nbgrader,
        nbgrader_assignment=options.nbgrader_assignment,
    )
    for line in write_platform_files(run, files, options.out):
        console.print(line, markup=False, soft_wrap=True)
    console.print(class_summary(run, str(options.out / REPORT)))
    return _status(run, options.fail_under)


def _slurm(options: argparse.Namespace, grading: GradingOptions) -> SlurmOptions | None:
    if not options.slurm:
        if options.slurm_option:
            raise UsageError("--slurm-option goes with --slurm")
        return None
    if options.isolation == "strongest" and grading.isolation != "bubblewrap":
        raise UsageError(
            f"{grading.isolation} is the strongest isolation here, and it does not keep student "
            "code from asking Slurm for jobs: install bubblewrap, or name the isolation you want"
        )
    return SlurmOptions(
        folder=options.out / "slurm",
        options=tuple(options.slurm_option),
        at_once=options.workers or 0,
    )


def _taken_in(prepared: PreparedClass) -> str:
    run = prepared.run
    counts = {
        "submissions": len(prepared.everybody),
        "older attempts": run.superseded,
        "files of nobody": len(run.left_over),
        "not on the roster": len(run.unknown),
        "missing of the roster": len(run.missing),
    }
    facts = [f"{words}: {count}" for words, count in counts.items() if count]
    return f"{run.kind} export; {', '.join(facts)}"


def _status(run: ClassRun, fail_under: float | None) -> int:
    """Return the exit status: the gravest thing that happened."""
    status = grading_status(run.results, fail_under)
    if any(one.grader_failed for one in run.not_graded):
        return GRADER_FAILED
    return REFUSED if run.not_graded and status != GRADER_FAILED else status
