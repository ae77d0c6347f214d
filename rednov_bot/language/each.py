"""Several hatches of which it is said at the end that each is passed: "both times going in"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at, place_of
from rednov_bot.language.words import Word, kinds

_EACH: Final = kinds("both each all every")
_BREAKS: Final = kinds("STOP PARAGRAPH SEP COLON DASH OPENING CLOSING QUERY")
_STOPS: Final = kinds("STOP PARAGRAPH QUERY")
_PLACES: Final = kinds("NUM ROOM")
_BESIDE: Final = kinds("SELF FILL BOTH THROUGH IN SEPWORD VAGUE")
_TEXTS: Final = kinds(
    "both each all every one of them time times hatch hatches door doors two three four room rooms "
    "in turn go going gone first second third passing passed pass through"
)
_BETWEEN: Final = kinds("SEP SEPWORD TO THROUGH DOOR ROOMWORD FILL HATCH SLASH OPEN HANDLE")
_CHAIN: Final = kinds("ARROW DASH")
_JOINTS: Final = kinds("DASH SLASH")
_BACK: Final = 40


def settle_each(words: list[Word]) -> None:
    """Every hatch of such a row is told as one that is opened and entered."""
    if _EACH.isdisjoint(" ".join([word.text for word in words]).split(" ")):
        return
    at = 0
    while at < len(words):
        if words[at].text.split(" ")[0] in _EACH:
            at = _each(words, at)
        at += 1


def _each(words: list[Word], at: int) -> int:
    begin = end = at
    while begin > 0 and words[begin - 1].type not in _BREAKS and _is_of_it(words[begin - 1]):
        begin -= 1
    while end < len(words) and words[end].type not in _BREAKS and _is_of_it(words[end]):
        end += 1
    while end > at + 1 and words[end - 1].type == "SEPWORD":
        end -= 1
    told = words[begin:end]
    if end < len(words) and words[end].type not in _BREAKS | {"SEPWORD"}:
        return at
    passes = any(
        w.can_be("ENTER")
        or w.type == "THROUGH"
        or w.type == "IN"
        or w.text in ("passing", "passed")
        for w in told
    )
    if any(w.type in ("NEG", "NOTENTER") for w in (*told, *words[begin - 1 : begin])):
        words[at].type, words[at].senses = "VAGUE", ()  # "not entering both"
        return at
    if not passes:
        return at
    places = _row(words, begin)
    pairs = _pairs(words, places)
    if pairs:
        both = any(w.text.split(" ")[0] == "both" for w in told)
        return at if both and len(pairs) != 2 else _tell_pairs(words, pairs, begin, end)
    both = any(w.text.split(" ")[0] == "both" for w in told)
    if len(places) < 2 or (both and len(places) != 2):
        return at
    linked = any(w.type in _CHAIN for w in words[places[0] : places[-1]])
    if linked and not both:
        return at
    return _tell(words, places, begin, end)


def _pairs(words: list[Word], places: list[int]) -> list[int]:
    """Where hatches begin that are told by both their rooms: "2-5 and 5-8"."""
    begins = places[::2]
    whole = len(places) > 2 and len(places) % 2 == 0
    if not whole or any(words[at].type != "NUM" for at in places):
        return []
    joined = all(
        last == first + 2 and words[first + 1].type in _JOINTS
        for first, last in zip(begins, places[1::2], strict=True)
    )
    parted = all(
        not any(word.type in _CHAIN for word in words[last:first])
        for last, first in zip(places[1::2], begins[1:], strict=False)
    )
    return begins if joined and parted else []


def _tell_pairs(words: list[Word], pairs: list[int], begin: int, end: int) -> int:
    """ "Hatch 2-5, go in, hatch 5-8, go in"."""
    told: list[Word] = []
    for at in pairs:
        here, last = words[at], words[at + 2]
        if told:
            told.append(Word("DOOR", here.start, here.start, "hatch"))
        told += words[at : at + 3]
        told += [
            Word("SEP", last.end, last.end, ","),
            Word("ENTER", last.end, last.end, "go in"),
            Word("SEP", last.end, last.end, ","),
        ]
    told.pop()
    if begin > 0 and words[begin - 1].type == "OPENING" and kind_at(words, end) == "CLOSING":
        end += 1
    words[pairs[0] : end] = told
    return pairs[0] + len(told) - 1


def _is_of_it(word: Word) -> bool:
    return (
        word.type in _BESIDE
        or all(part in _TEXTS for part in word.text.split(" "))
        or word.can_be("ENTER") is not None
        or word.can_be("OPEN") is not None
    )


def _row(words: list[Word], end: int) -> list[int]:
    """Where the places of the hatches stand that are told in a row before *end*."""
    back = end - 1
    while back >= 0 and words[back].type in ("SEP", "COLON", "OPENING", "DASH", "STOP", "SEPWORD"):
        back -= 1
    found: list[int] = []
    while back >= max(0, end - _BACK):
        word = words[back]
        if word.type in _PLACES and place_of(word) is not None and not _is_counted(words, back):
            found.append(back)
        elif word.type in _STOPS or not (
            word.type in _BETWEEN | _CHAIN
            or word.can_be("OPEN")
            or all(part in _TEXTS for part in word.text.split(" "))
        ):
            break
        back -= 1
    return found[::-1]


def _is_counted(words: list[Word], at: int) -> bool:
    return kind_at(words, at + 1) in ("DOOR", "MINUTES", "ITEM", "TILEWORD")


def _tell(words: list[Word], places: list[int], begin: int, end: int) -> int:
    """ "Hatch to 5, go in, hatch to 8, go in"."""
    first = places[0]
    lead = first - 1 - (kind_at(words, first - 1) == "ROOMWORD")
    led = lead >= 0 and words[lead].type in ("TO", "DOOR", "GO", "OPEN", "ENTER", "THROUGH")
    led = led or (lead >= 0 and words[lead].can_be("GO") is not None)
    told: list[Word] = []
    for place in places:
        here = words[place]
        if told or not led:
            told += [
                Word("DOOR", here.start, here.start, "hatch"),
                Word("TO", here.start, here.start, "to"),
            ]
        told += [
            here,
            Word("SEP", here.end, here.end, ","),
            Word("ENTER", here.end, here.end, "go in"),
            Word("SEP", here.end, here.end, ","),
        ]
    told.pop()
    opening = begin > 0 and words[begin - 1].type == "OPENING"
    if opening and kind_at(words, end) == "CLOSING":
        end += 1
    words[first:end] = told
    return first + len(told) - 1
