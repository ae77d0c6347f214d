"""Words that belong together become one: durations, rooms, hatches, counts of tiles."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.names import as_place
from rednov_bot.language.words import Sense, Word

_LINKS: Final = frozenset(("DASH", "SLASH", "ARROW"))
_PLACES: Final = frozenset(("ROOM", "MACHINE", "SEA", "NUM"))
_COUNTED: Final = frozenset(("ITEM", "TILEWORD"))
_BESIDE: Final = frozenset(("IN", "FROM", "FOR", "FILL"))


def join(words: list[Word]) -> list[Word]:
    """The words with all that is one thing joined into one word."""
    joined: list[Word] = []
    at = 0
    while at < len(words):
        word = words[at]
        follower = _FOLLOW.get(word.type)
        at = follower(words, at, joined) if follower else _keep(words, at, joined)
    return joined


def _keep(words: list[Word], at: int, joined: list[Word]) -> int:
    joined.append(words[at])
    return at + 1


def _type(words: list[Word], at: int) -> str:
    return words[at].type if 0 <= at < len(words) else ""


def _past_fill(words: list[Word], at: int) -> int:
    """The next word that means something."""
    while _type(words, at) in ("FILL", "MORE"):
        at += 1
    return at


def _previous(joined: list[Word]) -> str:
    return joined[-1].type if joined else ""


def _merge(word: Word, last: Word, kind: str) -> Word:
    """One word of this kind that reaches from the one to the other."""
    merged = Word(kind, word.start, last.end, word.text, name=word.name, number=word.number)
    merged.det = word.det
    return merged


def _place(word: Word) -> Place | None:
    if word.type == "SEA":
        return SEA
    if word.type == "NUM":
        return as_place(word.number)
    return word.number


# -- a number: a duration, a hatch, a path, a count -------------------------------------------


def _number(words: list[Word], at: int, joined: list[Word]) -> int:
    if [_type(words, at + n) for n in (1, 2, 3)] == ["OPENING", "NUM", "CLOSING"]:
        if words[at + 2].number == words[at].number:
            del words[at + 1 : at + 4]  # "five (5)"
    for reading in (_chain, _duration, _count):
        if after := reading(words, at, joined):
            return after
    if _type(words, at + 1) == "FILL" and _type(words, at + 2) == "OTHER":
        if words[at + 1].text == "'" and words[at + 2].text == "s":  # "5's hatch"
            del words[at + 1 : at + 3]
    if _type(words, at + 1) == "FILL" and words[at + 1].text == "'":
        if words[at + 1].start == words[at].end:  # 5'
            joined.append(_merge(words[at], words[at + 1], "DUR"))
            return at + 2
    return _place_word(words, at, joined)


def _sea(words: list[Word], at: int, joined: list[Word]) -> int:
    return _chain(words, at, joined) or _keep(words, at, joined)


def _chain(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "5-8", "5 to 8", "4 > 5 > 7", "6-sea"."""
    places: list[Place | None] = [_place(words[at])]
    links: list[str] = []
    ahead = at
    while True:
        link = _type(words, ahead + 1)
        if link == "TO" and (_previous(joined) == "FROM" or words[ahead + 1].text != "to"):
            break
        if link not in _LINKS and link != "TO":
            break
        step = ahead + 2 + (_type(words, ahead + 2) == "ROOMWORD")
        if _type(words, step) not in ("NUM", "SEA", "BIG"):
            break
        if link == "TO" and _type(words, step) == "SEA":
            break
        places.append(_place(words[step]) if words[step].type != "BIG" else None)
        links.append(link)
        ahead = step
    if len(places) < 2:
        return 0
    last = words[ahead]
    following = _type(words, _past_fill(words, ahead + 1))
    spaced = words[at].end + 1 < words[at + 2].start and links == ["DASH"]
    if following in ("MINUTES", "PERCENT", *_COUNTED):
        if spaced and words[at].end + 1 == words[at + 1].start and following != "PERCENT":
            return 0  # "room 5 - 2 items": the dash is a pause
        joined.append(_merge(words[at], words[_past_fill(words, ahead + 1)], "VAGUE"))
        return _past_fill(words, ahead + 1) + 1
    named = [place for place in places if place is not None]
    if len(named) < len(places) or any(a == b for a, b in zip(named, named[1:], strict=False)):
        joined.append(_merge(words[at], last, "BIG"))
        return ahead + 1
    chain = _merge(words[at], last, "HATCH" if len(named) == 2 else "PATH")
    chain.places = tuple(named)
    if chain.type == "HATCH":
        return _beside_hatch(words, ahead + 1, joined, chain)
    joined.append(chain)
    return ahead + 1


