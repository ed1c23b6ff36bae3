"""What the rungs return and visit: the table, the oracle and the solution say the same."""

import random

import numpy as np
import pytest

from autograder.checks.positions import open_positions
from autograder.truth import oracle
from autograder.truth.pruned import TABLE, pruned
from autograder.truth.pruning import SEARCHES, least_nodes, searched
from autograder.truth.rules import Board, centre_first, open_lines, symmetries
from autograder.truth.tables import four_by_four, three_by_three
from solution import alpha_beta, depth_limited, ladder, negascout, serial, transposition

WIDEST = (-11, 11)
EMPTY: Board = (0,) * 9
EXACT = {"alpha_beta": alpha_beta, "negascout": negascout, "transposition": transposition}
SOLUTIONS = {**EXACT, "depth_limited": depth_limited}
RUNGS = sorted(SOLUTIONS)


def as_array(board: Board) -> np.ndarray:
    return np.array(board, dtype=np.int8)


def of_solution(
    rung: str,
    board: Board,
    player: int,
    window: tuple[int, int],
    order: tuple[int, ...],
    *,
    horizon: tuple[int, int] | None = None,
) -> tuple[int, int]:
    nodes = np.zeros(1, dtype=np.int64)
    squares = np.array(order, dtype=np.int64)
    more: list[object] = []
    if rung == "transposition":
        more = [ladder.new_table(as_array(board))]
    elif horizon is not None:
        more = [*horizon, np.zeros(1, dtype=np.uint8)]
    search = getattr(SOLUTIONS[rung], rung)
    score = search(as_array(board), player, 0, *window, squares, nodes, *more)
    return score, int(nodes[0])


def test_the_table_is_rebuilt_byte_for_byte():
    assert oracle.pruned() == TABLE.read_text()


def test_the_counts_from_the_empty_board_are_the_known_ones():
    usual = tuple(range(9))
    of_alpha_beta = [row.nodes for row in pruned("alpha_beta")[:2]]
    assert of_alpha_beta == [7_865, 20_866]
    assert [row.order for row in pruned("alpha_beta")[:2]] == [centre_first(3), usual]
    edges_first = (1, 3, 5, 7, 0, 2, 6, 8, 4)
    assert of_solution("alpha_beta", EMPTY, 1, WIDEST, edges_first)[1] == 46_965
    assert pruned("negascout")[0].nodes == 6_370
    assert pruned("transposition")[0].nodes == 532


def test_no_order_visits_fewer_positions_than_the_best_one():
    assert least_nodes(EMPTY, 1) == 1_452
    generator = random.Random(8)
    for position in generator.sample(open_positions(), 30):
        board, player = position.board, position.player
        order = tuple(generator.sample(range(9), 9))
        least = least_nodes(board, player)
        assert least <= SEARCHES["alpha_beta"](board, player, 0, WIDEST, order).nodes


@pytest.mark.parametrize("rung", RUNGS)
def test_the_solution_returns_and_visits_what_the_table_says(rung: str):
    for row in pruned(rung):
        found = of_solution(rung, row.board, row.player, row.window, row.order, horizon=row.horizon)
        assert found == (row.score, row.nodes)


@pytest.mark.parametrize("rung", RUNGS)
def test_windows_and_orders_at_random_make_no_difference_to_who_is_asked(rung: str):
    generator = random.Random(5)
    for position in generator.sample(open_positions(), 60):
        alpha, beta = sorted(generator.sample(range(-10, 11), 2))
        order = tuple(generator.sample(range(9), 9))
        board, player = position.board, position.player
        horizon = None
        if rung == "depth_limited":
            horizon = (generator.randint(0, 9), generator.randint(-100, 100))
        asked = (rung, board, player, (alpha, beta), order)
        found = searched(*asked, horizon=horizon)
        assert of_solution(*asked, horizon=horizon) == (found.score, found.nodes)


@pytest.mark.parametrize("rung", sorted(EXACT))
def test_a_rung_scores_every_position_as_the_tables_do(rung: str):
    search = SOLUTIONS[rung].search
    for position in [*open_positions(), *four_by_four()]:
        assert search(as_array(position.board), position.player, 0) == position.score


@pytest.mark.parametrize("rung", sorted(EXACT))
def test_the_serial_move_is_the_same_with_a_rung(rung: str):
    search = SOLUTIONS[rung].search
    for position in random.Random(3).sample(open_positions(), 40):
        board = as_array(position.board)
        assert serial.computer_move(board, position.player, search) == position.move


@pytest.mark.parametrize("side", [3, 4, 5, 6])
def test_both_sides_go_from_the_centre_outwards(side: int):
    board = np.zeros(side * side, dtype=np.int8)
    assert tuple(ladder.centre_first(board).tolist()) == centre_first(side)


def test_all_images_of_a_position_have_one_key_and_no_other_position_has_it():
    positions_of: dict[int, set[Board]] = {}
    for position in three_by_three():
        board, player = position.board, position.player
        seen = tuple(square * player for square in board)
        for image in symmetries(3):
            turned = tuple(seen[square] for square in image)
            key = ladder.key_of(as_array(turned), 1)
            assert key == ladder.key_of(as_array(board), player)
            positions_of.setdefault(key, set()).add(min_image(turned))
    assert all(len(positions) == 1 for positions in positions_of.values())
    assert min(positions_of) > 0
    assert max(positions_of) < len(ladder.new_table(as_array(EMPTY)))


def min_image(board: Board) -> Board:
    return min(tuple(board[square] for square in image) for image in symmetries(3))


@pytest.mark.parametrize("side", [3, 4, 5])
def test_both_sides_estimate_alike(side: int):
    generator = random.Random(9)
    for _ in range(200):
        board = tuple(generator.choice((0, 0, 1, -1)) for _ in range(side * side))
        estimate = open_lines(board, 1)
        assert ladder.open_lines(as_array(board), 1) == estimate
        assert ladder.open_lines(as_array(board), -1) == -estimate
        assert abs(estimate) <= 100


@pytest.mark.parametrize("rows", [1, 5, 3**9])
def test_a_table_that_is_kept_never_changes_a_score(rows: int):
    table = np.zeros((rows, 3), dtype=np.int64)
    generator = random.Random(6)
    for position in generator.sample(open_positions(), 1_500):
        depth = generator.randint(0, 9 - position.empty)
        alpha, beta = sorted(generator.sample(range(-11, 12), 2))
        order = np.array(generator.sample(range(9), 9), dtype=np.int64)
        score = transposition.transposition(
            as_array(position.board),
            position.player,
            depth,
            alpha,
            beta,
            order,
            np.zeros(1, dtype=np.int64),
            table,
        )
        true = position.score_at(depth)
        assert score == true or true <= score <= alpha or true >= score >= beta
