"""A notebook as students may read it on the site: the one that is handed out to them."""

import json
from functools import cache
from pathlib import Path

from autograder.assignment.nbgrader_course import released_notebooks

RELEASED = cache(released_notebooks)


def reading_copy(kit: Path, name: str) -> str:
    """Return a notebook in Markdown, without answers and hidden checks.

    Args:
        kit: its folder.
        name: of the notebook, such as "2_threads".

    Raises:
        InstructorError: a notebook is wrong, or an answer is left in it.
    """
    cells = json.loads(RELEASED(kit)[f"{name}.ipynb"])["cells"]
    # On the site a page leads to a page.
    return "\n\n".join(map(_as_markdown, cells)).replace(".ipynb)", ".md)")


def _as_markdown(cell: dict[str, object]) -> str:
    source = cell["source"]
    text = "".join(source) if isinstance(source, list) else str(source)
    return f"```python\n{text}\n```" if cell["cell_type"] == "code" else text