def _beside_hatch(words: list[Word], at: int, joined: list[Word], hatch: Word) -> int:
    """ "hatch 5-8", "5-8 hatch"."""
    if _previous(joined) in ("DOOR", "EXTERIOR"):
        hatch.start = joined.pop().start
    ahead = _past_fill(words, at)
    if _type(words, ahead) in ("DOOR", "EXTERIOR"):
        hatch.end, at = words[ahead].end, ahead + 1
    joined.append(hatch)
    return at


def _duration(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "5 minutes", "1+2 minutes"."""
    ahead, surcharge = at + 1, False
    if _type(words, ahead) == "OPENING" and _type(words, ahead + 1) == "PLUS":
        if _type(words, ahead + 2) == "NUM" and _type(words, ahead + 3) == "CLOSING":
            ahead, surcharge = ahead + 4, True
    elif _type(words, ahead) == "PLUS" and _type(words, ahead + 1) == "NUM":
        ahead, surcharge = ahead + 2, True
    unit = _past_fill(words, ahead)
    if _type(words, unit) != "MINUTES":
        if not surcharge:
            return 0
        unit = ahead - 1
    duration = _merge(words[at], words[unit], "DUR")
    duration.surcharge = surcharge
    return _put_duration(words, unit + 1, joined, duration)


def _put_duration(words: list[Word], at: int, joined: list[Word], duration: Word) -> int:
    """A duration swallows the `for` before it; after `about` it is no number."""
    if _previous(joined) in ("HEDGE", "TILDE"):
        duration.type, duration.start = "VAGUE", joined.pop().start
    elif _previous(joined) == "FOR" or (
        _previous(joined) == "FILL" and joined[-1].text in ("of", "at", "another")
    ):
        joined.pop()
    if _type(words, at) in ("LEFT", "HEDGE") and words[at].text != "nearly":
        duration.type = "REMARK" if words[at].type == "LEFT" else "VAGUE"
        at += 1
    joined.append(duration)
    return at


def _count(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "two grogs", "2x grog", "both my charms": the number goes to the tiles."""
    ahead = at + 1
    if _type(words, ahead) == "TIMES":
        ahead += 1
    skipped = 0
    while _type(words, ahead) in ("FILL", "MORE", "TIMES") or (
        _type(words, ahead) == "OTHER" and skipped < 2
    ):
        skipped += _type(words, ahead) == "OTHER"
        ahead += 1
    if _type(words, ahead) not in _COUNTED and not (
        _type(words, ahead) and words[ahead].can_be("ITEM") and words[at].number < 11
    ):
        if _type(words, at + 1) == "TIMES" and words[at + 1].text == "times":
            words[at].type = "VAGUE"
        return 0
    tiles = words[ahead]
    if (sense := tiles.can_be("ITEM")) is not None:
        tiles.become(sense)
    tiles.number = words[at].number
    tiles.start, tiles.det = words[at].start, words[at].det or tiles.det
    if words[at].type == "NUM" and words[at].number == 0:
        tiles.type = "NOTHING"
    if _previous(joined) in ("HEDGE", "TILDE"):
        tiles.type, tiles.start = "VAGUE", joined.pop().start
    del words[at:ahead]
    return _tiles(words, at, joined)


def _both(words: list[Word], at: int, joined: list[Word]) -> int:
    words[at].number = 2
    if after := _count(words, at, joined):
        return after
    return (
        _keep(words, at, joined)
        if _type(words, at + 1) != "MINUTES"
        else _duration(words, at, joined)
    )


def _tiles(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "pump manual x2", "deactivation codes (both)", "grog twice"."""
    tiles, ahead = words[at], at + 1
    bracket = _type(words, ahead) == "OPENING"
    ahead += bracket
    times = 0
    for pattern in (("TIMES", "NUM"), ("NUM", "TIMES"), ("BOTH",), ("NUM", "CLOSING"), ("TWICE",)):
        if all(_type(words, ahead + n) == kind for n, kind in enumerate(pattern)):
            if pattern == ("NUM", "CLOSING") and not bracket:
                continue
            number = [words[ahead + n].number for n, k in enumerate(pattern) if k == "NUM"]
            times = number[0] if number else 2
            ahead += len(pattern) - (pattern[-1] == "CLOSING")
            break
    if times and not tiles.number and tiles.type in _COUNTED:
        tiles.number = times
        ahead += bracket and _type(words, ahead) == "CLOSING"
        tiles.end = words[ahead - 1].end
        joined.append(tiles)
        return ahead
    return _keep(words, at, joined)


# -- places and hatches -------------------------------------------------------------------------


def _room(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "room 5", "room number 5"."""
    ahead = _past_fill(words, at + 1)
    while _type(words, ahead) == "OTHER" and words[ahead].text in ("number", "no", "nr"):
        ahead = _past_fill(words, ahead + 1)
    if _type(words, ahead) != "NUM" or _place(words[ahead]) is None:
        return _keep(words, at, joined)
    if _type(words, ahead + 1) in _LINKS and _type(words, ahead + 2) in ("NUM", "ROOMWORD"):
        return ahead  # "rooms 5-8": the chain tells
    room = _merge(words[at], words[ahead], "ROOM")
    room.number = _place(words[ahead]) or 0
    words[ahead] = room
    return _place_word(words, ahead, joined)


def _place_word(words: list[Word], at: int, joined: list[Word]) -> int:
    """A place may say the same twice, and may name a hatch: "cabin (10)", "the reactor hatch"."""
    word, after = words[at], at + 1
    place = _place(word)
    if _type(words, after) == "OPENING" and _type(words, after + 2) == "CLOSING":
        if _type(words, after + 1) in _PLACES and word.type != "NUM":
            if _place(words[after + 1]) != place:
                word.type = "VAGUE"
            word.end = words[after + 2].end
            after += 3
    ahead = _past_fill(words, after)
    door = _type(words, ahead)
    if place is not None and door in ("DOOR", "EXTERIOR") and words[ahead].text != "hatches":
        if word.type != "NUM" or _previous(joined) not in ("DOOR",):
            hatch = _merge(word, words[ahead], "HATCH")
            hatch.places = (place,) if door == "DOOR" else (place, SEA)
            joined.append(hatch)
            return ahead + 1
    if place is not None and place != SEA:
        if _previous(joined) == "DOOR" and joined[-1].text != "hatches":
            word.type, word.places, word.start = "HATCH", (place,), joined.pop().start
        elif _exterior_of(joined):
            word.type, word.places, word.start = "HATCH", (place, SEA), joined.pop().start
    joined.append(word)
    return after


def _exterior_of(joined: list[Word]) -> bool:
    """Whether the words before a place are "the exterior hatch of"."""
    back = len(joined) - 1
    while back >= 0 and joined[back].type in _BESIDE:
        back -= 1
    if back < 0 or joined[back].type != "EXTERIOR":
        return False
    del joined[back + 1 :]
    return True


def _door(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "hatch (4,5)", "hatch between 4 and 5", "hatch in 4 to 5", "hatch in 6 to the sea"."""
    if [_type(words, at + n) for n in (1, 2, 3, 4, 5)] == [
        "OPENING",
        "NUM",
        "SEP",
        "NUM",
        "CLOSING",
    ]:
        ends = (_place(words[at + 2]), _place(words[at + 4]))
        hatch = _merge(words[at], words[at + 5], "HATCH")
        if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
            hatch.places = (ends[0], ends[1])
        else:
            hatch.type = "VAGUE"
        joined.append(hatch)
        return at + 6
    if _type(words, at + 1) in ("IN", "FROM") and _type(words, at + 2) in (
        "NUM",
        "ROOMWORD",
        "ROOM",
    ):
        words[at + 1].type = "FROM"
    return _keep(words, at, joined)


def _between(words: list[Word], at: int, joined: list[Word]) -> int:
    """The `and` between two ends of a hatch is no break."""
    for ahead in range(at + 2, min(at + 5, len(words))):
        if words[ahead].type in ("SEPWORD", "SEP"):
            words[ahead].type = "AND"
            break
    return _keep(words, at, joined)


def _minutes(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "a minute", "minutes: 5"."""
    word = words[at]
    if word.det in ("a", "an"):
        word.type, word.number = "DUR", 1
        return _put_duration(words, at + 1, joined, word)
    if _type(words, at + 1) in ("COLON", "SEP") and _type(words, at + 2) == "NUM":
        if _type(words, at + 1) == "COLON" and _type(words, at + 3) != "MINUTES":
            joined.append(_merge(words[at + 2], words[at + 2], "DUR"))
            return at + 3
    word.type = "OTHER"
    return _keep(words, at, joined)


def _for(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "for 8" is a duration, "head for 8" is a way, "for Pip" is a recipient."""
    ahead = _past_fill(words, at + 1)
    kind = _type(words, ahead)
    goes = bool(joined) and joined[-1].can_be("GO") is not None
    if goes and kind in ("NUM", "ROOM", "ROOMWORD", "SEA", "MACHINE", "DOOR", "EXTERIOR"):
        if _type(words, ahead + 1) != "MINUTES" and words[at].text == "for":
            words[at].become(Sense("TO"))
            return _keep(words, at, joined)
    if kind == "NAME" and words[at].text == "for":
        words[at].become(Sense("TO"))
    elif kind == "NUM" and words[at].text in ("for", "for full", "taking", "lasting"):
        after = _type(words, _past_fill(words, ahead + 1))
        if after not in (*_COUNTED, *_LINKS, "MINUTES", "PLUS", "OPENING", "PERCENT", "TIMES"):
            words[ahead].type = "DUR"
            return _put_duration(words, ahead + 1, joined, words[ahead])
    return _keep(words, at, joined)


def _correction(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "5 minutes, make that 6": the later value takes the place of the earlier one."""
    ahead = _past_fill(words, at + 1)
    if _type(words, ahead) in ("COLON", "SEP"):
        ahead = _past_fill(words, ahead + 1)
    value: list[Word] = []
    after = (
        _FOLLOW.get(_type(words, ahead), _keep)(words, ahead, value) if ahead < len(words) else 0
    )
    if len(value) == 1 and _type(words, after) in ("", "SEP", "SEPWORD", "STOP", "CLOSING"):
        for earlier in reversed(joined[-8:]):
            if earlier.type == "PARAGRAPH":
                break
            if earlier.type == value[0].type or (earlier.type, value[0].type) == ("DUR", "NUM"):
                earlier.number, earlier.places = value[0].number, value[0].places
                earlier.name = value[0].name
                return after
    return _keep(words, at, joined)


def _hedge(words: list[Word], at: int, joined: list[Word]) -> int:
    """ "about" before a number makes it vague; elsewhere it means nothing."""
    ahead = _past_fill(words, at + 1)
    if _type(words, ahead) == "NUM":
        return _keep(words, at, joined)
    words[at].type = "FILL"
    return _keep(words, at, joined)


_FOLLOW: Final = {
    "NUM": _number,
    "SEA": _sea,
    "BOTH": _both,
    "ITEM": _tiles,
    "TILEWORD": _tiles,
    "ROOMWORD": _room,
    "ROOM": _place_word,
    "MACHINE": _place_word,
    "DOOR": _door,
    "BETWEEN": _between,
    "MINUTES": _minutes,
    "FOR": _for,
    "CORRECTION": _correction,
    "HEDGE": _hedge,
    "TILDE": _hedge,
}
