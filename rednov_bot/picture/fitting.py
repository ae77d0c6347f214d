"""Words are shortened to the room that there is for them, and spelt with the letters there are."""

from __future__ import annotations

import unicodedata

from rednov_bot.lettering import covers, width

_HIDDEN = "(see the text)"


def fit(words: str, wide: float, size: float, *, bold: bool = False) -> str:
    """The words, cut and ended by an ellipsis where they are wider than *wide* pixels."""
    words = " ".join(words.split())[:200]
    if width(words, size, bold=bold) <= wide:
        return words
    while words and width(f"{words}…", size, bold=bold) > wide:
        words = words[:-1]
    return f"{words.rstrip()}…" if words else ""


def spelt(words: str) -> str:
    """The words without what the font of the pictures has no letter for."""
    known = unicodedata.normalize("NFC", words)
    if not covers(known):
        known = "".join([sign for sign in known if covers(sign)])
    return known.strip() or _HIDDEN
