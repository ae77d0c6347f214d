"""What "'s" is: "the reactor's at 7" says how things stand, "the reactor's hatch" names a hatch."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.words import Word, kinds

_STARTS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING")
_THINGS: Final = kinds("MACHINE FIRE WATER KRAKEN ITEM ROOM DOOR BARREL EXTERIOR")
_OWNED: Final = _THINGS | kinds("TILEWORD ROOMWORD HEADING LABEL")


def with_is(words: list[Word]) -> list[Word]:
    """The words with an "is" behind a thing that begins a clause and owns nothing."""
    told: list[Word] = []
    for at, word in enumerate(words):
        told.append(word)
        if word.text[-2:] != "'s" or word.type not in _THINGS:
            continue
        begins = not at or words[at - 1].type in _STARTS
        owned = at + 1 < len(words) and words[at + 1].type in _OWNED
        if begins and not owned:
            told.append(Word("STATE", word.end - 2, word.end, "is"))
    return told
