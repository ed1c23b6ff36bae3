"""A class: what students handed in, who they are, when it was due, and grading all of it."""
