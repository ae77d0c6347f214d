"""Places and hatches: "5-8", "the hatch between 4 and 5", "the exterior hatch of room 6"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.names import EXTERIOR_ROOMS
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

_PLACES: Final = frozenset(("ROOM", "MACHINE", "SEA", "NUM"))
_SENTENCE_ENDS: Final = frozenset(("", "STOP", "PARAGRAPH"))
_PAIR: Final = ("OPENING", "NUM", "SEP", "NUM", "CLOSING")
_PRESENT: Final = frozenset(("present", "current", "own"))
_HERE: Final = frozenset(("here", "right here", "in here", "where i am", "where i stand"))
_LEADS_ON: Final = LINKS | {"TO"}
_BESIDE: Final = frozenset(("IN", "FROM", "FOR", "FILL"))


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


def _is_order(words: list[Word], at: int, joined: list[Word]) -> bool:
    """ "Blocked hatch 5-6, else 5-7": only an order has a second choice (rules 7.1)."""
    if joined[-1].can_be("ORDER_BLOCK") is None or previous(joined[:-1]) not in _SENTENCE_ENDS:
        return False
    ahead = at + (kind_at(words, at) == "SEP")
    return ahead < len(words) and words[ahead].text in ("else", "otherwise")


def room(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "room 5", "room number 5"."""
    ahead = past_fill(words, at + 1)
    while kind_at(words, ahead) == "OTHER" and words[ahead].text in ("number", "no", "nr"):
        ahead = past_fill(words, ahead + 1)
    if kind_at(words, ahead) != "NUM" or place_of(words[ahead]) is None:
        return keep(words, at, joined)
    if kind_at(words, ahead + 1) in LINKS and kind_at(words, ahead + 2) in ("NUM", "ROOMWORD"):
        return ahead  # "rooms 5-8": the chain tells
    room = merged(words[at], words[ahead], "ROOM")
    room.number = place_of(words[ahead]) or 0
    words[ahead] = room
    return place_word(words, ahead, joined)


def place_word(words: list[Word], at: int, joined: list[Word]) -> int:
    """A place may say the same twice, and may name a hatch: "cabin (10)", "the reactor hatch"."""
    word, after = words[at], at + 1
    place = place_of(word)
    if (
        kind_at(words, after) == "OPENING"
        and kind_at(words, after + 2) == "CLOSING"
        and kind_at(words, after + 1) in _PLACES
        and word.type != "NUM"
        and place_of(words[after + 1]) == place
    ):
        word.end = words[after + 2].end
        after += 3
    ahead = past_fill(words, after)
    door = kind_at(words, ahead)
    if (
        place is not None
        and door in ("DOOR", "EXTERIOR")
        and words[ahead].text != "hatches"
        and (word.type != "NUM" or previous(joined) not in ("DOOR",))
    ):
        hatch = merged(word, words[ahead], "HATCH")
        hatch.places = (place,) if door == "DOOR" else (place, SEA)
        joined.append(hatch)
        return _far_end(words, ahead + 1, hatch)
    if place is not None and place != SEA:
        if previous(joined) == "DOOR" and joined[-1].text != "hatches":
            word.type, word.places, word.start = "HATCH", (place,), joined.pop().start
        elif _exterior_of(joined):
            word.type, word.places, word.start = "HATCH", (place, SEA), joined.pop().start
    joined.append(word)
    return after


def _far_end(words: list[Word], at: int, hatch: Word) -> int:
    """ "Room 8's hatch to room 7": the far end is named behind it."""
    ahead = at + 1 + (kind_at(words, at + 1) == "ROOMWORD")
    if kind_at(words, at) != "TO" or kind_at(words, ahead) not in ("NUM", "ROOM", "SEA"):
        return at
    far = place_of(words[ahead])
    if len(hatch.places) != 1 or far is None or far == hatch.places[0]:
        return at
    hatch.places, hatch.end = (hatch.places[0], far), words[ahead].end
    return ahead + 1


def _exterior_of(joined: list[Word]) -> bool:
    """Whether the words before a place are "the exterior hatch of"."""
    back = len(joined) - 1
    while back >= 0 and joined[back].type in _BESIDE:
        back -= 1
    if back < 0 or joined[back].type != "EXTERIOR":
        return False
    del joined[back + 1 :]
    return True


