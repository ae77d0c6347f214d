"""Numbers linked to a hatch or a way: "5-8", "4 > 5 > 7", "via 2 / 5"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.neighbours import (
    COUNTED,
    LINKS,
    keep,
    kind_at,
    merged,
    past_fill,
    place_of,
    previous,
)
from rednov_bot.language.words import Sense, Word

_SENTENCE_ENDS: Final = frozenset(("", "STOP", "PARAGRAPH"))
_LEADS_ON: Final = LINKS | {"TO"}


def sea(words: list[Word], at: int, joined: list[Word]) -> int:
    """The sea may be one end of a hatch: "sea-9"."""
    return chain(words, at, joined) or keep(words, at, joined)


def chain(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "5-8", "5 to 8", "4 > 5 > 7", "6-sea"."""
    if kind_at(words, at + 1) not in _LEADS_ON:
        return 0
    from_here = previous(joined) == "FROM"
    hatch_from = from_here and len(joined) > 1 and joined[-2].type == "DOOR"
    places, links, ahead = _linked(words, at, hatch_from)
    if not links:
        return 0
    last = words[ahead]
    following = kind_at(words, past_fill(words, ahead + 1))
    spaced = words[at].end + 1 < words[at + 2].start and links == ["DASH"]
    if following in ("MINUTES", "PERCENT", *COUNTED):
        if spaced and words[at].end + 1 == words[at + 1].start and following != "PERCENT":
            return 0  # "room 5 - 2 items": the dash is a pause
        joined.append(merged(words[at], words[past_fill(words, ahead + 1)], "VAGUE"))
        return past_fill(words, ahead + 1) + 1
    named = [place for place in places if place is not None]
    if len(named) < len(places) or any(a == b for a, b in pairwise(named)):
        joined.append(merged(words[at], last, "BIG"))
        return ahead + 1
    if from_here and not hatch_from:
        joined.pop()  # "from 5 to 8": a way, not only a hatch
    several = len(named) > 2 or not {"SLASH", "TO"}.isdisjoint(links)
    if previous(joined) == "THROUGH" and joined[-1].text == "via" and several:
        return _each(words, at, ahead, named, joined)
    whole = len(named) == 2 and not from_here and not _is_walked(words[at:ahead], links, joined)
    chain = merged(words[at], last, "HATCH" if whole else "PATH")
    chain.places = tuple(named)
    if chain.type == "HATCH":
        return _beside_hatch(words, ahead + 1, joined, chain)
    joined.append(chain)
    return ahead + 1


def _each(words: list[Word], at: int, last: int, places: list[Place], joined: list[Word]) -> int:
    """ "Via 2 / 5 / 7": through each of them, the first too."""
    joined.pop()
    for place in places:
        way = merged(words[at], words[last], "SEA" if place == SEA else "ROOM")
        way.number = 0 if place == SEA else place
        joined += [Word("THROUGH", way.start, way.start, "through"), way]
    return last + 1


def _is_walked(words: list[Word], links: list[str], joined: list[Word]) -> bool:
    """Whether two places so linked are a way that is gone, not only a hatch: "5 -> 8"."""
    if previous(joined) in ("DOOR", "EXTERIOR", "OPEN", "UNBLOCK", "BETWEEN"):
        return False
    return links == ["ARROW"] and words[0].type == "NUM"


def _linked(
    words: list[Word], at: int, hatch_from: bool
) -> tuple[list[Place | None], list[str], int]:
    """The places from *at* on, what links them, and where the last one stands.

    A number that is no place is None.
    """
    places: list[Place | None] = [place_of(words[at])]
    links: list[str] = []
    ahead = at
    while (link := kind_at(words, ahead + 1)) in _LEADS_ON:
        if link == "TO" and (hatch_from or words[ahead + 1].text != "to"):
            break
        step = ahead + 2 + (kind_at(words, ahead + 2) == "ROOMWORD")
        if kind_at(words, step) not in ("NUM", "SEA", "BIG"):
            break
        if link == "TO" and kind_at(words, step) == "SEA":
            break
        places.append(place_of(words[step]) if words[step].type != "BIG" else None)
        links.append(link)
        ahead = step
    return places, links, ahead


def _beside_hatch(words: list[Word], at: int, joined: list[Word], hatch: Word) -> int:
    """ "hatch 5-8", "5-8 hatch"."""
    if previous(joined) in ("DOOR", "EXTERIOR"):
        if _is_order(words, at, joined):
            joined[-1].become(Sense("ORDER_BLOCK"))
            joined[-1].senses = ()
        else:
            hatch.start = joined.pop().start
    ahead = past_fill(words, at)
    if kind_at(words, ahead) in ("DOOR", "EXTERIOR"):
        hatch.end, at = words[ahead].end, ahead + 1
    joined.append(hatch)
    return at


_SECOND: Final = frozenset(["else", "otherwise", "failing that", "failing this", "failing which"])


def _is_order(words: list[Word], at: int, joined: list[Word]) -> bool:
    """ "Blocked hatch 5-6, else 5-7": only an order has a second choice (rules 7.1)."""
    if joined[-1].can_be("ORDER_BLOCK") is None or previous(joined[:-1]) not in _SENTENCE_ENDS:
        return False
    ahead = at + (kind_at(words, at) == "SEP")
    return ahead < len(words) and words[ahead].text in _SECOND
