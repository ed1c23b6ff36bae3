from autograder.checks.examiner import Examiner
from autograder.checks.failure import (
    CheckBlockedError,
    CheckFailedError,
    CheckInconclusiveError,
    Failure,
)
from autograder.checks.prerequisites import MINIMAX, SERIAL, what_is_wrong_with_minimax
from autograder.checks.timing import first_large_enough, interleaved_ratios, seconds_of
from autograder.truth.rules import board_text

ENOUGH_SECONDS = 0.02  # some ten times what a question itself costs; a factor of 3 shows clearly


def check_serial(examiner: Examiner) -> None:
    """The serial search is about as fast as a plain compiled one.

    Keep @njit on win and minimax, and make no new arrays inside the search.
    """
    wrong = what_is_wrong_with_minimax(examiner)
    if wrong:
        raise CheckBlockedError(f"The time of a wrong minimax says nothing. {wrong}")
    reference = examiner.reference()
    if reference is None:
        raise CheckInconclusiveError("The reference solution is not here to be measured beside.")
    case, _ = first_large_enough(
        lambda case: seconds_of(examiner, SERIAL, MINIMAX, case), ENOUGH_SECONDS
    )

    def reference_seconds() -> float:
        return examiner.ask_reference(reference, MINIMAX, case)

    reference_seconds()
    limit = examiner.thresholds.slowest_search
    ratios = interleaved_ratios(
        lambda: seconds_of(examiner, SERIAL, MINIMAX, case),
        reference_seconds,
        examiner.thresholds.repeats,
    )
    examiner.notes.append(f"your search takes {ratios} times as long as the reference's")
    if ratios.median <= limit:
        return
    if min(ratios.values) <= limit:
        raise CheckInconclusiveError(
            f"Your search took {ratios} times as long as the reference's: too noisy to judge."
        )
    raise CheckFailedError(
        Failure(
            sentence="The serial search is too slow.",
            board=board_text(case.call.board),
            call="minimax(board, player, depth=0)",
            returned=f"{ratios} times the reference's time",
            expected=f"at most {limit:g} times",
            why="A plain search compiled by numba is fast; Python objects inside it are not.",
        )
    )
