"""The assignment inside a notebook: `%load_ext autograder.notebook`, answers, checks, pictures.

A kernel runs whatever a student types, so nothing here knows an answer: checks and pictures are
made in another process (`autograder.notebook.errands`), which the kernel asks.
"""

from autograder.notebook.checking import check, check_number, check_square, show_file
from autograder.notebook.magic import load_ipython_extension
from autograder.notebook.pictures import (
    show_schedule,
    show_speed_up,
    show_trace,
    show_tree,
)

__all__ = [
    "check",
    "check_number",
    "check_square",
    "load_ipython_extension",
    "show_file",
    "show_schedule",
    "show_speed_up",
    "show_trace",
    "show_tree",
]
