"""Ask an engine that is to be timed: whoever does not answer is not."""

from statistics import median

from autograder.checks.case import Case
from autograder.checks.failure import CheckFailedError
from autograder.checks.judging import Setting, judge
from autograder.engines.engine import Engine
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Call, Question
from autograder.truth.rules import O, X

NO_SEARCH = Call(board=(X, X, X, O, O, 0, 0, 0, 0), player=O, depth=1)
"""The game is over there: what `minimax` takes is what the question takes."""

QUESTIONS = 25
LEAST_SECONDS = 1e-6

AN_INT = {
    "win": "win returns a player, as an int.",
    "minimax": "minimax returns a score, as an int.",
    "computer_move": "computer_move returns the number of a square.",
}


def answers(engine: Engine, question: Question, limit: float) -> list[Reply]:
    """Return the reply to each call, all of them integers.

    Args:
        engine: which is asked.
        question: what.
        limit: seconds for each call.

    Raises:
        CheckFailedError: a call did not return an integer.
    """
    setting = Setting(engine.kind, question.function)
    replies = engine.ask(question, limit)
    for call, reply in zip(question.calls, replies, strict=False):
        case = Case(call, None, AN_INT[question.function])
        failure = judge(setting, case, reply, "type")
        if failure is not None:
            raise CheckFailedError(failure)
    return replies


def question_seconds(engine: Engine, limit: float) -> float:
    """Return what a question about `minimax` takes by itself: the median of many."""
    calls = (NO_SEARCH,) * QUESTIONS
    question = Question(module="serial", function="minimax", calls=calls)
    return median(reply.wall_seconds for reply in answers(engine, question, limit)[1:])


def less(taken: float, alone: float) -> float:
    """Return the seconds of a search: those of the question less what that takes by itself."""
    return max(taken - alone, LEAST_SECONDS)