def door(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "hatch (4,5)", "hatch between 4 and 5", "hatch in 4 to 5", "hatch in 6 to the sea"."""
    if tuple([word.type for word in words[at + 1 : at + 6]]) == _PAIR:
        ends = (place_of(words[at + 2]), place_of(words[at + 4]))
        hatch = merged(words[at], words[at + 5], "HATCH")
        if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
            hatch.places = (ends[0], ends[1])
        else:
            hatch.type = "VAGUE"
        joined.append(hatch)
        return at + 6
    _drop_the_near_end(words, at)
    _drop_number_word(words, at)
    if (
        kind_at(words, at + 1) == "FILL"
        and words[at + 1].text == "of"
        and kind_at(words, at + 2) in ("ROOM", "ROOMWORD", "NUM")
    ):
        del words[at + 1]  # "the hatch of room 6"
    if at + 1 < len(words) and (joins := words[at + 1].can_be("BETWEEN")):
        words[at + 1].become(joins)
    if outward := _outward_in(words, at, joined):
        joined.append(outward)
        return at + 3 + (kind_at(words, at + 2) == "ROOMWORD")
    if words[at].text == "hatches" and (listed := _in_a_row(words, at)):
        joined += listed
        return words.index(listed[-1]) + 1
    if (
        kind_at(words, at + 1) == "FILL"
        and words[at + 1].text == "at"
        and kind_at(words, at + 3) == "TO"
        and kind_at(words, at + 4) == "SEA"
    ):
        words[at + 1].type = "FROM"  # "the hatch at 9 into the sea"
    if kind_at(words, at + 1) in ("IN", "FROM") and kind_at(words, at + 2) in (
        "NUM",
        "ROOMWORD",
        "ROOM",
    ):
        words[at + 1].type = "FROM"
    return keep(words, at, joined)


def _outward_in(words: list[Word], at: int, joined: list[Word]) -> Word | None:
    """ "Out through the hatch in 3": the exterior hatch of a room that has one."""
    if kind_at(words, at + 1) != "IN" and not (at + 1 < len(words) and words[at + 1].text == "at"):
        return None
    ahead = at + 2 + (kind_at(words, at + 2) == "ROOMWORD")
    if kind_at(words, ahead) not in ("NUM", "ROOM") or kind_at(words, ahead + 1) in _LEADS_ON:
        return None
    place = place_of(words[ahead])
    outward = any(
        w.type in ("OUT", "LEAVE") or w.can_be("LEAVE") or w.text.startswith(("leav", "exit"))
        for w in joined[-4:]
    )
    if place not in EXTERIOR_ROOMS or not outward:
        return None
    hatch = merged(words[at], words[ahead], "HATCH")
    hatch.places = (place, SEA)
    return hatch


def _in_a_row(words: list[Word], at: int) -> list[Word]:
    """ "Hatches 5, 2 and 1", "the hatches to 4, 5 and 7": one after the other."""
    ahead = at + 1
    while kind_at(words, ahead) in ("FILL", "TO", "COLON"):
        ahead += 1
    found: list[Word] = []
    while kind_at(words, ahead) == "NUM" and place_of(words[ahead]) is not None:
        found.append(words[ahead])
        ahead += 1
        while kind_at(words, ahead) in ("SEP", "SEPWORD"):
            ahead += 1
    if len(found) < 2 or kind_at(words, ahead) in ("MINUTES", *COUNTED, *LINKS):
        return []
    for word in found:
        word.type, word.places, word.senses = "HATCH", (place_of(word) or 10,), ()
    return found


def _drop_the_near_end(words: list[Word], at: int) -> None:
    """ "The hatch between this room and 5", "the hatch from here to 8": the far end tells."""
    ahead = at + 1
    if ahead < len(words) and words[ahead].text in ("from there", "from here", "thence"):
        del words[ahead]
        return
    if kind_at(words, ahead) not in ("BETWEEN", "FROM"):
        return
    ahead += 1
    here = False
    while ahead < min(at + 6, len(words)) and (
        words[ahead].type in ("FILL", "ROOMWORD", "OTHER")
        or words[ahead].text in _PRESENT
        or (here and words[ahead].type in ("OPENING", "CLOSING"))
        or (here and words[ahead - 1].type == "OPENING" and words[ahead].type == "NUM")
    ):
        here = here or words[ahead].type == "ROOMWORD" or words[ahead].text in _HERE
        ahead += 1
    if not here or kind_at(words, ahead) not in ("TO", "SEPWORD", "AND"):
        return
    if kind_at(words, ahead + 1) in ("NUM", "ROOM", "ROOMWORD", "MACHINE", "SEA"):
        words[ahead].type, words[ahead].senses = "TO", ()
        del words[at + 1 : ahead]


def _drop_number_word(words: list[Word], at: int) -> None:
    """ "Hatch number nine", "hatch no. 9"."""
    if (
        at + 2 < len(words)
        and words[at + 1].text in ("number", "no", "nr", "nos")
        and words[at + 2].type == "NUM"
    ):
        del words[at + 1]


def between(words: list[Word], at: int, joined: list[Word]) -> int:
    """The `and` between two ends of a hatch is no break."""
    if previous(joined) in ("DOOR", "EXTERIOR"):
        words[at].senses = ()  # "the hatch joining 3 to 2" joins nobody to anything
    for ahead in range(at + 2, min(at + 5, len(words))):
        if words[ahead].type in ("SEPWORD", "SEP", "TO"):
            if words[ahead - 1].type in ("NUM", "ROOM", "MACHINE", "SEA", "ROOMWORD"):
                words[ahead].type = "AND"
            break
    return keep(words, at, joined)
