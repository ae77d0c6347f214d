"""A private list of tiles behind a word or two: "Sorry.  These two: a grog, a coffee" (A23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from rednov_bot.engine.words import Item
from rednov_bot.language import offers
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import ItemList, Question, Reading

_MARKS: Final = kinds("SEP STOP PARAGRAPH DASH FILL SEPWORD COLON ITEM")
_LEAD: Final = kinds(
    "sorry oops apologies pardon hello hi hey dear well ok okay right contestmaster h bot here is "
    "are i mean meant it's they're it they my list lists item items tile tiles these those the "
    "this that following as follows correction again namely rather in all to be exact precise then "
    "now cheers regards best kind of please thanks you for here's mine were was should have been "
    "gift return back and a an , . ! : - * ; what's list's"
)
"""The words that may stand before a list: they only announce it."""
_PAUSES: Final = kinds("SEP SEPWORD DASH FILL STOP")
_UNKNOWN: Final = "I do not know that item."
_ANNOUNCES: Final = kinds("NUM TILEWORD")


def item_list(words: Sequence[Word]) -> Reading | None:
    """The list that the text is, once what comes before it is left out; None if it is none.

    A number before the list that is not that of the tiles becomes a question.
    """
    places = [at for at, word in enumerate(words) if word.type == "ITEM"]
    if not places:
        return None
    lead, listed, below = _parts(words, places)
    if not all(map(_is_listed, listed)) or not all(map(_announces, (*lead, *below))):
        return None
    if any(word.number for word in below):
        return None
    tiles = [word for word in listed if word.type == "ITEM"]
    if unclear := [tile for tile in tiles if not tile.number and tile.plural]:
        return Reading("ambiguous", questions=tuple(_about(t, "How many?") for t in unclear))
    items = tuple(cast(Item, tile.name) for tile in tiles for _ in range(tile.number or 1))
    told = [word.number for word in lead if word.type in _ANNOUNCES and word.number]
    if told and told != [len(items)]:
        ask = f"How many items are these?  The list has {len(items)}."
        number = next(word for word in lead if word.type in _ANNOUNCES and word.number)
        return Reading("ambiguous", questions=(_about(number, ask),))
    if "manual" in items:
        manual = next(tile for tile in tiles if tile.name == "manual")
        return Reading("ambiguous", questions=(_about(manual, "Which manual?"),))
    return Reading("acts", (ItemList(items),))


def strange(words: Sequence[Word]) -> Reading | None:
    """The question about what stands in a list of tiles as if it were one: "grog, hat"."""
    places = [at for at, word in enumerate(words) if word.type == "ITEM"]
    by_line = len(places) > 1 and words[places[-1] - 1].type == "STOP"
    for at, word in enumerate(words):
        if word.type != "OTHER" or not places or at < places[0]:
            continue
        pauses = [w.type for w in words[places[-1] + 1 : at]]
        paused = bool(pauses) and set(pauses) <= _PAUSES and (pauses != ["STOP"] or by_line)
        if at < places[-1] or paused:
            if any(w.type == "PARAGRAPH" for w in words[places[0] : at]):
                return None
            return Reading("ambiguous", questions=(_about(word, _UNKNOWN),))
    return None


def _about(word: Word, ask: str) -> Question:
    return Question(word.text, ask, word.start, word.end, offers.known(ask))


def _parts(
    words: Sequence[Word], places: Sequence[int]
) -> tuple[Sequence[Word], Sequence[Word], Sequence[Word]]:
    """What stands before the first tile, from there to the last one, and below it."""
    first, last = places[0], places[-1] + 1
    return words[:first], words[first:last], words[last:]


def _is_listed(word: Word) -> bool:
    return word.type in _MARKS and (word.type != "SEPWORD" or word.text in ("and", "then", "plus"))


def _announces(word: Word) -> bool:
    """Whether a word before the list does no more than announce it."""
    if word.type in ("NAME", "STOP", "PARAGRAPH", *_ANNOUNCES):
        return True
    return all(piece in _LEAD for piece in word.text.split())
