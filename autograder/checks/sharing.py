"""Checks that threads and ranks have in common: ask `computer_move` of either."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from autograder.checks.case import Case, call_text, workers_name
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckFailedError, Failure
from autograder.checks.judging import Judged
from autograder.checks.one_at_a_time import without_luck
from autograder.checks.positions import held_case, move_case, open_positions, sample, with_empty
from autograder.checks.prerequisites import own_serial_moves
from autograder.engines.engine import EngineKind
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Call, ModuleName, Question
from autograder.truth.rules import board_text, legal_squares

SMALL_OWN_SEARCHES = 40


def expect_moves(
    examiner: Examiner,
    module: ModuleName,
    workers: int,
    cases: Sequence[Case],
    *,
    judged: Judged = "value",
    board_on_root_only: bool = False,
) -> list[Reply]:
    """Ask the cases of `computer_move` with this many threads or ranks."""
    kind = EngineKind(module, workers)
    question = Question(
        module=module,
        function="computer_move",
        n_threads=workers,
        board_on_root_only=board_on_root_only,
    )
    kind, cases = without_luck(examiner, kind, cases)
    return examiner.expect(kind, question, cases, judged=judged)


def expect_every_position(examiner: Examiner, module: ModuleName, workers: int) -> None:
    """Ask for the move on every 3x3 position that is not over, with true scores."""
    cases = [move_case(position) for position in open_positions()]
    expect_moves(examiner, module, workers, cases)


def expect_worker_counts(examiner: Examiner, module: ModuleName, counts: Sequence[int]) -> None:
    """Ask for the move on a sample of positions with every count of workers."""
    for workers in counts:
        cases = [
            move_case(position, f"{workers_name(module)}={workers}")
            for position in sample(open_positions(), 150, seed=workers)
        ]
        expect_moves(examiner, module, workers, cases)


def expect_own_search(examiner: Examiner, module: ModuleName) -> None:
    """Ask for the move with `search` left out; the student's own serial loop is right."""
    kind = EngineKind(module, 2)
    positions = [*with_empty(9), *sample(open_positions(), SMALL_OWN_SEARCHES)]
    moves = own_serial_moves(examiner, positions)
    cases = [
        Case(
            Call(board=position.board, player=position.player),
            move,
            f"Your serial computer_move, with the same minimax, plays {move}.",
        )
        for position, move in zip(positions, moves, strict=True)
    ]
    question = Question(module=module, function="computer_move", n_threads=2)
    kind, cases = without_luck(examiner, kind, cases)
    examiner.expect(kind, question, cases, seconds=examiner.thresholds.search_seconds)


def expect_search_calls(examiner: Examiner, module: ModuleName, workers: int) -> None:
    """Check that `search` is called exactly once for every legal square, whatever is returned.

    Raises:
        CheckFailedError: a square was searched not at all or more than once.
    """
    cases = [held_case(move_case(position)) for position in sample(open_positions(), 60)]
    replies = expect_moves(examiner, module, workers, cases, judged="any")
    chosen = [case for case in cases if examiner.chosen_case in (None, case.name)]
    for case, reply in zip(chosen, replies, strict=False):
        searched = Counter(search.claim.square for search in reply.searches)
        if searched != Counter(legal_squares(case.call.board)):
            raise CheckFailedError(_wrong_searches(EngineKind(module, workers), case, searched))


def _wrong_searches(kind: EngineKind, case: Case, searched: Counter[int]) -> Failure:
    calls = ", ".join(f"square {s}: {count}" for s, count in sorted(searched.items()))
    return Failure(
        sentence="search was not called exactly once for every legal square.",
        board=board_text(case.call.board),
        call=call_text(kind, "computer_move", case.call),
        returned=f"calls of search: {calls}" if calls else "search was never called",
        expected="one call for each of the squares "
        + ", ".join(map(str, legal_squares(case.call.board))),
        why="Each subtree is one piece of work: done twice it wastes time, left out it may be the "
        "best move.",
        case=case.name,
    )


def expect_board_unchanged(examiner: Examiner, module: ModuleName) -> None:
    """Check the caller's board and the type of the result."""
    why = "The caller goes on with the same board: put your stones on a copy."
    cases = [
        replace(move_case(position), expected=None, why=why)
        for position in sample(open_positions(), 40)
    ]
    expect_moves(examiner, module, 2, cases, judged="manner")
