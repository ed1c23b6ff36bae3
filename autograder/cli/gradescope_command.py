"""`ttt grade` inside Gradescope's container: one submission in, results.json out, in any case."""

import argparse

import msgspec
from rich.console import Console

from autograder.errors import KitError, UsageError
from autograder.grading.batch import grading_status
from autograder.grading.grade import GradingOptions, grade_submission
from autograder.views.check_report import GradeReport
from autograder.views.gradescope import gradescope_failure, gradescope_results
from autograder.views.submission_metadata import read_submission_metadata


def grade_for_gradescope(
    options: argparse.Namespace, grading: GradingOptions, console: Console
) -> int:
    """Run `ttt grade SUBMISSION --gradescope FILE`."""
    if len(options.paths) != 1:
        raise UsageError("--gradescope goes with one submission: give its folder")
    report = GradeReport(console, options.paths[0], verbose=options.verbose)
    try:
        metadata = read_submission_metadata(options.metadata) if options.metadata else None
        result = grade_submission(options.paths[0], grading, report.show)
    except KitError as error:
        options.gradescope.write_text(gradescope_failure(str(error)), encoding="utf-8")
        raise
    if metadata is not None:
        result = msgspec.structs.replace(result, hand_in=metadata.hand_in())
    options.gradescope.write_text(gradescope_results(result, metadata), encoding="utf-8")
    # Only instructors see what is printed; in results.json the next attempt could read it.
    console.print(f"seed of the timed positions: {result.seed}")
    return grading_status([result], options.fail_under)
