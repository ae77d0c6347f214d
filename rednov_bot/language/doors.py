"""Places and hatches: "5-8", "the hatch between 4 and 5", "the exterior hatch of room 6"."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA
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
from rednov_bot.language.words import Word

_PLACES: Final = frozenset(("ROOM", "MACHINE", "SEA", "NUM"))
_PAIR: Final = ("OPENING", "NUM", "SEP", "NUM", "CLOSING")
_PRESENT: Final = frozenset(("present", "current", "own"))
_HERE: Final = frozenset(("here", "right here", "in here", "where i am", "where i stand"))
_LEADS_ON: Final = LINKS | {"TO"}
_BESIDE: Final = frozenset(("IN", "FROM", "FOR", "FILL"))


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
        and not words[ahead].text.endswith("s")
        and (word.type != "NUM" or previous(joined) not in ("DOOR",))
    ):
        hatch = merged(word, words[ahead], "HATCH")
        inward = door == "DOOR" and not (place in EXTERIOR_ROOMS and _goes_out(joined))
        hatch.places = (place,) if inward else (place, SEA)
        joined.append(hatch)
        return _far_end(words, ahead + 1, hatch)
    if place is not None and place != SEA:
        if previous(joined) == "DOOR" and not joined[-1].text.endswith("s"):
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
        if outward := _outward_in(words, at, joined):
            joined.append(outward)
            return at + 3 + (kind_at(words, at + 2) == "ROOMWORD")
        far = at + 3 + (kind_at(words, at + 2) == "ROOMWORD")
        if kind_at(words, far) == "TO" and kind_at(words, far + 1) in ("SEA", "NUM", "ROOM"):
            words[at + 1].type = "FROM"  # "the hatch of room 9 to the sea"
        else:
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
    if kind_at(words, at + 1) != "IN" and not (
        at + 1 < len(words) and words[at + 1].text in ("at", "of")
    ):
        return None
    ahead = at + 2 + (kind_at(words, at + 2) == "ROOMWORD")
    if kind_at(words, ahead) not in ("NUM", "ROOM") or kind_at(words, ahead + 1) in _LEADS_ON:
        return None
    place = place_of(words[ahead])
    if place not in EXTERIOR_ROOMS or not _goes_out(joined):
        return None
    hatch = merged(words[at], words[ahead], "HATCH")
    hatch.places = (place, SEA)
    return hatch


def _goes_out(joined: list[Word]) -> bool:
    """Whether the words before a hatch lead out, and not out of some other room."""
    before = joined[-4:]
    return all(w.type not in ("NUM", "ROOM", "ROOMWORD") for w in before) and any(
        w.type in ("OUT", "LEAVE") or w.can_be("LEAVE") or w.text.startswith(("leav", "exit"))
        for w in before
    )


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
