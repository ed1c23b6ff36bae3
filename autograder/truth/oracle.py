"""The brute-force oracle that makes the tables: standard library only, no code of the solution's.

Run it as `python -m autograder.truth.oracle`; it writes `autograder/truth/data/` anew, from a fixed
seed, byte for byte the same each time. It is not part of what students get.
"""

import random
from pathlib import Path

from autograder.truth.pruning import SEARCHES, searched
from autograder.truth.rules import (
    Board,
    board_after,
    board_text,
    centre_first,
    is_over,
    legal_squares,
    to_move,
    winner,
)

DATA = Path(__file__).parent / "data"
SEED = 20261120
CANDIDATES = 60  # random positions looked at for every number of empty squares
SAMPLES_PER_RESULT = 5  # of them kept, at most, for each of won, drawn and lost
EMPTY_COUNTS = range(6, 11)
PRUNED_EMPTY_COUNTS = (4, 5, 6, 7, 8)
PRUNED_FOR_EACH = 8  # searches with random windows and orders, for every number of empty squares

CONTEMPTS = (0, 0, 25, -25)

Known = dict[Board, int]
Search = tuple[Board, tuple[int, int], tuple[int, ...]]
Row = tuple[str, int, str]


def score(board: Board, player: int, known: Known) -> int:
    """Return what `board` is worth to `player`, who is to move, counted from this position.

    With `plies` to the end of perfect play a win is worth n*n + 1 - plies, a loss the negative and
    a draw 0. `known` remembers finished work; use one for each side of the board.
    """
    if board in known:
        return known[board]
    owner = winner(board)
    if owner:
        value = owner * player * (len(board) + 1)
    elif 0 not in board:
        value = 0
    else:
        value = max(
            one_ply_further(-score(board_after(board, square, player), -player, known))
            for square in legal_squares(board)
        )
    known[board] = value
    return value


def one_ply_further(value: int) -> int:
    """Bring a score from one ply below to this ply: wins and losses shrink by one, draws stay."""
    return value - (value > 0) + (value < 0)


def best_squares(board: Board, player: int, known: Known) -> list[int]:
    """Return every square that leads to the score of the position; none when it is over."""
    if is_over(board):
        return []
    worth = {
        square: -score(board_after(board, square, player), -player, known)
        for square in legal_squares(board)
    }
    return [square for square, value in worth.items() if value == max(worth.values())]


def reachable_boards(side: int) -> list[Board]:
    """Return every position that play can reach from the empty board, X first, sorted."""
    start: Board = (0,) * (side * side)
    seen, waiting = {start}, [start]
    while waiting:
        board = waiting.pop()
        if is_over(board):
            continue
        for square in legal_squares(board):
            child = board_after(board, square, to_move(board))
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return sorted(seen, reverse=True)


def random_board(side: int, empty: int, generator: random.Random) -> Board:
    """Play at random from the empty board until `empty` squares are left and nobody has won."""
    while True:
        board: Board = (0,) * (side * side)
        while board.count(0) > empty and not is_over(board):
            square = generator.choice(legal_squares(board))
            board = board_after(board, square, to_move(board))
        if board.count(0) == empty and not is_over(board):
            return board


def sampled_boards(side: int, empty: int, known: Known) -> list[Board]:
    """Return random positions, evenly won, drawn and lost as far as chance brings them, sorted.

    Lost positions with many empty squares are rare, so there are fewer of them.
    """
    generator = random.Random(f"{SEED} {side} {empty}")
    kept: dict[int, set[Board]] = {-1: set(), 0: set(), 1: set()}
    for _ in range(CANDIDATES):
        board = random_board(side, empty, generator)
        value = score(board, to_move(board), known)
        same_result = kept[(value > 0) - (value < 0)]
        if len(same_result) < SAMPLES_PER_RESULT:
            same_result.add(board)
    return sorted(set.union(*kept.values()), reverse=True)


def rows(boards: list[Board], known: Known) -> list[Row]:
    """Return board, score and best squares of each position, ready to be written."""
    return [
        (
            board_text(board),
            score(board, to_move(board), known),
            " ".join(map(str, best_squares(board, to_move(board), known))),
        )
        for board in boards
    ]


def table_text(table: list[Row]) -> str:
    """Write a table as CSV."""
    lines = ["board,score,best_squares"]
    lines += [f"{board},{value},{best}" for board, value, best in table]
    return "\n".join(lines) + "\n"


def three_by_three() -> str:
    """Return the table of every 3x3 position that play can reach."""
    return table_text(rows(reachable_boards(3), {}))


def four_by_four() -> str:
    """Return the table of sampled 4x4 positions with 6 to 10 empty squares."""
    known: Known = {}
    boards = [board for empty in EMPTY_COUNTS for board in sampled_boards(4, empty, known)]
    return table_text(rows(boards, known))


def pruned() -> str:
    """Return the table of what each rung of the ladder returns and visits on 3x3."""
    generator = random.Random(f"{SEED} pruned")
    widest, usual = (-11, 11), tuple(range(9))
    empty: Board = (0,) * 9
    asked = [(empty, widest, centre_first(3)), (empty, widest, usual)]
    for count in PRUNED_EMPTY_COUNTS:
        for number in range(PRUNED_FOR_EACH):
            board = random_board(3, count, generator)
            alpha = generator.randint(-10, 8)
            narrow = (alpha, generator.randint(alpha + 1, 9))
            shuffled = tuple(generator.sample(usual, 9))
            order = (centre_first(3), shuffled)[number % 2]
            asked.append((board, widest if number < PRUNED_FOR_EACH // 2 else narrow, order))
    lines = ["rung,board,player,alpha,beta,order,plies,contempt,score,nodes"]
    lines += [pruned_row(rung, search, None) for rung in SEARCHES for search in asked]
    for number, (board, window, order) in enumerate(asked):
        horizon = (4, 0) if number == 0 else (generator.randint(0, 4), generator.choice(CONTEMPTS))
        further = (-111, 111) if window == widest else window
        lines.append(pruned_row("depth_limited", (board, further, order), horizon))
    return "\n".join(lines) + "\n"


def pruned_row(rung: str, search: Search, horizon: tuple[int, int] | None) -> str:
    """Return the row of one search of one rung."""
    board, window, order = search
    player = to_move(board)
    found = searched(rung, board, player, window, order, horizon=horizon)
    squares = " ".join(map(str, order))
    plies, contempt = horizon or ("", "")
    what = f"{rung},{board_text(board)},{player},{window[0]},{window[1]},{squares}"
    return f"{what},{plies},{contempt},{found.score},{found.nodes}"


def main() -> None:
    """Write all tables."""
    DATA.mkdir(exist_ok=True)
    (DATA / "three_by_three.csv").write_text(three_by_three(), encoding="utf-8")
    (DATA / "four_by_four.csv").write_text(four_by_four(), encoding="utf-8")
    (DATA / "pruned.csv").write_text(pruned(), encoding="utf-8")
    print(f"wrote {DATA} with seed {SEED}")


if __name__ == "__main__":
    main()
