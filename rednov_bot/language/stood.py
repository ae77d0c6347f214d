"""Which tiles a text names, whatever it says of them."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.engine.words import ITEMS, Item
from rednov_bot.language.scanner import scan


def tiles_in(text: str, people: Sequence[str]) -> frozenset[Item]:
    """The kinds of tiles of which a word stands in the text."""
    called = {
        sense.name
        for word in scan(text, people, "")
        for sense in word.senses
        if sense.kind == "ITEM"
    }
    return frozenset(one for one in ITEMS if one in called)
