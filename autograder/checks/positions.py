"""Boards and cases that the checks share, chosen with a fixed seed."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

import msgspec

from autograder.checks.case import Case, player_name
from autograder.engines.protocol import Call
from autograder.truth.rules import (
    Board,
    O,
    X,
    board_after,
    complete_lines,
    legal_squares,
    lines,
    winner,
)
from autograder.truth.tables import Position, child_scores, four_by_four, three_by_three

SEED = 7
Item = TypeVar("Item")


def sample(items: Iterable[Item], count: int, seed: int = SEED) -> list[Item]:
    """Return `count` of positions or cases, the same ones every time, in their own order."""
    everything = list(items)
    if len(everything) <= count:
        return everything
    chosen = random.Random(seed).sample(range(len(everything)), count)
    return [everything[index] for index in sorted(chosen)]


def open_positions() -> list[Position]:
    """Return the 4,520 positions of 3x3 that are not over."""
    return [position for position in three_by_three() if not position.is_over]


# --- win ---------------------------------------------------------------------------------------


def line_boards(side: int) -> list[tuple[Board, int]]:
    """Return every line for both players, alone and with the opponent's stones around it."""
    generator = random.Random(SEED)
    boards = []
    for line in lines(side):
        for player in (X, O):
            alone = tuple(player if square in line else 0 for square in range(side * side))
            boards.append((alone, player))
            crowded = alone
            around = generator.sample(legal_squares(alone), side * side - side)
            for square in around:
                blocked = board_after(crowded, square, -player)
                if not complete_lines(blocked, -player) and blocked.count(-player) < 2 * side - 2:
                    crowded = blocked
            boards.append((crowded, player))
    return boards


def near_misses(side: int) -> list[Board]:
    """Return boards on which one square of a line is missing or is the opponent's."""
    boards: list[Board] = [(0,) * (side * side)]
    for line in lines(side):
        for player in (X, O):
            gap = sorted(line)[SEED % side]
            board = tuple(player if square in line else 0 for square in range(side * side))
            boards += [board_after(board, gap, 0), board_after(board, gap, -player)]
    return boards


def double_line_boards() -> list[Board]:
    """Return 3x3 boards on which one player has completed two lines with one stone."""
    boards = [
        position.board
        for position in three_by_three()
        if len(complete_lines(position.board, X)) == 2
    ]
    return boards + [tuple(-square for square in board) for board in boards]


def full_boards() -> list[Board]:
    """Return the full 3x3 boards on which nobody has two lines."""
    return [
        position.board
        for position in three_by_three()
        if position.empty == 0 and len(complete_lines(position.board, X)) < 2
    ]


def win_case(board: Board) -> Case:
    """Return the case that asks who owns a line on `board`."""
    owner = winner(board)
    if owner:
        line = ", ".join(map(str, sorted(complete_lines(board, owner)[0])))
        why = f"{player_name(owner)} ({owner:+d}) owns every square of the line {line}."
    else:
        why = "No row, column or diagonal belongs to one player alone."
    return Case(Call(board=board), owner, why)


# --- minimax -----------------------------------------------------------------------------------


def score_case(position: Position, depth: int = 0) -> Case:
    """Return the case that asks what a position is worth."""
    score = position.score_at(depth)
    return Case(
        Call(board=position.board, player=position.player, depth=depth),
        score,
        why_score(position, depth),
        f"depth={depth}" if depth else "",
    )


def why_score(position: Position, depth: int) -> str:
    """Say in one sentence why a position has its score."""
    squares = len(position.board)
    who = player_name(position.player)
    from_depth = f", {depth} plies below the root" if depth else ""
    if position.score == 0:
        return f"{who} is to move, and nobody can force a win: a draw is worth 0."
    plies = squares + 1 - abs(position.score)
    verb = "wins" if position.score > 0 else "loses"
    when = "has already ended" if plies == 0 else f"{verb} after {plies} plies"
    subject = "the game" if plies == 0 else f"{who}, to move,"
    lost = " and O has lost" if position.player == O else " and X has lost"
    return (
        f"Here {subject} {when}{lost if plies == 0 else ''}{from_depth}: "
        f"{'' if position.score > 0 else 'minus '}({squares} + 1 - {depth + plies})."
    )


