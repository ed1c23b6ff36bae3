"""Ask an engine that is to be timed: whoever does not answer is not."""

from autograder.checks.case import Case
from autograder.checks.failure import CheckFailedError
from autograder.checks.judging import Setting, judge
from autograder.engines.engine import Engine
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Question

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
