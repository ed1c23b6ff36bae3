from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckBlockedError
from autograder.checks.prerequisites import what_is_wrong_with_minimax
from autograder.checks.serial_speed import expect_serial_speed


def check_serial(examiner: Examiner) -> None:
    """The serial search is about as fast as a plain compiled one.

    Keep @njit on win and minimax, and make no new arrays inside the search.
    """
    wrong = what_is_wrong_with_minimax(examiner)
    if wrong:
        raise CheckBlockedError(f"The time of a wrong minimax says nothing. {wrong}")
    expect_serial_speed(examiner)
