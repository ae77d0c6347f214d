"""Words that are not what they look like: "the reactor's at 7", "two diving guns I fire"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.words import Sense, Word, kinds

_STARTS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING")
_THINGS: Final = kinds("MACHINE FIRE WATER KRAKEN ITEM ROOM DOOR BARREL EXTERIOR")
_OWNED: Final = _THINGS | kinds("TILEWORD ROOMWORD HEADING LABEL")


def with_is(words: list[Word]) -> list[Word]:
    """The words with an "is" behind a thing that begins a clause and owns nothing."""
    told: list[Word] = []
    quoted = "'" in [word.text for word in words]
    for at, word in enumerate(words):
        if quoted and (_is_numbers(words, at) or _is_numbers(words, at - 1)):
            continue  # "room 9's outer hatch"
        told.append(word)
        if word.type not in _THINGS:
            continue
        if word.type == "FIRE" and at and words[at - 1].type == "SELF" and not word.det:
            _settle_firing(words, at)
        if word.text[-2:] != "'s":
            continue
        begins = not at or words[at - 1].type in _STARTS
        owned = at + 1 < len(words) and words[at + 1].type in _OWNED
        if begins and not owned:
            told.append(Word("STATE", word.end - 2, word.end, "is"))
    return told


def _settle_firing(words: list[Word], at: int) -> None:
    """ "I fire two diving guns": "fire" behind "I" is a verb."""
    word = words[at]
    shot = any(after.name == "diving_gun" for after in words[at + 1 : at + 5])
    word.become(Sense("USE") if shot else Sense("FILL"))
    word.senses = ()


def _is_numbers(words: list[Word], at: int) -> bool:
    """Whether the "'s" of a number stands here."""
    return (
        words[at].text == "'"
        and 0 < at < len(words) - 1
        and words[at - 1].type == "NUM"
        and words[at + 1].text == "s"
        and words[at - 1].end == words[at].start
    )
