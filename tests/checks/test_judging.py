"""Every outcome of a call becomes a sentence that a student can act on."""

import pytest

from autograder.checks.case import Case
from autograder.checks.judging import Setting, import_failure, judge, preference_failure
from autograder.engines.engine import EngineKind
from autograder.engines.outcomes import Ended, Outcome, Reply, StandingThread, TimedOut
from autograder.engines.protocol import Answer, Call, Nonsense, Report, Value

SERIAL = Setting(EngineKind("serial"), "minimax")
MPI = Setting(EngineKind("mpi", 2), "computer_move")
CASE = Case(Call(board=(1, 1, 0, -1, -1, 0, 0, 0, 0), player=1), 9, "X wins on square 2.")
STUB = Report("NotImplementedError", "not filled in yet", "serial.py", 7, "minimax", "raise ...")
CRASH = Report("IndexError", "out of range", "mpi.py", 42, "computer_move", "squares[9]")


def returned(value: object, **more) -> Answer:
    number = value if type(value) is int else None
    return Answer(0, returned=Value(type(value).__name__, number, repr(value)), **more)


def standing(source: str, *, waits_in: str, line: int) -> StandingThread:
    return StandingThread("mpi.py", line, "computer_move", source, waits_in, is_main=True)


def failure_of(setting: Setting, *outcomes: Outcome, judged="value"):
    return judge(setting, CASE, Reply(outcomes, 0.1), judged)


def test_the_right_answer_is_no_failure():
    assert failure_of(SERIAL, returned(9)) is None


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (returned(8), "The result is wrong."),
        (returned(True), "The result is not an int."),
        (returned(9.0), "The result is not an int."),
        (returned(None), "The result is not an int."),
        (Answer(0, raised=STUB), "serial.minimax is not filled in yet."),
        (Answer(0, raised=CRASH), "Your code raised IndexError."),
        (
            Answer(0, returned=Value("int", 9, "9"), raised_in_thread=CRASH),
            "Your code raised IndexError in a thread of yours.",
        ),
        (TimedOut(5), "serial.minimax did not return within 5 s."),
        (Ended("exited with status 3"), "did not return: its process exited with status 3."),
        (Nonsense("a line"), "did not answer properly: a line."),
        (returned(9, complaint="search was given no board"), "search was not called as"),
    ],
)
def test_every_wrong_outcome_has_its_sentence(outcome: Outcome, sentence: str):
    failure = failure_of(SERIAL, outcome)
    assert sentence in failure.sentence
    assert failure.call == "minimax(board, player=1, depth=0)"
    assert failure.board == failure.case == "XX.OO...."


def test_a_wrong_value_shows_both_values_and_why():
    failure = failure_of(SERIAL, returned(8))
    assert (failure.returned, failure.expected) == ("8", "9")
    assert failure.why == "X wins on square 2."


def test_a_changed_board_matters_only_where_manner_is_judged():
    changed = returned(9, board=(0,) * 9)
    assert failure_of(SERIAL, changed) is None
    assert "board was changed" in failure_of(SERIAL, changed, judged="manner").sentence
    assert failure_of(SERIAL, returned(8), judged="manner") is None


def test_other_ranks_are_judged_only_where_every_rank_is():
    assert failure_of(MPI, returned(9), returned(None)) is None
    failure = failure_of(MPI, returned(9), returned(None), judged="every rank")
    assert failure.sentence == "The result on rank 1 is not an int."


def test_the_rank_that_raised_is_named_instead_of_the_hang_it_caused():
    failure = failure_of(MPI, TimedOut(5), Answer(0, raised=CRASH))
    assert failure.sentence == "Your code raised IndexError in rank 1."
    assert failure.where == "mpi.py:42: squares[9]"


def test_a_hang_says_which_ranks_had_not_returned():
    failure = failure_of(MPI, TimedOut(5), returned(9))
    assert "not every rank had returned after 5 s" in failure.sentence
    assert failure.returned == "rank 0 has not returned; rank 1 has returned"


def test_a_hang_says_where_every_rank_stands():
    waits = standing("comm.gather(best)", waits_in="comm.gather(best)", line=57)
    computes = standing("total += 1", waits_in="", line=42)
    failure = failure_of(MPI, TimedOut(5, (waits,)), TimedOut(5, (computes,)), Ended("was killed"))
    assert failure.returned == (
        "rank 0 waits in comm.gather(best) at mpi.py:57; "
        "rank 1 is busy at mpi.py:42: total += 1; rank 2 was killed"
    )


def test_a_rank_that_raised_comes_before_the_hang_that_it_caused():
    waits = standing("comm.gather(best)", waits_in="comm.gather(best)", line=57)
    failure = failure_of(MPI, TimedOut(5, (waits,)), Answer(0, raised=CRASH))
    assert "IndexError in rank 1" in failure.sentence
    assert failure.why == "Because of it rank 0 waits in comm.gather(best) at mpi.py:57."


def test_a_module_that_cannot_be_imported_is_named_with_its_line():
    report = Report("SyntaxError", "invalid syntax", "mpi.py", 12, "", "")
    failure = import_failure("mpi", report)
    assert failure.sentence == "mpi.py cannot be imported."
    assert failure.where == "mpi.py:12"


def test_a_module_that_is_not_there_is_missing():
    report = Report("ModuleNotFoundError", "No module named 'starter.mpi'", "", 0, "", "")
    assert import_failure("mpi", report).sentence == "mpi.py is missing."


def test_a_preference_shows_both_values():
    worse = Case(Call(board=(1, 0, 0, -1, 0, 0, 0, 0, 0), player=1), 7, "X wins later.")
    failure = preference_failure(SERIAL, (CASE, worse), (4, 4))
    assert failure.returned == "4 here, and 4 on X..O....."
    assert failure.expected == "more here than on X..O....."
