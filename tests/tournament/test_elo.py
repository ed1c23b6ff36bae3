"""Ratings are those under which everybody scored what was to be expected."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.tournament.elo import GIVEN_DRAWS, Rating, ratings
from autograder.tournament.pairings import Pairing
from autograder.tournament.record import Played
from autograder.truth.rules import O, X

EMPTY = (0,) * 9


def game(x: int, o: int, winner: int) -> Played:
    return Played(Pairing(x, o, EMPTY), winner, plies=9, seconds=(0.0, 0.0))


def expected(rating: float, other: float = 0.0) -> float:
    return 1 / (1 + 10 ** ((other - rating) / 400))


sides = st.permutations(range(4)).map(lambda order: order[:2])
results = st.lists(st.tuples(sides, st.sampled_from([X, O, 0])), max_size=40)


@given(results)
def test_everybody_scored_what_the_ratings_let_expect(played: list[tuple[list[int], int]]):
    games = [game(*pair, winner) for pair, winner in played]
    rated = ratings(4, games)
    assert sum(one.elo for one in rated) == pytest.approx(0, abs=1e-6)
    average = average_player(rated)
    for player in range(4):
        assert surplus(rated, games, player, average) == pytest.approx(0, abs=1e-6)


def average_player(rated: list[Rating]) -> float:
    """Return how strong the player is against whom the draws were given, who makes up for all."""
    low, high = -2000.0, 2000.0
    for _ in range(100):
        middle = (low + high) / 2
        if sum(0.5 - expected(one.elo, middle) for one in rated) < 0:
            low = middle
        else:
            high = middle
    return low


def surplus(rated: list[Rating], games: list[Played], player: int, average: float) -> float:
    """Return the points that a player has beyond what was to be expected."""
    points = GIVEN_DRAWS * (0.5 - expected(rated[player].elo, average))
    for one in games:
        scored = one.points(player)
        if scored is not None:
            points += scored - expected(rated[player].elo, rated[one.opponent(player)].elo)
    return points


def test_two_and_a_half_points_of_four_are_a_lead_of_some_points():
    better, worse = ratings(2, [game(0, 1, X), game(1, 0, 0), game(0, 1, 0), game(1, 0, 0)])
    assert better.elo == pytest.approx(-worse.elo)
    assert 20 < better.elo < 60


def test_draws_alone_rate_everybody_alike():
    rated = ratings(3, [game(0, 1, 0), game(1, 2, 0), game(2, 0, 0)])
    assert [one.elo for one in rated] == pytest.approx([0, 0, 0], abs=1e-9)


def test_who_won_everything_is_strong_but_not_infinitely():
    strong, weak = ratings(2, [game(0, 1, X), game(1, 0, O)] * 10)
    assert 100 < strong.elo < 1000
    assert strong.elo == pytest.approx(-weak.elo)


def test_more_games_make_the_bars_shorter():
    few = ratings(2, [game(0, 1, X), game(1, 0, X)])
    many = ratings(2, [game(0, 1, X), game(1, 0, X)] * 25)
    assert many[0].margin < few[0].margin / 2


def test_the_bars_hold_the_true_strength_nineteen_times_in_twenty():
    generator = random.Random(11)
    truth = [120.0, 0.0, -120.0]
    held = 0
    for _ in range(200):
        games = []
        for x in range(3):
            for o in range(3):
                if x != o:
                    chance = expected(truth[x], truth[o])
                    games += [
                        game(x, o, X if generator.random() < chance else O) for _ in range(30)
                    ]
        rated = ratings(3, games)
        held += sum(
            abs(one.elo - true) <= one.margin for one, true in zip(rated, truth, strict=True)
        )
    assert 0.92 <= held / 600 <= 0.98
