"""Rooms and hatches that are the subject of a sentence: "5 and 8 are on fire", "my route is 5"."""

from __future__ import annotations

from typing import Final

from rednov_bot.games.red_november.reader.verbs import Form
from rednov_bot.language.neighbours import kind_at, room_at
from rednov_bot.language.words import Sense, Word, kinds

_STOPS: Final = kinds("STOP PARAGRAPH QUERY")
_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING")
_PLACES: Final = kinds("NUM ROOM")
_DOORS: Final = kinds("DOOR EXTERIOR")
_STAYS: Final = kinds("stay stays remain remains")
_LEAVES: Final = kinds("leave leaves leaving keep keeps keeping")
_SHUT: Final = kinds("shut closed alone be untouched sealed")
_BEING: Final = kinds("are is was were")
_SIGNS: Final = frozenset((":", "-", "=", "\u2013", "\u2014", "--"))
_NONE: Final = frozenset(("none", "nil", "0", "zero", "nothing", "no", "nought"))
_THEN: Final = frozenset(("then", "next", "and then", "after that", "secondly"))
_ROUTES: Final = kinds("route path way itinerary course journey walk")
_IS: Final = frozenset(("is", "leads", "goes", "runs", "takes me", "leads me"))
_AM: Final = frozenset(("i'm", "i", "i am"))


_CUES: Final = kinds("TO DOOR TILEWORD where first") | _STAYS | _LEAVES | _BEING | _ROUTES
"""Only words of these kinds or spellings are looked at."""
_NO_TOPICS: Final = kinds("SEP STOP PARAGRAPH NUM DUR COLON MACHINE ROOM SELF IN ITEM MEANS")
"""No topic begins with one of these."""


def settle_topics(words: list[Word]) -> None:
    """What is only said of them is no way, and a way told so is one; before numbers are joined."""
    for at, word in enumerate(words):
        if word.type not in _CUES and (word.text not in _CUES or word.type in _NO_TOPICS):
            continue
        if word.type == "TO":
            _am_off(words, at)
        elif word.type in ("DOOR", "TILEWORD") and word.text.endswith("s"):
            _none_of_them(words, at)
        elif word.text in _STAYS:
            _stays_shut(words, at)
        elif word.text in _LEAVES and kind_at(words, at + 1) == "DOOR":
            _leaves_alone(words, at)
        elif word.text in _BEING:
            _are_somehow(words, at)
        elif word.text == "where" and kind_at(words, at - 1) == "STATE":
            _is_where(words, at)
        elif word.text == "first":
            _first_then(words, at)
        elif word.text in _ROUTES and kind_at(words, at + 2) in ("TO", *_PLACES):
            _route_is(words, at)


def _none_of_them(words: list[Word], at: int) -> None:
    """ "Hatches: 0", "items - none", "hatches opened: none"."""
    if at and words[at - 1].type not in _BREAKS:
        return
    sign = at + 1 + (at + 1 < len(words) and words[at + 1].text in ("opened", "used", "passed"))
    if sign + 1 >= len(words) or words[sign].text not in _SIGNS:
        return
    none = words[sign + 1]
    if none.text in _NONE and kind_at(words, sign + 2) in ("", *_BREAKS):
        words[at : sign + 2] = [Word("NOMOVE", words[at].start, none.end, "none")]


def _stays_shut(words: list[Word], at: int) -> None:
    """ "The hatch to 8 stays shut": nothing is done about it."""
    back = at - 1
    while back >= 0 and words[back].type in ("NUM", "ROOM", "ROOMWORD", "TO", "FILL"):
        back -= 1
    if back >= 0 and words[back].type in _DOORS:
        words[at].become(Sense("STATE"))
        words[at].senses = ()


def _leaves_alone(words: list[Word], at: int) -> None:
    """ "I leave the hatch to 8 alone"."""
    end = at + 2
    while end < len(words) and words[end].type in ("NUM", "ROOM", "ROOMWORD", "TO"):
        end += 1
    if end < len(words) and words[end].text in _SHUT:
        words[at].become(Sense("STATE"))
        words[at].senses = ()


def _are_somehow(words: list[Word], at: int) -> None:
    """ "5, 8 and 9 are on fire": rooms that are spoken of, no way."""
    back = at - 1
    while back >= 0 and words[back].type in ("NUM", "ROOM", "ROOMWORD", "SEP", "SEPWORD"):
        back -= 1
    if back >= 0 and words[back].type not in _STOPS | {"COLON", "REMARK"}:
        return
    for word in words[back + 1 : at]:
        if word.type in ("SEP", "SEPWORD"):
            word.type, word.senses = "FILL", ()


def _route_is(words: list[Word], at: int) -> None:
    """ "My route is 5, then 8"."""
    if words[at + 1].text in _IS and (at == 0 or words[at - 1].type in _BREAKS):
        verb = words[at + 1]
        words[at : at + 2] = [
            Word("SELF", words[at].start, words[at].end, "i"),
            Word("GO", verb.start, verb.end, "go", (Sense("GO"),)),
        ]


def _is_where(words: list[Word], at: int) -> None:
    """ "8 is where I am; 5 is where I go"."""
    begin = at - 2 - (kind_at(words, at - 3) == "ROOMWORD")
    if words[at - 1].text != "is" or at < 2 or words[at - 2].type not in _PLACES:
        return
    if (begin > 0 and words[begin - 1].type not in _BREAKS) or kind_at(words, at + 1) != "SELF":
        return
    me, place = words[at + 1], words[begin : at - 1]
    if me.text in _AM:
        end = at + 2 + (at + 2 < len(words) and words[at + 2].text in ("am", "stand"))
        if me.text != "i" or end > at + 2:
            words[begin:end] = [
                Word("SELF", place[0].start, place[0].start, "i'm"),
                Word("IN", place[0].start, place[0].start, "in"),
                *place,
            ]
            return
    if kind_at(words, at + 2) == "GO" and words[at + 2].form != "past":
        to = Word("TO", me.start, me.start, "to")
        words[begin : at + 3] = [me, words[at + 2], to, *place]


def _first_then(words: list[Word], at: int) -> None:
    """ "I go first to 5, then to 8": the order is that of the words anyhow."""
    if at and kind_at(words, at + 1) in ("TO", "DOOR", *_PLACES):
        moves = words[at - 1].type in ("GO", "SEP") or words[at - 1].can_be("GO")
        if moves and any(word.text in _THEN for word in words[at + 1 : at + 8]):
            words[at].type, words[at].senses = "FILL", ()


def _am_off(words: list[Word], at: int) -> None:
    """ "I am off to 5": I go there."""
    if not words[at].text.startswith("off") or room_at(words, at + 1) < 0 or not at:
        return
    if words[at - 1].text in ("i am", "i'm") and words[at - 1].type == "SELF":
        here, words[at - 1].text = words[at - 1].end, "i"
        words.insert(at, Word("GO", here, here, "go", (Sense("GO"),)))
        return
    if at < 2:
        return
    if words[at - 1].text in ("am", "is") and words[at - 2].type in ("SELF", "NAME"):
        form: Form = "s" if words[at - 1].text == "is" else ""
        sense = Sense("GO", form=form)
        words[at - 1].senses = (sense,)
        words[at - 1].become(sense)
        words[at - 1].text = "goes" if form else "go"
