"""The tables are the truth: rebuilt, counted, and compared with three other implementations."""

import random

import numpy as np
import pytest

from autograder.truth import oracle
from autograder.truth.rules import board_from_text, board_text, complete_lines, winner
from autograder.truth.tables import (
    DATA,
    child_scores,
    four_by_four,
    position_of,
    three_by_three,
)
from solution import serial


def test_the_three_by_three_table_is_rebuilt_byte_for_byte():
    assert oracle.three_by_three() == (DATA / "three_by_three.csv").read_text()


def test_the_four_by_four_table_is_rebuilt_byte_for_byte():
    assert oracle.four_by_four() == (DATA / "four_by_four.csv").read_text()


def test_every_reachable_position_is_there():
    assert len(three_by_three()) == 5478
    assert sum(not position.is_over for position in three_by_three()) == 4520


def test_the_sample_of_four_by_four_is_mixed():
    empties = {position.empty for position in four_by_four()}
    results = {np.sign(position.score) for position in four_by_four()}
    assert empties == {6, 7, 8, 9, 10}
    assert results == {-1, 0, 1}


@pytest.mark.parametrize("table", [three_by_three, four_by_four], ids=["3x3", "4x4"])
def test_the_solution_agrees_with_the_table(table):
    for position in table():
        board = np.array(position.board, dtype=np.int8)
        assert serial.minimax(board, position.player, 0) == position.score
        if not position.is_over:
            assert serial.computer_move(board, position.player) == position.move


def test_openspiel_agrees_with_the_table():
    """OpenSpiel plays by its own rules; only the depth decay is added to its results here."""
    pyspiel = pytest.importorskip("pyspiel", reason="pip install open_spiel")
    known: dict[str, int] = {}

    def score(state) -> int:
        """Return what the state is worth to the side to move, counted from here."""
        key = str(state)
        if key not in known:
            if state.is_terminal():
                known[key] = -10 if any(state.returns()) else 0
            else:
                values = [-score(state.child(action)) for action in state.legal_actions()]
                known[key] = max(value - (value > 0) + (value < 0) for value in values)
        return known[key]

    score(pyspiel.load_game("tic_tac_toe").new_initial_state())
    theirs = {text.replace("\n", "").upper(): value for text, value in known.items()}
    assert theirs == {board_text(p.board): p.score for p in three_by_three()}


@pytest.mark.parametrize("side", [3, 4, 5])
def test_the_rules_and_the_solution_name_the_same_winner(side: int):
    generator = random.Random(side)
    decided = 0
    for _ in range(3000):
        board = tuple(generator.choice((-1, 0, 1, 1)) for _ in range(side * side))
        if complete_lines(board, 1) and complete_lines(board, -1):
            continue  # play cannot reach it, and the contract says nothing about it
        decided += winner(board) != 0
        assert serial.win(np.array(board, dtype=np.int8)) == winner(board)
    assert decided > 100


def test_child_scores_lead_to_the_score_of_the_position():
    for position in three_by_three():
        if not position.is_over:
            assert max(-score for _, score in child_scores(position)) == position.score


def test_a_position_is_found_by_its_board():
    assert position_of(board_from_text("XX.OO....")).score == 9
    assert position_of(board_from_text("XXX......")) is None
