"""What the right answer to a question is known by in a notebook that students get."""

import hashlib


def number_key(name: str, number: float) -> str:
    """Return the key of a question's answer, so that the notebook need not hold the number.

    It keeps the answer from being read by accident: whoever wants to try all numbers can.

    Args:
        name: of the question.
        number: the answer; six digits of it count.

    >>> number_key("half", 0.5) == number_key("half", 1 / 2) != number_key("other", 0.5)
    True
    """
    return hashlib.sha256(f"{name} {number:.6g}".encode()).hexdigest()[:16]
