"""What the book is asked: positions that are in its table, as any of their images, or are not."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from autograder.checks.case import Case
from autograder.checks.examiner import Examiner
from autograder.checks.failure import Failure
from autograder.checks.positions import SEED, open_positions, sample, why_move
from autograder.checks.prerequisites import SERIAL, search_engine
from autograder.checks.rungs import expect_exact, needing_own, question
from autograder.checks.transpositions import expect_other_depths, expect_other_windows
from autograder.engines.outcomes import Reply
from autograder.engines.protocol import Call, Question
from autograder.truth.rules import Board, X, is_over, side_length, swapped, symmetries
from autograder.truth.tables import Position

NOT_THERE = -1
LOOKED_UP = Question(module="book", function="looked_up")
MADE_WITHIN = 60.0
"""Seconds for the table that the student's engine makes, with what is compiled for it."""


@dataclass(frozen=True)
class Row:
    """A row of the table: the smallest key of a position's images, and the place played there."""

    key: int
    place: int


def row_of(board: Board, player: int, square: int) -> Row:
    """Return the row for a position on which `square` is best."""
    image = _smallest_image(board, player)
    return Row(_key(board, player, image), image.index(square))


def _smallest_image(board: Board, player: int) -> tuple[int, ...]:
    """Return the image with the smallest key: for each place the square that lies there."""
    return min(symmetries(side_length(board)), key=lambda image: _key(board, player, image))


def _key(board: Board, player: int, image: Sequence[int]) -> int:
    key = 0
    for square in image:
        key = 3 * key + board[square] * player + 1
    return key


def right_squares(board: Board, player: int, row: Row) -> list[int]:
    """Return the squares that the row says: more than one, where the board is its own image."""
    images = symmetries(side_length(board))
    return sorted({i[row.place] for i in images if _key(board, player, i) == row.key})


def expect_found(examiner: Examiner, positions: Sequence[Position], *, images: bool) -> None:
    """Ask for positions that are in the table: as they are there, or as other images of it."""
    generator = random.Random(SEED)
    rows = [row_of(p.board, p.player, generator.choice(p.best_squares)) for p in positions]
    cases = []
    for position in positions:
        chosen = generator.choice(symmetries(side_length(position.board)))
        image = chosen if images else _smallest_image(position.board, position.player)
        cases.append(_case(_image(position.board, image), position.player, rows))
    _expect_squares(examiner, cases, rows)


def expect_exchanged(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask for positions whose table was made with X and O the other way round."""
    rows = [row_of(p.board, p.player, p.move) for p in positions]
    cases = [_case(swapped(p.board), -p.player, rows) for p in positions]
    _expect_squares(examiner, cases, rows)


def expect_not_there(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask for positions that are not in the table, between its rows and on either side of them."""
    in_order = sorted(positions, key=lambda p: row_of(p.board, p.player, p.move).key)
    kept = in_order[len(in_order) // 4 : -len(in_order) // 4 : 2]
    rows = [row_of(p.board, p.player, p.move) for p in kept]
    there = {row.key for row in rows}
    asked = [(p, rows) for p in positions if row_of(p.board, p.player, p.move).key not in there]
    asked += [(p, []) for p in kept[:2]]
    cases = [
        _case(p.board, p.player, in_table, expected=NOT_THERE, why="It is not in the table.")
        for p, in_table in asked
    ]
    examiner.expect(SERIAL, question("book"), cases, seconds=examiner.thresholds.search_seconds)


def expect_board_unchanged(examiner: Examiner, positions: Sequence[Position]) -> None:
    """Ask, and look at the caller's board."""
    rows = [row_of(p.board, p.player, p.move) for p in positions]
    cases = [_case(p.board, p.player, rows, why="Only look at the board.") for p in positions]
    seconds = examiner.thresholds.search_seconds
    examiner.expect(SERIAL, question("book"), cases, judged="manner", seconds=seconds)


def expect_own_table(examiner: Examiner, positions: Iterable[Position]) -> None:
    """Ask for what the student's own engine looks up, in the table that their search has made."""
    _expect_right_transposition(examiner)
    cases, best = [], {}
    for position in positions:
        call = Call(board=position.board, player=position.player)
        case = Case(call, None, why_move(position.best_squares))
        cases.append(case)
        best[case.name] = position.best_squares

    def wrong_square(case: Case, reply: Reply) -> Failure | None:
        value = reply.first_value
        return None if value in best[case.name] else _failure(case, value, best[case.name])

    engine = search_engine(examiner, 3)
    examiner.expect_each(engine, LOOKED_UP, cases, wrong_square, seconds=MADE_WITHIN)


def larger_positions(side: int, count: int) -> list[Position]:
    """Return positions of a larger board that are not over, each with a square that is called best.

    Whether it is does not matter: the table says so.
    """
    generator = random.Random(SEED + side)
    found: list[Position] = []
    while len(found) < count:
        stones = generator.randrange(side**2 - 2)
        order = generator.sample(range(side**2), side**2)
        board = [0] * side**2
        for number, square in enumerate(order[:stones]):
            board[square] = X if number % 2 == 0 else -X
        if not is_over(tuple(board)):
            found.append(Position(tuple(board), 0, (order[-1],)))
    return found


def _expect_right_transposition(examiner: Examiner) -> None:
    """See that the search works that makes the table, with one table of its own for all of it."""
    with needing_own(examiner, "transposition"):
        expect_exact(examiner, "transposition", sample(open_positions(), 100))
        expect_other_windows(examiner, sample(open_positions(), 60))
        expect_other_depths(examiner, sample(_at_any_depth(), 60))


def _at_any_depth() -> list[Position]:
    """Return positions whose scores depend on the depth, which they can have been reached at."""
    return [p for p in open_positions() if p.score != 0 and p.empty <= 5]


def _expect_squares(examiner: Examiner, cases: Sequence[Case], rows: Sequence[Row]) -> None:
    by_key = {row.key: row for row in rows}

    def wrong_square(case: Case, reply: Reply) -> Failure | None:
        board, player = case.call.board, case.call.player
        key = _key(board, player, _smallest_image(board, player))
        right = right_squares(board, player, by_key[key])
        return None if reply.first_value in right else _failure(case, reply.first_value, right)

    seconds = examiner.thresholds.search_seconds
    examiner.expect_each(SERIAL, question("book"), cases, wrong_square, seconds=seconds)


def _failure(case: Case, value: int | None, right: Sequence[int]) -> Failure:
    return Failure(
        sentence="A position is in the table, and was not found."
        if value == NOT_THERE
        else "The result is wrong.",
        returned=str(value),
        expected=" or ".join(map(str, right)),
        why=case.why,
    )


def _case(
    board: Board,
    player: int,
    rows: Sequence[Row],
    *,
    expected: int | None = None,
    why: str = "The row speaks of an image of the position; the square is one of the board's.",
) -> Case:
    solved = {row.key: row.place for row in rows}
    call = Call(board=board, player=player, solved=tuple(sorted(solved.items())))
    return Case(call, expected, why, f"rows={len(solved)}")


def _image(board: Board, image: Sequence[int]) -> Board:
    return tuple(board[square] for square in image)
