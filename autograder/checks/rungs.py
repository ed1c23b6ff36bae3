"""What the rungs of the ladder are asked: exact scores, honest bounds, and how much is visited."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle

import msgspec

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import CheckBlockedError, CheckFailedError, Failure
from autograder.checks.judging import Judged
from autograder.checks.positions import score_case
from autograder.checks.prerequisites import search_engine
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Answer, Call, Question, RungName
from autograder.truth.pruned import Pruned, pruned
from autograder.truth.rules import WON, centre_first, side_length
from autograder.truth.tables import Position

Window = tuple[int, int]
NARROW_WINDOWS: Sequence[Window] = (
    *((-1, 1), (0, 3), (-4, 0), (6, 8)),
    *((-8, -5), (2, 9), (-9, -2)),
)
ROWS = {3: 3**9, 4: 65_537}
"""Of a transposition table, by side: on 3x3 every position has a row of its own."""

Problem = Callable[[Case, Reply], Failure | None]


def expect_exact(
    examiner: Examiner, rung: RungName, positions: Iterable[Position], depth: int = 0
) -> None:
    """Ask for scores with a window in which every score fits."""
    cases = [whole_window(rung, score_case(position, depth)) for position in positions]
    expect_values(examiner, rung, cases)


def expect_values(
    examiner: Examiner,
    rung: RungName,
    cases: Sequence[Case],
    *,
    judged: Judged = "value",
    seconds: float | None = None,
) -> None:
    """Ask the cases, with a stand-in for a `win` that is wrong; `seconds` limits each call."""
    examiner.expect(
        search_engine(examiner, side_length(cases[0].call.board)),
        question(rung),
        cases,
        judged=judged,
        seconds=seconds or examiner.thresholds.search_seconds,
    )


def question(rung: RungName) -> Question:
    """Return the question that asks for a rung."""
    return Question(module=rung, function=rung)


@contextmanager
def needing_own(examiner: Examiner, rung: RungName) -> Iterator[None]:
    """See, by what is asked meanwhile, that a rung works which the student's other one needs.

    Raises:
        CheckBlockedError: it does not work yet.
    """
    try:
        with examiner.all_cases():
            yield
    except CheckFailedError as error:
        raise CheckBlockedError(
            f"This check needs your own {rung}, which does not work yet: {error}"
        ) from error


def whole_window(rung: RungName, case: Case) -> Case:
    """Return the case with a window in which every score fits, and the squares centre first."""
    squares, side = len(case.call.board), side_length(case.call.board)
    limited = rung == "depth_limited"
    beyond = squares + 2 + (WON if limited else 0)
    call = msgspec.structs.replace(
        case.call,
        window=(-beyond, beyond),
        order=centre_first(side),
        rows=_rows(rung, side),
        horizon=(squares, 0) if limited else None,
    )
    return replace(case, call=call)


def _rows(rung: RungName, side: int) -> int:
    return ROWS[side] if rung == "transposition" else 0


def expect_bounds(examiner: Examiner, rung: RungName, positions: Iterable[Position]) -> None:
    """Ask with narrow windows: within it the score, below it at most, above it at least."""
    cases = [
        _narrowed(rung, score_case(position), window)
        for position, window in zip(positions, cycle(NARROW_WINDOWS), strict=False)
    ]
    expect_each(examiner, rung, cases, dishonest)


def _narrowed(rung: RungName, case: Case, window: Window) -> Case:
    wide = whole_window(rung, case)
    call = msgspec.structs.replace(wide.call, window=window)
    return replace(wide, call=call, label=window_text(window))


def window_text(window: Window) -> str:
    """Return a window as the names of cases have it."""
    return f"window={window[0]}..{window[1]}"


def dishonest(case: Case, reply: Reply) -> Failure | None:
    """Return what is wrong with a result: neither the score nor, outside the window, a bound."""
    value, true = _value(reply), case.expected
    alpha, beta = case.call.window
    assert true is not None
    if value <= alpha:
        said, right = "at most", true <= value
    elif value >= beta:
        said, right = "at least", true >= value
    else:
        said, right = "exactly", true == value
    if right:
        return None
    return Failure(
        sentence=f"The result says that the position is worth {said} {value}, and it is not.",
        returned=f"{value}, with a window from {alpha} to {beta}",
        expected=_honest(true, alpha, beta),
        why=f"{case.why} What is not above alpha is an upper bound, what is not below beta a lower "
        "one, and anything between is the score itself.",
    )


def _honest(true: int, alpha: int, beta: int) -> str:
    if true <= alpha:
        return f"from {true} to {alpha}: the score is {true}, and not above alpha"
    if true >= beta:
        return f"from {beta} to {true}: the score is {true}, and not below beta"
    return str(true)


def expect_fail_soft(examiner: Examiner, rung: RungName, rows: Sequence[Pruned]) -> None:
    """Ask for the scores of the rows: the best that was found, also outside the window."""
    why = (
        "The best score that was found is returned as it is, also where it lies outside the window."
    )
    expect_values(examiner, rung, [_row_case(rung, row, row.score, why) for row in rows])


def expect_nodes(examiner: Examiner, rung: RungName, rows: Sequence[Pruned]) -> None:
    """Ask how many positions are visited, with all kinds of windows and orders."""
    cases = [_row_case(rung, row, None, "") for row in rows]
    visited = {case.name: row.nodes for case, row in zip(cases, rows, strict=True)}
    expect_each(examiner, rung, cases, lambda case, reply: miscounted(reply, visited[case.name]))


def expect_nodes_of_table(examiner: Examiner, rung: RungName) -> None:
    """Ask for the counts of the table, and note the first, which is of the empty board."""
    rows = pruned(rung)
    expect_nodes(examiner, rung, rows)
    if examiner.chosen_case is not None:
        return
    examiner.measured["nodes"] = rows[0].nodes
    examiner.notes.append(f"{rows[0].nodes:,} positions visited from the empty 3x3 board")


def miscounted(reply: Reply, expected: int) -> Failure | None:
    """Return what is wrong with how many positions were visited."""
    [answer] = reply.outcomes
    said = answer.nodes if isinstance(answer, Answer) else None
    if said == expected:
        return None
    return Failure(
        sentence="Not as many positions are visited, or counted, as there should be.",
        returned="no count" if said is None else f"nodes[0] == {said:,}",
        expected=f"{expected:,}",
        why=_why_nodes(said or 0, expected),
    )


def _why_nodes(said: int, expected: int) -> str:
    if said == 0:
        return "Every call adds 1 to nodes[0] as soon as it is entered."
    if said > expected:
        return (
            "The squares are tried in the given order, with the narrowest window that is known, "
            "and none is tried any more once the best score is not below beta. What a table knows "
            "already is not searched."
        )
    return (
        "Every position that is visited counts, those too at which the game is over or that a "
        "table knows."
    )


def expect_board_unchanged(
    examiner: Examiner, rung: RungName, positions: Sequence[Position]
) -> None:
    """Ask with narrow windows, so that most searches stop early, and look at the board."""
    cases = [
        replace(_narrowed(rung, score_case(position), (0, 1)), expected=None)
        for position in positions
    ]
    expect_values(examiner, rung, cases, judged="manner")


def _row_case(rung: RungName, row: Pruned, expected: int | None, why: str) -> Case:
    call = Call(
        board=row.board,
        player=row.player,
        window=row.window,
        order=row.order,
        rows=_rows(rung, side_length(row.board)),
        horizon=row.horizon,
    )
    usual = row.order == centre_first(side_length(row.board))
    order = "centre-first" if usual else "-".join(map(str, row.order))
    horizon = "" if row.horizon is None else f",{horizon_text(*row.horizon)}"
    return Case(call, expected, why, f"{window_text(row.window)},order={order}{horizon}")


def horizon_text(plies: int, contempt: int) -> str:
    """Return a horizon as the names of cases have it."""
    return f"plies={plies},contempt={contempt}"


def expect_each(
    examiner: Examiner, rung: RungName, cases: Sequence[Case], problem: Problem
) -> None:
    """Ask every case, and let `problem` say what is wrong with each reply."""
    side = side_length(cases[0].call.board)
    seconds = examiner.thresholds.search_seconds
    engine = search_engine(examiner, side)
    examiner.expect_each(engine, question(rung), cases, problem, seconds=seconds)


def _value(reply: Reply) -> int:
    value = reply.first_value
    assert value is not None
    return value
