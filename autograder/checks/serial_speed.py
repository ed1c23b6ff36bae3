"""Whether a submission's serial search is about as fast as the reference's."""

from autograder.checks.comparison import compare_with_reference, expect_fast_enough
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckInconclusiveError, Failure
from autograder.checks.prerequisites import MINIMAX, SERIAL
from autograder.checks.ratios import Ratios
from autograder.checks.stopwatch import Stopwatch, score_cases
from autograder.truth.rules import board_text


def expect_serial_speed(examiner: Examiner) -> None:
    """Check that minimax is about as fast as the reference's.

    Raises:
        CheckFailedError: it is slower.
        CheckInconclusiveError: there is no reference, or the machine is not quiet enough.
    """
    if not examiner.engines.has_reference:
        raise CheckInconclusiveError("The reference solution is not here to be measured beside.")
    stopwatch = Stopwatch(examiner, SERIAL, MINIMAX)
    scale = examiner.thresholds.serial
    cases = stopwatch.unlike_one_another(score_cases(examiner.seed))
    measured = compare_with_reference(examiner, stopwatch, cases, scale)
    ratios = Ratios(tuple(measured.ratios))
    examiner.notes.append(f"your search takes {ratios} times as long as the reference's")
    examiner.measured["ratio"] = round(ratios.median, 3)
    processor = Ratios(tuple(measured.processor_ratios))
    if ratios.interval.low > scale.full >= processor.interval.low:
        raise CheckInconclusiveError(
            f"Your search took {ratios} times as long as the reference's, but only {processor} "
            "times its processor time: too noisy to judge."
        )
    board = next(cases).call.board

    def failure(ratios: Ratios) -> Failure:
        return Failure(
            sentence="The serial search is too slow.",
            board=board_text(board),
            call="minimax(board, player, depth=0)",
            returned=f"{ratios} times the reference's time",
            expected=f"at most {scale.full:g} times for full marks; none from {scale.none:g} times",
            why="A plain search compiled by numba is fast; Python objects inside it are not.",
        )

    expect_fast_enough(examiner, measured, scale, failure)
