"""Discards of what was told before: "Farewell, toolbox!  I discard it", "I discard all three"."""

from __future__ import annotations

from typing import Final

import msgspec

from rednov_bot.language.neighbours import kind_at, stretch_end, stretch_start
from rednov_bot.language.words import Sense, Word, kinds

DISCARDS: Final = kinds("discard drop dump jettison scrap shed")
_THEM: Final = kinds("it them both all you these those the lot ones of two three four")
_ENDS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD CLOSING DASH") | {""}
_OTHERS: Final = kinds("NAME USE MEANS GIVE TAP DRAW OPEN HATCH DUR NEG PAST HOLD COND PLAN")
_WERE: Final = kinds("was were had did are last yesterday week far earlier previous")
_FAR: Final = 30
_COUNTS: Final = {"it": 1, "both": 2, "two": 2, "three": 3, "four": 4}


def settle_dropped(words: list[Word]) -> None:
    """The tiles take the place of the words for them."""
    for at, word in enumerate(words):
        if word.text in ("discard", "discards") and _heads(words, at):
            return
        if word.text not in DISCARDS or kind_at(words, at - 1) != "SELF":
            continue
        end = at + 1
        while end < len(words) and words[end].text in _THEM:
            end += 1
        if end > at + 1 and kind_at(words, end) in _ENDS:
            _take_up(words, at, end)
            return


def _heads(words: list[Word], at: int) -> bool:
    """ "My two discards, to get under the limit: ...": the tiles stand behind the colon."""
    start = stretch_start(words, at, ("STOP", "PARAGRAPH"))
    colon = stretch_end(words, at + 1, ("COLON", "STOP", "PARAGRAPH", "QUERY"))
    listed = kind_at(words, colon) == "COLON" and kind_at(words, colon + 1) == "ITEM"
    said = words[start:colon]
    others = _OTHERS - {"PAST", "USE"} | {"ITEM", "OWNER", "YOU"}
    if not listed or colon < at + 3:
        return False
    mine = any(word.det == "my" for word in words[start : at + 1])
    reason = words[at + 1].type == "TO" or words[at + 2].text in ("so that", "to", "so")
    if not (mine or reason) or any(w.type in others for w in said):
        return False
    if any(not _WERE.isdisjoint(word.text.split()) for word in said):
        return False
    if words[at + 1].type not in ("SEP", "TO", "OPENING", "FOR") or words[at].det == "the":
        return False
    place = words[start].start
    told = [Word("SELF", place, place, "i"), Word("DISCARD", place, place, "discard")]
    words[start : colon + 1] = told
    return True


def _take_up(words: list[Word], at: int, end: int) -> None:
    said = [word.text for word in words[at + 1 : end]]
    wanted = next((_COUNTS[text] for text in reversed(said) if text in _COUNTS), 0)
    before = words[max(at - _FAR, 0) : at]
    tiles = [word for word in before if word.type == "ITEM"]
    count = sum(max(tile.number, 1) for tile in tiles)
    if not tiles or (wanted and count != wanted) or any(_does(word, tiles) for word in before):
        return
    if not wanted and not {"them", "these", "those"} & set(said):
        return
    told = any(word.type == "DISCARD" for word in before)
    verb = words[at]
    if told:
        for blank in words[at:end]:
            blank.type, blank.senses = "FILL", ()
        return
    verb.type, verb.senses = "DISCARD", (Sense("DISCARD"),)
    place = words[at + 1]
    listed: list[Word] = []
    for tile in tiles:
        if listed:
            listed.append(Word("SEPWORD", place.start, place.start, "and"))
        listed.append(msgspec.structs.replace(tile, start=place.start, end=place.end, senses=()))
        tile.type, tile.senses = "FILL", ()
    words[at + 1 : end] = listed


def _does(word: Word, tiles: list[Word]) -> bool:
    """Whether something else is done with a tile there."""
    return word.type in _OTHERS or (
        word.type == "DISCARD" and len(tiles) > 1 and word.form == "ing"
    )
