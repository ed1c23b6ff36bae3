"""The ladder's page: its counts and points are true."""

from pathlib import Path

import pytest

from autograder.assignment.files import RUNG_NAMES
from autograder.grading.rubric import read_rubric
from autograder.truth.game_tree import nodes
from autograder.truth.pruned import pruned
from autograder.truth.pruning import SEARCHES, least_nodes

TEXT = (Path(__file__).parents[2] / "handouts/ladder.md").read_text(encoding="utf-8")
EMPTY = (0,) * 9
EDGES_FIRST = (1, 3, 5, 7, 0, 2, 6, 8, 4)


@pytest.mark.parametrize("rung", RUNG_NAMES)
def test_a_rung_visits_and_earns_what_the_table_says(rung: str):
    checks = [check for name, check in read_rubric().checks.items() if name.startswith(f"{rung}.")]
    points = sum(check.points for check in checks)
    number = RUNG_NAMES.index(rung) + 1
    visited = f"{pruned(rung)[0].nodes:,} " if pruned(rung) else ""
    assert f"| {number} | `{rung}.py` | {visited}| {points:g} |" in TEXT


def test_what_the_rungs_are_compared_with_is_true():
    assert f"| {nodes(EMPTY, 1):,} |" in TEXT
    assert f"| {least_nodes(EMPTY, 1):,} |" in TEXT


def test_a_bad_order_costs_what_the_page_says():
    of_alpha_beta, of_negascout = (
        SEARCHES[rung](EMPTY, 1, 0, (-11, 11), EDGES_FIRST).nodes
        for rung in ("alpha_beta", "negascout")
    )
    assert f"{of_negascout:,} where alpha-beta visits {of_alpha_beta:,}" in TEXT