# --- computer_move -----------------------------------------------------------------------------


def move_case(position: Position, label: str = "") -> Case:
    """Return the case that asks for the move, with the table of true scores as the search."""
    return Case(
        Call(board=position.board, player=position.player, scores=child_scores(position)),
        position.move,
        why_move(position.best_squares),
        label,
    )


def why_move(best_squares: Sequence[int]) -> str:
    """Say in one sentence why a square is the one."""
    if len(best_squares) == 1:
        return f"Square {best_squares[0]} alone has the highest score."
    tied = ", ".join(map(str, best_squares))
    return f"Squares {tied} share the highest score, and among equals the lowest square is right."


def chosen_case(
    board: Board,
    player: int,
    worth: Sequence[int],
    *,
    label: str,
    pauses: Sequence[float] = (),
) -> Case:
    """Return a case whose scores were made up.

    Args:
        board: the position.
        player: who is to move.
        worth: for each legal square, what it is worth to `player`.
        label: tells the case from others on the same board.
        pauses: for each legal square, the seconds that its search takes.
    """
    squares = legal_squares(board)
    best = [s for s, value in zip(squares, worth, strict=True) if value == max(worth)]
    scores = tuple((square, -value) for square, value in zip(squares, worth, strict=True))
    call = Call(
        board=board,
        player=player,
        scores=scores,
        pauses=tuple(zip(squares, pauses, strict=False)),
    )
    return Case(call, best[0], why_move(best), label)


def held_case(case: Case) -> Case:
    """Return the case with its scores kept by the grader until each search is over."""
    return replace(case, call=msgspec.structs.replace(case.call, held=True))


def with_empty(count: int) -> list[Position]:
    """Return the open 3x3 positions with `count` empty squares."""
    return [position for position in open_positions() if position.empty == count]


@cache
def tie_cases() -> tuple[Case, ...]:
    """Return cases in which two squares are equally good, now the lower and now the higher slow.

    The pairs lie on the same worker and on different ones, the lower square on the lower rank and
    on the higher, however the squares are dealt out.
    """
    pairs = [(0, 1), (1, 2), (0, 2), (1, 3), (2, 3), (0, 3)]
    cases: list[Case] = []
    for position in sample(with_empty(4), 3) + sample(with_empty(6), 3):
        for first, second in pairs:
            slow = first if len(cases) % 2 else second
            worth = [-7] * position.empty
            worth[first] = worth[second] = 0
            pauses = [0.004 if index == slow else 0.0 for index in range(position.empty)]
            label = f"tie-{first}-{second}"
            cases.append(
                chosen_case(position.board, position.player, worth, label=label, pauses=pauses)
            )
    return tuple(cases)


@cache
def lost_cases() -> tuple[Case, ...]:
    """Return cases in which every square loses, down to the lowest score there is."""
    generator = random.Random(SEED)
    cases = []
    for position in sample(with_empty(3) + with_empty(5), 12):
        worth = [generator.randint(-10, -3) for _ in range(position.empty)]
        cases.append(chosen_case(position.board, position.player, worth, label="all-lose"))
        lowest = [-10] * position.empty
        cases.append(chosen_case(position.board, position.player, lowest, label="all-lose-at-once"))
    return tuple(cases)


@cache
def large_board_cases() -> tuple[Case, ...]:
    """Return 4x4 cases with made-up scores."""
    generator = random.Random(SEED)
    cases = []
    for position in four_by_four():
        worth = [generator.randint(-17, 17) for _ in range(position.empty)]
        cases.append(chosen_case(position.board, position.player, worth, label="chosen"))
    return tuple(cases)


@cache
def crowded_cases() -> tuple[Case, ...]:
    """Return cases with one to four empty squares, won, drawn and lost."""
    generator = random.Random(SEED)
    cases = []
    for empty in (1, 2, 3, 4):
        for position in sample(with_empty(empty), 8):
            cases.append(move_case(position, "true-scores"))
            worth = [generator.randint(-10, -1) for _ in range(empty)]
            cases.append(chosen_case(position.board, position.player, worth, label="all-lose"))
    return tuple(cases)
