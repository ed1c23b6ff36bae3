"""How well one colour can be read on another."""


def contrast(ink: str, ground: str) -> float:
    """Return the contrast ratio of two colours `#rrggbb` (WCAG 2.1, "contrast ratio")."""
    bright, dim = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` (WCAG 2.1, "relative luminance")."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
