"""Everybody plays everybody from both sides, and every game counts for both."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from autograder.tournament.pairings import Pairing, round_robin
from autograder.tournament.record import Played, Tally, seconds_per_move, tally
from autograder.truth.rules import O, X, board_from_text

EMPTY = (0,) * 9
AFTER_ONE = board_from_text("X........")


@given(st.integers(2, 6))
def test_every_pair_plays_each_opening_from_both_sides(players: int):
    pairings = round_robin(players, [EMPTY, AFTER_ONE])
    for one, other in combinations(range(players), 2):
        for opening in (EMPTY, AFTER_ONE):
            assert pairings.count(Pairing(one, other, opening)) == 1
            assert pairings.count(Pairing(other, one, opening)) == 1
    assert len(pairings) == len(set(pairings))


GAMES = [
    Played(Pairing(0, 1, EMPTY), X, plies=5, seconds=(0.3, 0.4)),
    Played(Pairing(1, 0, EMPTY), 0, plies=9, seconds=(1.0, 0.8)),
    Played(Pairing(2, 0, EMPTY), X, plies=5, seconds=(0.1, 0.1)),
    Played(Pairing(1, 2, AFTER_ONE), O, plies=3, seconds=(0.2, 0.6)),
]


def test_games_are_counted_for_both_sides():
    assert tally(GAMES, 0) == Tally(won=1, drawn=1, lost=1)
    assert tally(GAMES, 1) == Tally(won=0, drawn=1, lost=2)
    assert tally(GAMES, 2) == Tally(won=2, drawn=0, lost=0)
    assert tally(GAMES, 0, opponent=1) == Tally(won=1, drawn=1, lost=0)
    assert tally(GAMES, 0, opponent=1).points == 1.5


def test_the_time_of_a_move_knows_who_moved_first():
    # Player 2 was X once with 3 of 5 plies, and O once, where O begins: 2 of 3.
    assert seconds_per_move(GAMES, 2) == (0.1 + 0.6) / (3 + 2)
    assert seconds_per_move(GAMES, 3) == 0.0
