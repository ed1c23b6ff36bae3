"""Notebooks as students hand them in, made for tests."""

import json
from pathlib import Path

from autograder.assignment.composition import function_text
from autograder.assignment.files import ANSWERS, MAGIC

SOLUTION = Path(__file__).parents[1] / "solution"


def notebook(*sources: object, **more: object) -> bytes:
    """Return a notebook of code cells."""
    cells = [{"cell_type": "code", "source": s, "metadata": {}, "outputs": []} for s in sources]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, **more}).encode()


def solved_notebook() -> bytes:
    """Return one notebook that holds every answer of the solution."""
    sources = []
    for answer in ANSWERS:
        module, _, function = answer.partition(".")
        text = (SOLUTION / f"{module}.py").read_text(encoding="utf-8")
        sources.append(f"{MAGIC} {answer}\n{function_text(module, text, function)}")
    return notebook(*sources)
