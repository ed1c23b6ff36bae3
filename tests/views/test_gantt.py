"""A timeline is drawn truly, in every format, whatever it holds."""

import io
import json
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from autograder.checks.timeline import Task, Timeline, Traffic
from autograder.views.gantt_chart import gantt_chart
from autograder.views.gantt_svg import gantt_svg
from autograder.views.trace_events import trace_events

TWO_AT_WORK = Timeline(
    title="threads.computer_move(board, player=1, n_threads=2)",
    workers=("thread 1", "thread 2"),
    tasks=(
        Task(worker=0, square=0, score=3, start=0.0, end=0.1),
        Task(worker=1, square=5, score=-2, start=0.0, end=0.04),
    ),
    wall_seconds=0.1,
    cpu_seconds=(0.094, 0.006),
)


def drawn(timeline: Timeline, *, ascii_only: bool = False) -> str:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(gantt_chart(timeline, ascii_only=ascii_only))
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_each_worker_has_a_row_with_its_squares_and_its_idle_time():
    rows = drawn(TWO_AT_WORK).splitlines()
    assert "█0█" in rows[1]
    assert rows[1].endswith("0% idle")
    assert "█5█" in rows[2]
    assert rows[2].endswith("60% idle")


def test_the_bound_and_the_processor_time_are_told():
    text = drawn(TWO_AT_WORK)
    assert "no schedule is shorter than 100 ms" in text
    assert "thread 1 94 ms (94%), thread 2 6 ms (6%)" in text
    assert "best score 3 on square 0, found by thread 1" in text


def test_a_worker_that_never_searched_is_all_idle():
    alone = Timeline(
        title="", workers=("rank 0", "rank 1"), tasks=TWO_AT_WORK.tasks[:1], wall_seconds=0.1
    )
    assert drawn(alone).splitlines()[2].endswith("100% idle")


def test_ascii_is_enough_to_draw_the_bars():
    chart = drawn(TWO_AT_WORK, ascii_only=True)
    assert chart.isascii()
    assert "=0=" in chart


def test_two_tasks_of_two_workers_at_one_time_stand_above_each_other():
    first, second = drawn(TWO_AT_WORK).splitlines()[1:3]
    columns = [{at for at, letter in enumerate(row) if letter == "█"} for row in (first, second)]
    assert columns[0] & columns[1]


def test_many_short_searches_do_not_push_a_long_one_away_from_its_time():
    short = [Task(worker=0, square=1, score=0, start=i / 1e5, end=(i + 1) / 1e5) for i in range(60)]
    long = Task(worker=0, square=9, score=0, start=0.5, end=1.0)
    timeline = Timeline(title="", workers=("a",), tasks=(*short, long), wall_seconds=1.0)
    row = drawn(timeline).splitlines()[1]
    assert "█9█" in row
    assert row.count("·") > 20


def test_searches_that_overlap_leave_no_negative_idle_time():
    task = Task(worker=0, square=1, score=0, start=0.0, end=0.1)
    timeline = Timeline(title="", workers=("a",), tasks=(task, task), wall_seconds=0.1)
    assert drawn(timeline).splitlines()[1].endswith("  0% idle")


def test_a_call_without_searches_has_an_empty_row_for_each_worker():
    rows = drawn(Timeline(title="", workers=("a", "b"), tasks=(), wall_seconds=0.0)).splitlines()
    assert [row.endswith("·  100% idle") for row in rows[1:3]] == [True, True]


def test_a_newline_in_a_name_does_not_break_the_row():
    timeline = Timeline(title="", workers=("a\nb",), tasks=TWO_AT_WORK.tasks[:1], wall_seconds=0.1)
    assert drawn(timeline).splitlines()[1].startswith("a\\nb ")


def test_simulated_time_is_called_so():
    assert "simulated time" in drawn(
        Timeline(title="", workers=("a",), tasks=(), wall_seconds=0.0, simulated=True)
    )


texts = st.text(max_size=20)
times = st.floats(0, 100, allow_nan=False)


@st.composite
def timelines(draw: st.DrawFn) -> Timeline:
    workers = draw(st.lists(texts, min_size=1, max_size=4))
    tasks = draw(
        st.lists(
            st.builds(
                lambda worker, square, score, start, length: Task(
                    worker=worker, square=square, score=score, start=start, end=start + length
                ),
                st.integers(0, len(workers) - 1),
                st.integers(-1, 99),
                st.none() | st.integers(-17, 17),
                times,
                times,
            ),
            max_size=8,
        )
    )
    traffic = draw(
        st.lists(
            st.builds(
                lambda call, file: Traffic(rank=0, call=call, file=file, line=1, count=1, bytes=0),
                texts,
                texts,
            ),
            max_size=2,
        )
    )
    return Timeline(
        title=draw(texts),
        workers=tuple(workers),
        tasks=tuple(tasks),
        wall_seconds=draw(times),
        traffic=tuple(traffic),
    )


@given(timelines(), st.booleans())
def test_no_line_is_wider_than_the_terminal_and_nothing_reaches_it_that_it_would_obey(
    timeline: Timeline, ascii_only: bool
):
    lines = drawn(timeline, ascii_only=ascii_only).split("\n")
    assert max(map(cell_len, lines)) <= 80
    assert not any(ord(letter) < 32 for line in lines for letter in line)
    assert not ascii_only or all(line.isascii() for line in lines)


@given(timelines())
def test_the_picture_is_wellformed_xml_whatever_the_names(timeline: Timeline):
    picture = ElementTree.fromstring(gantt_svg(timeline))
    assert picture.tag.endswith("svg")
    assert not any(element.tag.endswith("script") for element in picture.iter())


def test_a_hostile_name_stays_text_in_the_picture():
    hostile = Timeline(
        title="<script>alert(1)</script>\x1b",
        workers=('<script>"\x00\ud800\ufffe',),
        tasks=TWO_AT_WORK.tasks[:1],
        wall_seconds=0.1,
    )
    picture = ElementTree.fromstring(gantt_svg(hostile).encode())
    assert not any(element.tag.endswith("script") for element in picture.iter())
    assert "<script>" in "".join(picture.itertext())


@given(timelines())
def test_the_trace_has_an_event_for_every_search(timeline: Timeline):
    events = json.loads(trace_events(timeline))["traceEvents"]
    assert len([e for e in events if e["ph"] == "X"]) == len(timeline.tasks)


def test_the_trace_is_in_microseconds():
    events = json.loads(trace_events(TWO_AT_WORK))["traceEvents"]
    assert [(e["ts"], e["dur"]) for e in events if e["ph"] == "X"] == [(0, 100000), (0, 40000)]
