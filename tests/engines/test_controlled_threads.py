"""Under control, threads run whatever they are built from, and always in the same way."""

from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.engines.engine import Engine, EngineKind
from autograder.engines.isolation.choice import choose_isolation
from autograder.engines.protocol import Answer, Call, Interleaving, Question
from autograder.engines.workspace import fresh_workspace

SCORES = ((0, 1), (1, -2), (2, 0))
BEST = 1  # a score is from the opponent's view
BOARD = (0, 0, 0, 1, -1, 1, -1, 1, -1)

WAYS = {
    "event": """
        ready, found = threading.Event(), []
        threads = [threading.Thread(target=lambda: (ready.wait(), found.extend(map(score, legal))))]
        threads[0].start()
        ready.set()
        threads[0].join()
        return -max(found)[1]
    """,
    "timeouts": """
        found, gate = [], threading.Lock()
        gate.acquire()
        assert not gate.acquire(timeout=3)
        thread = threading.Thread(target=lambda: (time.sleep(60), found.extend(map(score, legal))))
        thread.start()
        thread.join(timeout=1)
        assert thread.is_alive()
        thread.join()
        assert not thread.is_alive()
        return -max(found)[1]
    """,
    "queue with a timeout": """
        todo, found = queue.Queue(), []
        def work():
            while True:
                try:
                    found.append(score(todo.get(timeout=5)))
                except queue.Empty:
                    return
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for square in legal:
            todo.put(square)
        for thread in threads:
            thread.join()
        return -max(found)[1]
    """,
    "timer": """
        found = []
        timer = threading.Timer(30, lambda: found.extend(map(score, legal)))
        timer.start()
        timer.join()
        return -max(found)[1]
    """,
    "thread pool": """
        with multiprocessing.pool.ThreadPool(2) as pool:
            return -max(pool.map(score, legal))[1]
    """,
    "asyncio": """
        async def main():
            return await asyncio.gather(*(asyncio.to_thread(score, square) for square in legal))
        return -max(asyncio.run(main()))[1]
    """,
    "executor kept between calls": """
        return -max(POOL.map(score, legal))[1]
    """,
    "spinning": """
        found = []
        for square in legal:
            threading.Thread(target=lambda s=square: found.append(score(s)), daemon=True).start()
        while len(found) < len(legal):
            pass
        return -max(found)[1]
    """,
}
MODULE = """
import asyncio, multiprocessing.pool, queue, threading, time
from concurrent import futures

from .board import board_after, legal_squares

POOL = futures.ThreadPoolExecutor(2)


def computer_move(board, player, n_threads, search):
    legal = legal_squares(board)

    def score(square):
        return -search(board_after(board, square, player), -player, 1), -square
"""


def ask(folder: Path, interleavings: list[Interleaving]) -> list[Answer]:
    """Return the answers to one call, made once for each interleaving."""
    kind = EngineKind("threads", controlled_threads=True)
    calls = tuple(
        Call(board=BOARD, player=1, scores=SCORES, interleaving=interleaving)
        for interleaving in interleavings
    )
    question = Question(module="threads", function="computer_move", n_threads=2, calls=calls)
    with (
        fresh_workspace(folder) as workspace,
        Engine(kind, workspace, choose_isolation("plain")) as engine,
    ):
        outcomes = [reply.outcomes[0] for reply in engine.ask(question, 20.0)]
    assert all(isinstance(outcome, Answer) for outcome in outcomes), outcomes
    return outcomes


@pytest.mark.parametrize("way", WAYS)
def test_whatever_threads_are_built_from_runs_and_is_repeatable(
    edited_solution: Callable[..., Path], way: str
):
    folder = edited_solution(threads=MODULE + WAYS[way].replace("\n    ", "\n"))
    once = Interleaving(preemptions=((3, 0), (9, 0)))
    answers = ask(folder, [Interleaving(), once, once])
    assert [answer.raised for answer in answers] == [None] * 3
    assert [answer.returned.value for answer in answers] == [BEST] * 3
    assert [answer.schedule.deadlock for answer in answers] == [()] * 3
    assert answers[1].schedule == answers[2].schedule


def test_a_thread_that_waits_for_ever_is_a_deadlock(edited_solution: Callable[..., Path]):
    way = """
    threading.Thread(target=threading.Event().wait).start()
    threading.Barrier(2).wait()
    """
    (answer,) = ask(edited_solution(threads=MODULE + way), [Interleaving()])
    assert [step.source for step in answer.schedule.deadlock] == ["threading.Barrier(2).wait()"]


@pytest.mark.parametrize("made", ["threading.Thread()", "futures.Future()"])
def test_sets_are_gone_through_in_an_order_that_no_address_decides(
    edited_solution: Callable[..., Path], made: str
):
    body = f"""
    many = [{made} for _ in range(50)]
    assert list(set(many)) == many
    return {BEST}
"""
    answers = ask(edited_solution(threads=MODULE + body), [Interleaving()] * 2)
    assert [answer.raised for answer in answers] == [None] * 2


@pytest.mark.parametrize("wait", ["time.sleep(0.5)", "thread.join(0.5)", "gate.wait(timeout=0.5)"])
def test_a_short_wait_is_no_promise(edited_solution: Callable[..., Path], wait: str):
    way = f"""
    found, gate = [], threading.Event()
    thread = threading.Thread(target=lambda: (found.extend(map(score, legal)), gate.set()))
    thread.start()
    {wait}
    return -max(found)[1] if found else -1
    """
    folder = edited_solution(threads=MODULE + way)
    (base,) = ask(folder, [Interleaving()])
    points = range(len(base.schedule.choices) + 5)
    pairs = [((one, 0), (two, 0)) for one in points for two in points if one < two]
    answers = ask(folder, [Interleaving(preemptions=pair) for pair in pairs])
    assert base.returned.value == BEST
    assert -1 in {answer.returned.value for answer in answers if answer.returned}


def test_the_story_tells_lines_and_what_they_changed(edited_solution: Callable[..., Path]):
    way = """
    best = 0

    def work():
        nonlocal best
        best = best + 1

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return best
    """
    folder = edited_solution(threads=MODULE + way)
    points = len(ask(folder, [Interleaving()])[0].schedule.choices)
    schedules = [Interleaving(preemptions=((point, 0),), narrated=True) for point in range(points)]
    lost = next(a for a in ask(folder, schedules) if a.returned.value == 1)
    changes = [
        (step.thread, change)
        for step in lost.schedule.steps
        for change in step.changes
        if change.startswith("best =") and step.thread
    ]
    assert changes[-2:] == [(2, "best = 1"), (1, "best = 1")] or changes == [(2, "best = 1")]
