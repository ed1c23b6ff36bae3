"""Text of somebody else's in a table that a spreadsheet opens.

A spreadsheet runs a cell that begins with = + - or @ as a formula (OWASP, "CSV Injection"). Such a
cell gets an apostrophe in front, which a spreadsheet shows as text. So does what would become the
beginning of a cell if the file were taken apart at another delimiter, as Excel does where the list
separator is a semicolon.
"""

import re

from autograder.visible_text import visible

FORMULA = re.compile(r"(?:^|(?<=[;,]))([\s\"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")


def harmless(text: str) -> str:
    """Return text that no spreadsheet runs as a formula.

    >>> harmless("=1+1"), harmless("Ada;@SUM(A1)"), harmless("Jean-Luc")
    ("'=1+1", "Ada;'@SUM(A1)", 'Jean-Luc')
    """
    return FORMULA.sub(r"\1'", visible(text))
