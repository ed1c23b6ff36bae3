"""Who climbed how far: the highest rung, the positions that it visits, and the speed-up."""

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.assignment.files import EXACT_RUNGS, RUNG_NAMES
from autograder.grading.result import Result

TIMED = ("timing.threads", "timing.mpi")


@dataclass(frozen=True)
class Place:
    """What one submission has to show; public checks alone count, so that nothing hidden is told.

    Attributes:
        rung: number of the highest rung whose public checks are all passed; 0 for none.
        rung_name: its name; "" for none.
        nodes: how many positions the highest of those that find the scores of minimax visits from
            the empty 3x3 board; None if there is none.
        speed_ups: over the serial reference, by the check that measured them.
    """

    result: Result
    rung: int
    rung_name: str
    nodes: int | None
    speed_ups: dict[str, float]


def place_of(result: Result) -> Place:
    """Return what one submission has to show."""
    climbed = [name for name in RUNG_NAMES if _is_climbed(result, name)]
    rung_name = climbed[-1] if climbed else ""
    public = {check.name: check for check in result.checks if check.visibility == "public"}
    exact = [name for name in climbed if name in EXACT_RUNGS]
    nodes = public[f"{exact[-1]}.nodes"].measured.get("nodes") if exact else None
    return Place(
        result=result,
        rung=RUNG_NAMES.index(rung_name) + 1 if climbed else 0,
        rung_name=rung_name,
        nodes=None if nodes is None else round(nodes),
        speed_ups={
            name: public[name].measured["speed_up"]
            for name in TIMED
            if name in public
            and public[name].outcome == "passed"
            and "speed_up" in public[name].measured
        },
    )


def _is_climbed(result: Result, rung: str) -> bool:
    checks = [c for c in result.checks if c.part == rung and c.visibility == "public"]
    return bool(checks) and all(check.outcome == "passed" for check in checks)


def leaderboard(results: Sequence[Result]) -> list[Place]:
    """Return those who climbed a rung: the highest first, among equals the quickest threads."""
    places = [place for place in map(place_of, results) if place.rung]
    return sorted(places, key=lambda p: (-p.rung, -p.speed_ups.get(TIMED[0], 0.0)))
