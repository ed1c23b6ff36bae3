"""Text of a student's, made harmless to look at."""

import unicodedata

# Cc: control characters, escape sequences among them; Cf: marks that turn the direction of text or
# join letters; Cs: halves of characters, which cannot be written to a file; Co, Cn: nobody's.
HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def visible(text: str, *, keep: str = "") -> str:
    r"""Return a text in which every character that does not show is written as an escape.

    Args:
        text: from anywhere.
        keep: characters to leave as they are, such as line breaks.

    >>> visible("\x1b[2Jgone")
    '\\x1b[2Jgone'
    >>> visible("one\ntwo", keep="\n")
    'one\ntwo'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if character in keep or not _is_hidden(character) else _escaped(character)
        for character in text
    )


def _is_hidden(character: str) -> bool:
    # A line separator is a space to Unicode and a line break to whoever reads lines.
    return unicodedata.category(character) in HIDDEN_CATEGORIES or character in "\u2028\u2029"


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
