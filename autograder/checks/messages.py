"""Count what ranks say to each other: a collective call inside the loop over squares is a waste."""

import msgspec

from autograder.checks.case import Case, call_text
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckFailedError, Failure
from autograder.checks.held_call import EMPTY_BOARD
from autograder.checks.positions import chosen_case
from autograder.checks.timeline import Timeline, Traffic
from autograder.engines.engine import EngineKind
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Question
from autograder.truth.rules import X, board_text

RANKS = 2
COLLECTIVES = frozenset(
    {
        *("bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv"),
        *("alltoall", "reduce", "allreduce", "scan", "exscan", "barrier"),
    }
)


def expect_few_collectives(examiner: Examiner) -> None:
    """Check that no line makes a collective call for every square.

    Raises:
        CheckFailedError: one does; the sentence counts the calls.
        CheckBlockedError: what the worker counts cannot be relied on.
    """
    examiner.expect_own_word()
    kind = EngineKind("mpi", RANKS)
    plain = chosen_case(EMPTY_BOARD, X, [0] * 9, label="counted")
    case = Case(msgspec.structs.replace(plain.call, traced=True), plain.expected, plain.why)
    question = Question(module="mpi", function="computer_move")
    replies = examiner.expect(kind, question, [case], judged="any")
    traffic = traffic_of(replies[0]) if replies else ()
    collectives = [said for said in traffic if said.call.lower() in COLLECTIVES]
    worst = max(collectives, key=lambda said: said.count, default=None)
    if worst is None or worst.count <= RANKS + 1:
        return
    raise CheckFailedError(
        Failure(
            sentence=f"Rank {worst.rank} calls {worst.call} inside the loop: {worst.count} times "
            "for one move, where once will do.",
            board=board_text(EMPTY_BOARD),
            call=call_text(kind, "computer_move", case.call),
            where=f"{worst.file}:{worst.line}",
            why="A collective call makes all ranks wait for the slowest. Let each rank search all "
            "its squares first, and combine the bests once.",
            case=case.name,
            timeline=Timeline(
                title=call_text(kind, "computer_move", case.call),
                workers=tuple(f"rank {rank}" for rank in range(RANKS)),
                tasks=(),
                wall_seconds=replies[0].wall_seconds,
                traffic=traffic,
            ),
        )
    )


def traffic_of(reply: Reply) -> tuple[Traffic, ...]:
    """Return what each rank sent during a traced call, by its own account."""
    return tuple(
        Traffic(
            rank=rank,
            call=said.call,
            file=said.file,
            line=said.line,
            count=said.count,
            bytes=said.bytes,
        )
        for rank, outcome in enumerate(reply.outcomes)
        if isinstance(outcome, Answer)
        for said in outcome.messages
    )
