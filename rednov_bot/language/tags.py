"""A word with a question mark behind an announcement asks for no answer: "..., fair?"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at
from rednov_bot.language.words import Word, kinds

_TAGS: Final = kinds("fair deal ok okay agreed happy see capisce savvy cheers")
_PAUSES: Final = kinds("SEP DASH STOP")


def settle_tags(words: list[Word]) -> None:
    """The tag means nothing, and its question mark is a full stop."""
    for at, word in enumerate(words):
        if (
            word.type == "QUERY"
            and at > 1
            and words[at - 1].text in _TAGS
            and kind_at(words, at - 2) in _PAUSES
        ):
            words[at - 1].type, words[at - 1].senses = "FILL", ()
            word.type, word.text = "STOP", "."
