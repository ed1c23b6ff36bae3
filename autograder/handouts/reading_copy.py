"""A notebook's source as students may read it on the site: without the answers.

The marks are those of the notebooks' sources (handouts/notebooks): a model answer stands in a
region `manual=...`, an answer in code between nbgrader's marks.
"""

import re

from autograder.assignment.release import cut_answers

MODEL_ANSWER = re.compile(
    r"^<!-- #region [^\n]*\bmanual=.*?^<!-- #endregion -->$", re.DOTALL | re.MULTILINE
)
CELL = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
HEAD = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
YOURS = "*Your answer goes here.*"


def reading_copy(source: str) -> str:
    """Return the text of a notebook's source without answers, and without jupytext's head.

    >>> print(reading_copy('''Why?
    ...
    ... <!-- #region manual="why" points=3 -->
    ... Because.
    ... <!-- #endregion -->'''))
    Why?
    <BLANKLINE>
    *Your answer goes here.*
    """
    text = HEAD.sub("", source)
    text = MODEL_ANSWER.sub(YOURS, text)
    return CELL.sub(lambda cell: f"```python\n{cut_answers(cell[1]).rstrip()}\n```", text)
