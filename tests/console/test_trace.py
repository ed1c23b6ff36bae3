"""A traced move is drawn as it was: who searched what, when, and who used the processor."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from made_notebooks import solved_notebook
from rich.console import Console
from specimens import specimen

from autograder.audit.corpus import write_submission
from autograder.checks.failure import Failure
from autograder.checks.timeline import Timeline
from autograder.console.trace import TraceOptions, trace, trace_call


def traced(folder: Path, **options) -> Timeline:
    timeline = trace_call(TraceOptions(engine=folder, empty=8, **options))
    assert isinstance(timeline, Timeline), timeline
    return timeline


def test_every_subtree_is_drawn_once_within_the_call(solution_folder: Path):
    timeline = traced(solution_folder, module="threads", workers=2)
    assert len({task.square for task in timeline.tasks}) == len(timeline.tasks) == 8
    assert all(0 <= task.start <= task.end <= timeline.wall_seconds for task in timeline.tasks)
    assert timeline.workers == ("thread 1", "thread 2")


def test_threads_in_a_notebook_are_traced(tmp_path: Path):
    (tmp_path / "all.ipynb").write_bytes(solved_notebook())
    assert len(traced(tmp_path, module="threads", workers=2).tasks) == 8


def test_a_tree_shared_two_plies_deep_is_drawn_as_parts_of_root_moves(solution_folder: Path):
    timeline = traced(solution_folder / "fast", module="threads", workers=4)
    scores = best_scores(timeline)
    assert len(timeline.tasks) > len(scores) == 8
    assert scores == best_scores(traced(solution_folder, module="threads", workers=2))


def best_scores(timeline: Timeline) -> dict[int, int]:
    """Return what each root move is worth: the opponent chooses the worst of its parts."""
    scores: dict[int, int] = {}
    for task in timeline.tasks:
        scores[task.square] = min(task.score, scores.get(task.square, task.score))
    return scores


def test_ranks_are_drawn_with_what_they_sent(solution_folder: Path):
    timeline = traced(solution_folder, module="mpi", workers=3)
    assert {task.worker for task in timeline.tasks} == {0, 1, 2}
    said = {(said.rank, said.call): said for said in timeline.traffic}
    assert {call for _, call in said} == {"bcast", "allreduce"}
    assert all(one.count == 1 for one in said.values())
    assert said[0, "bcast"].bytes > 0
    assert said[1, "bcast"].bytes == 0


def test_who_used_the_processor_is_seen_from_outside(tmp_path: Path):
    folder = write_submission(specimen("threads_pool_of_one"), tmp_path)
    options = TraceOptions(engine=folder, module="threads", workers=2)
    timeline = trace_call(options)
    assert isinstance(timeline, Timeline)
    busy, idle = timeline.cpu_seconds
    assert busy > 0.9 * (busy + idle) > 0.01
    assert timeline.idle_share(1) == 1.0


def test_the_chart_is_written_as_a_picture_and_for_perfetto(solution_folder: Path, tmp_path: Path):
    svg, events = tmp_path / "trace.svg", tmp_path / "trace.json"
    console = Console(file=io.StringIO(), width=80)
    options = TraceOptions(
        engine=solution_folder, module="threads", workers=2, empty=None, svg=svg, events=events
    )
    assert trace(options, console) == 0
    assert "no schedule is shorter" in console.file.getvalue()
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert len(json.loads(events.read_text())["traceEvents"]) == 2 + 9


def test_what_cannot_be_traced_is_told_as_a_failure(edited_solution: Callable[..., Path]):
    folder = edited_solution(threads="def computer_move(*_, search): return 1 / 0\n")
    failure = trace_call(TraceOptions(engine=folder, module="threads", workers=2, empty=8))
    assert isinstance(failure, Failure)
    assert "ZeroDivisionError" in failure.sentence
