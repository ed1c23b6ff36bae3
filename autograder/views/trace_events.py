"""Write a timeline for Perfetto and chrome://tracing."""

import json
from typing import Any

from autograder.checks.timeline import Timeline
from autograder.visible_text import visible


def trace_events(timeline: Timeline) -> str:
    """Return the timeline as JSON: a complete event for each subtree, a track for each worker.

    Source: "Trace Event Format" (Google): phases X (complete) and M (metadata), microseconds.
    """
    names: list[dict[str, Any]] = [
        {
            "name": "thread_name",
            "ph": "M",
            "pid": 0,
            "tid": worker,
            "args": {"name": visible(name)},
        }
        for worker, name in enumerate(timeline.workers)
    ]
    searches: list[dict[str, Any]] = [
        {
            "name": f"square {task.square}",
            "cat": "search",
            "ph": "X",
            "pid": 0,
            "tid": task.worker,
            "ts": round(task.start * 1e6, 3),
            "dur": round(task.seconds * 1e6, 3),
            "args": {"square": task.square, "score": task.score},
        }
        for task in timeline.tasks
    ]
    document = {
        "traceEvents": [*names, *searches],
        "displayTimeUnit": "ms",
        "otherData": {"title": visible(timeline.title), "simulated": timeline.simulated},
    }
    return json.dumps(document, indent=1) + "\n"
