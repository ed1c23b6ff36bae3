"""One call whose searches are held: a schedule on a clock that no noise can reach.

Every search of a call is held by the grader, which lets them end one by one (see
`autograder.engines.held_searches`). Who waits for whom then shows which schedule the workers
follow, and each way of not sharing the work leaves its own picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.checks.case import Case, call_text
from autograder.checks.examiner import Examiner
from autograder.checks.failure import Failure
from autograder.checks.positions import chosen_case, held_case
from autograder.checks.timeline import Task, Timeline, list_schedule_makespan
from autograder.engines.engine import EngineKind
from autograder.engines.held_searches import IMPATIENCE_SECONDS, PATIENCE_SECONDS, Schedule
from autograder.engines.outcomes import HeldSearch
from autograder.engines.protocol import ModuleName, Question
from autograder.truth.rules import Board, X, board_text, legal_squares

EMPTY_BOARD: Board = (0,) * 9
HELD_SECONDS = 1.0
"""Held searches may take that much longer than a call that has nothing to do."""

LONG, SHORT = 0.8, 0.1
"""Seconds on the grader's clock: one subtree may take as long as eight others."""


@dataclass(frozen=True)
class HeldCall:
    """One call whose searches were held.

    Attributes:
        case: what was asked.
        workers: how many threads or ranks there should be.
        costs: of each legal square's subtree.
        searches: in the order in which they began; of those that began together the lowest square
            first, so that the same schedule is always told in the same words.
    """

    module: ModuleName
    case: Case
    workers: int
    costs: dict[int, float]
    searches: tuple[HeldSearch, ...]

    @property
    def names(self) -> list[tuple[int, int]]:
        """The (rank, thread) of each worker that searched, in order of its first search."""
        return list(dict.fromkeys((s.claim.rank, s.claim.thread) for s in self.searches))

    @property
    def most_at_once(self) -> int:
        """How many searches ran at the same time, at the most."""
        return max((search.running for search in self.searches), default=0)

    @property
    def makespan(self) -> float:
        """When the last search ended."""
        return max((search.end for search in self.searches), default=0.0)

    def timeline(self) -> Timeline:
        """Return the call as it can be drawn."""
        return timeline_of(self)


def hold_call(
    examiner: Examiner, module: ModuleName, workers: int, costs: Sequence[float]
) -> HeldCall | None:
    """Make one call on the empty board, its searches held; None if another case was chosen.

    Raises:
        CheckFailedError: it raised, hung or gave no answer.
        CheckBlockedError: what it says about its threads cannot be relied on.
    """
    examiner.expect_own_word()
    worth = [(7 * square) % 5 for square in range(len(costs))]
    longest = max(range(len(costs)), key=costs.__getitem__)
    label = f"held-{workers}" + (f"-long-{longest}" if max(costs) > min(costs) else "")
    case = held_case(chosen_case(EMPTY_BOARD, X, worth, label=label))
    question = Question(
        module=module, function="computer_move", n_threads=workers, calls=(case.call,)
    )
    cost_of = dict(zip(legal_squares(EMPTY_BOARD), costs, strict=True))
    missed_before = f"{module}: a worker was missed" in examiner.remembered
    patience = IMPATIENCE_SECONDS if missed_before else PATIENCE_SECONDS
    reply = examiner.ask_held(
        EngineKind(module, workers),
        question,
        case,
        seconds=examiner.thresholds.call_seconds + HELD_SECONDS,
        schedule=Schedule(cost_of, workers, patience),
    )
    if reply is None:
        return None
    if reply.missed:
        examiner.remembered[f"{module}: a worker was missed"] = "yes"
    searches = tuple(sorted(reply.searches, key=lambda s: (s.start, s.claim.square)))
    return HeldCall(module, case, workers, cost_of, searches)


def timeline_of(call: HeldCall) -> Timeline:
    """Return who searched what, on the grader's clock."""
    word = "thread" if call.module == "threads" else "rank"
    seen = call.names
    if call.module == "mpi":
        seen += [(rank, 0) for rank in range(call.workers) if rank not in {r for r, _ in seen}]
        seen.sort()
    row = {name: index for index, name in enumerate(seen)}
    names = [f"rank {rank}" if word == "rank" else f"thread {row[rank, t] + 1}" for rank, t in seen]
    # Threads that never searched are threads too: their rows stay empty.
    names += [f"thread {n + 1}" for n in range(len(names), call.workers)] if word != "rank" else []
    scores = dict(call.case.call.scores or ())
    return Timeline(
        title=call_text(EngineKind(call.module, call.workers), "computer_move", call.case.call),
        workers=tuple(names),
        tasks=tuple(
            Task(
                worker=row[s.claim.rank, s.claim.thread],
                square=s.claim.square,
                score=-scores[s.claim.square] if s.claim.square in scores else None,
                start=s.start,
                end=s.end,
            )
            for s in call.searches
        ),
        wall_seconds=call.makespan,
        simulated=True,
    )


def schedule_failure(call: HeldCall, sentence: str, advice: str) -> Failure:
    """Return the failure of a call whose workers do not share the work, with its timeline."""
    ideal = list_schedule_makespan(list(call.costs.values()), call.workers)
    return Failure(
        sentence=sentence,
        board=board_text(call.case.call.board),
        call=call_text(EngineKind(call.module, call.workers), "computer_move", call.case.call),
        returned=f"{call.makespan:.1f} s on the grader's clock, {call.most_at_once} at once",
        expected=f"{ideal:.1f} s with {call.workers} at once",
        why=advice,
        case=call.case.name,
        timeline=call.timeline(),
    )
