"""Measure what isolation costs: starting a worker, and a question to it.

    python -m tests.studies.isolation_cost --starts 30 --questions 400

The levels take turns, so that what disturbs one disturbs the other. Reported are medians and
quartiles, and the difference to a plain process.
"""

import argparse
import statistics
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import LEVELS, choose_isolation
from autograder.engines.protocol import Call, Question
from autograder.engines.workspace import fresh_workspace

ROOT = Path(__file__).parents[2]
QUESTION = Question(module="serial", function="win", calls=(Call(board=(0,) * 9),))
PLAIN = "plain"


def engines(names: list[str], stack: ExitStack) -> dict[str, Engine]:
    """Return an engine of the reference for each level; none is started yet."""
    found = {}
    for name in names:
        workspace = stack.enter_context(fresh_workspace(ROOT / "solution"))
        engine = Engine(EngineKind("serial"), workspace, choose_isolation(name))
        found[name] = stack.enter_context(engine)
    return found


def start_seconds(engine: Engine) -> float:
    """Return how long it takes until a new worker has dialled; nothing is imported in that time."""
    engine.close()
    started = time.monotonic()
    conversation = engine._start()
    seconds = time.monotonic() - started
    conversation.close()
    return seconds


def report(what: str, seconds: dict[str, list[float]]) -> None:
    """Print medians, quartiles and the difference to plain."""
    base = statistics.median(seconds[PLAIN])
    for name, values in seconds.items():
        low, middle, high = (1000 * q for q in statistics.quantiles(values, n=4))
        print(
            f"{what:<10} {name:<13} {middle:8.2f} ms ({low:.2f} to {high:.2f}), "
            f"{middle - 1000 * base:+.2f} ms"
        )


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--starts", type=int, default=30)
    parser.add_argument("--questions", type=int, default=400)
    options = parser.parse_args()
    names = [level.name for level in LEVELS if level.why_not() is None]
    starts: dict[str, list[float]] = {name: [] for name in names}
    answers: dict[str, list[float]] = {name: [] for name in names}
    with ExitStack() as stack:
        found = engines(names, stack)
        for _ in range(options.starts):
            for name, engine in found.items():
                starts[name].append(start_seconds(engine))
        for engine in found.values():
            engine.close()
            engine.ask(QUESTION, 60.0)
        for _ in range(options.questions):
            for name, engine in found.items():
                answers[name].append(engine.ask(QUESTION, 60.0)[0].wall_seconds)
    report("start", starts)
    report("question", answers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
