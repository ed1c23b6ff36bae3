"""The leaderboard tells how far the ladder was climbed, and nothing of hidden checks."""

from made_results import check, result

from autograder.grading.leaderboard import leaderboard, place_of
from autograder.grading.result import CheckResult, Result


def rung(name: str, outcome: str = "passed") -> list[CheckResult]:
    counted = {"nodes": 100.0} if outcome == "passed" else {}
    return [
        check(f"{name}.exact", possible=0.0, extra=1.0),
        check(f"{name}.nodes", outcome, possible=0.0, extra=1.0, measured=counted),
        check(f"{name}.any_order", "failed", possible=0.0, extra=1.0, visibility="hidden"),
    ]


def climber(name: str, *rungs: str, speed_up: float = 1.0) -> Result:
    checks = [one for each in rungs for one in rung(each)]
    return result(*checks, check("timing.threads", measured={"speed_up": speed_up}), name=name)


def test_a_rung_is_climbed_with_all_of_its_public_checks():
    place = place_of(result(*rung("alpha_beta"), *rung("negascout", "failed")))
    assert (place.rung, place.rung_name, place.nodes) == (1, "alpha_beta", 100)


def test_the_highest_rung_counts_even_if_lower_ones_were_left_out():
    place = place_of(climber("ada", "transposition"))
    assert (place.rung, place.rung_name) == (3, "transposition")


def test_positions_are_those_of_the_highest_search_that_is_exact():
    lower, limited = rung("transposition"), rung("depth_limited")
    limited[1] = check("depth_limited.nodes", possible=0.0, extra=1.0, measured={"nodes": 7.0})
    place = place_of(result(*lower, *limited))
    assert (place.rung_name, place.nodes) == ("depth_limited", 100)
    assert place_of(result(*limited)).nodes is None


def test_who_leaves_the_ladder_alone_is_not_on_the_board():
    assert place_of(result(check())).rung == 0
    assert leaderboard([result(check())]) == []


def test_the_highest_comes_first_and_among_equals_the_quickest():
    slow = climber("slow", "alpha_beta", speed_up=1.2)
    quick = climber("quick", "alpha_beta", speed_up=1.9)
    high = climber("high", "alpha_beta", "negascout", speed_up=1.0)
    names = [place.result.submission for place in leaderboard([slow, quick, high])]
    assert names == ["high", "quick", "slow"]
