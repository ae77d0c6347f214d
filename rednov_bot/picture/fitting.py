"""Names are shortened to the room that there is for them."""

from __future__ import annotations


def width(words: str, size: float, *, bold: bool = False) -> float:
    """How many pixels a line of words takes at most."""
    return len(words) * size * (0.62 if bold else 0.56)


def fit(words: str, wide: float, size: float, *, bold: bool = False) -> str:
    """The words, cut and ended by an ellipsis where they are wider than *wide* pixels."""
    if width(words, size, bold=bold) <= wide:
        return words
    while words and width(words + "…", size, bold=bold) > wide:
        words = words[:-1]
    return f"{words.rstrip()}…" if words else ""
