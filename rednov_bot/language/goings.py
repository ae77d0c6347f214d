"""Goings that no verb tells by itself: "into 2 I go", "I'm tiptoeing into 2"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import ENDS
from rednov_bot.language.neighbours import kind_at
from rednov_bot.language.words import Sense, Word, kinds

_PLACES: Final = kinds("NUM ROOM")
_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING QUERY")
_IT_IS: Final = frozenset(("it's", "it is", "tis", "'tis"))
_INWARD: Final = kinds("in inside aboard back")
_ONWARD: Final = (
    "into", "through to", "over to", "off to", "on to", "across to", "along to", "up to", "down to",
)  # fmt: skip
_AWAY: Final = kinds("on forth home back away myself")
_THERE: Final = kinds("NUM ROOM SEA")
_TRANSFERS: Final = kinds("transfer transfers transferring report reports reporting")
NO_GAITS: Final = kinds(
    "looking checking staring gazing peering shouting yelling singing whistling listening "
    "spitting thinking talking whispering "
    "cursing sneezing pouring speaking breathing crying calling howling weeping drilling "
    "squinting glancing reaching leaning draining pumping blowing waving bumping"
)
"""What one does into a room without going there."""


_CUES: Final = kinds("DOOR EXTERIOR WATER OUT SELF OTHER we") | _IT_IS | _TRANSFERS
"""Only words of these kinds or spellings are looked at."""
_NO_GOINGS: Final = kinds("SEP STOP PARAGRAPH NUM ITEM DUR COLON MEANS MACHINE ROOM")
"""No going begins with one of these."""


def settle_goings(words: list[Word]) -> None:
    """Every such going is told by "go"; before numbers are joined."""
    for at, word in enumerate(words):
        if word.type in _NO_GOINGS:
            continue
        if word.type not in _CUES and word.text not in _CUES and word.text[-2:] != "to":
            continue
        if word.type == "DOOR":
            _out_through(words, at)
        elif word.type == "EXTERIOR":
            _inward(words, at)
        elif word.type == "WATER":
            _open_water(words, at)
        elif word.type == "OUT" and kind_at(words, at + 1) == "TO":
            _out_to_sea(words, at)
        elif word.text.endswith((" into", " to")) and word.senses:
            _into_a_room(words, at)
        elif word.text in _TRANSFERS and kind_at(words, at + 1) == "TO":
            _transfer_to(words, at)
        elif word.text in _IT_IS and kind_at(words, at + 1) in ("TO", "THROUGH", "OUT"):
            _it_is_to(words, at)
        elif (word.type == "SELF" or word.text == "we") and kind_at(words, at + 1) == "GO":
            _there_i_go(words, at)
        elif word.text in ("i'm", "i am") and kind_at(words, at + 1) == "THROUGH":
            if kind_at(words, at + 2) == "DOOR" and kind_at(words, at + 3) == "TO":
                word.text = "i"  # "I'm through the hatch to 9"
                words.insert(at + 1, Word("GO", word.end, word.end, "go", (Sense("GO"),)))
        elif word.text[-3:] == "ing" and word.type == "OTHER":
            _moving_into(words, at)


def _into_a_room(words: list[Word], at: int) -> None:
    """ "I slip into 2", where one may slip into an aqualung: going."""
    word = words[at]
    verb, _, into = word.text.rpartition(" ")
    wears = word.type in ("USE", "HANDLE") or word.can_be("USE")
    if not wears or kind_at(words, at + 1 + (kind_at(words, at + 1) == "ROOMWORD")) not in _THERE:
        return
    going = Word("GO", word.start, word.end - len(into), verb, (Sense("GO", form=word.form),))
    going.form = word.form
    words[at : at + 1] = [going, Word("TO", word.end - len(into), word.end, into)]


def _transfer_to(words: list[Word], at: int) -> None:
    """ "I transfer to 2", "I report to room 2"."""
    word = words[at]
    place = at + 2 + (kind_at(words, at + 2) == "ROOMWORD")
    if kind_at(words, place) not in _THERE or not words[at + 1].text.endswith("to"):
        return
    if place + 1 < len(words) and words[place + 1].type not in ENDS:
        return
    last = word.text[-1]
    sense = Sense("GO", form="s" if last == "s" else "ing" if last == "g" else "")
    word.senses = (sense,)
    word.become(sense)


def _out_through(words: list[Word], at: int) -> None:
    """ "I dive out through the hatch": out, by whichever it is."""
    if kind_at(words, at - 1) != "THROUGH" or kind_at(words, at - 2) not in ("LEAVE", "OUT"):
        return
    if at + 1 == len(words) or words[at + 1].type in ENDS:
        del words[at - 1 : at + 1]


def _inward(words: list[Word], at: int) -> None:
    """ "The outer hatch of 6, in", "... from outside and come inside": the hatch to 6."""
    before = words[max(at - 4, 0) : at]
    if any(w.type in ("OUT", "LEAVE") or w.text.startswith(("leav", "exit")) for w in before):
        return  # "I leave through the exterior hatch of 9 and fight in earnest"
    place = at + 1
    while place < at + 4 and kind_at(words, place) in ("FILL", "IN", "ROOMWORD"):
        place += 1
    if kind_at(words, place) not in _PLACES or place == at + 1:
        return
    for ahead in range(place + 1, min(place + 8, len(words))):
        word = words[ahead]
        if word.type in ("STOP", "PARAGRAPH") or word.type in ("OUT", "LEAVE", "SEA"):
            break
        said = word.text.split(" ")
        if word.type == "IN" and kind_at(words, ahead + 1) in _PLACES:
            break  # "(I'm standing in 9)"
        if word.can_be("ENTER") or word.type == "IN":
            if not _INWARD.isdisjoint(said):
                hatch = Word("DOOR", words[at].start, words[at].end, "hatch", det="the")
                to = Word("TO", words[at].end, words[at].end, "to")
                words[at:place] = [hatch, to]
            break


def _out_to_sea(words: list[Word], at: int) -> None:
    """ "I sneak out into the sea": whatever the gait."""
    if kind_at(words, at + 2) not in ("SEA", "WATER") or kind_at(words, at - 2) != "SELF":
        return
    verb = words[at - 1]
    if verb.type in ("OTHER", "HANDLE", "GIVE", "USE") and verb.form in ("", "s"):
        sense = Sense("GO", form=verb.form)
        verb.senses = (sense,)
        verb.become(sense)


def _open_water(words: list[Word], at: int) -> None:
    """ "Out into the water": the sea."""
    if kind_at(words, at - 1) != "TO" or words[at - 1].text not in ("into", "in to", "out into"):
        return
    before = words[at - 2] if at > 1 else words[at - 1]
    if before.type in ("OUT", "LEAVE", "EXTERIOR") or before.text in ("out", "off"):
        words[at].type, words[at].text, words[at].senses = "SEA", "sea", ()


def _it_is_to(words: list[Word], at: int) -> None:
    """ "It's off to 2 for me", "it's into 2 I go"."""
    end = at + 2
    while kind_at(words, end) in ("DOOR", "TO", "ROOMWORD", "SEA", *_PLACES):
        end += 1
    for_me = kind_at(words, end) == "FOR" and end + 1 < len(words) and words[end + 1].text == "me"
    i_go = kind_at(words, end) == "SELF" and kind_at(words, end + 1) == "GO"
    if end == at + 2 or not (for_me or i_go) or words[end - 1].type not in _PLACES | {"SEA"}:
        return
    if end + 2 < len(words) and words[end + 2].type not in ENDS:
        return
    del words[end : end + 2]
    here = words[at]
    words[at : at + 1] = [
        Word("SELF", here.start, here.end, "i"),
        Word("GO", here.end, here.end, "go", (Sense("GO"),)),
    ]


def _there_i_go(words: list[Word], at: int) -> None:
    """ "..., so off to 2 I go", "through the hatch to 2 I go"."""
    verb = words[at + 1]
    if verb.form or (at + 2 < len(words) and words[at + 2].type not in ENDS):
        return
    first = at
    while first and words[first - 1].type in ("TO", "THROUGH", "DOOR", "ROOMWORD", *_PLACES):
        first -= 1
    if words[at].text == "we" and not words[first].text.startswith("off"):
        return
    if kind_at(words, first) not in ("TO", "THROUGH") or words[at - 1].type not in _PLACES:
        return
    if (
        first
        and words[first - 1].type not in _BREAKS - {"SEPWORD"}
        and words[first - 1].text != "so"
    ):
        return
    del words[at : at + 2]
    here = words[first].start
    words[first:first] = [
        Word("SELF", here, here, "i"),
        Word("GO", here, here, verb.text, verb.senses),
    ]


def _moving_into(words: list[Word], at: int) -> None:
    """ "I'm tiptoeing into 2": whatever the gait."""
    if kind_at(words, at - 1) != "SELF" or words[at - 1].text not in ("i'm", "i am"):
        return
    if words[at].text in NO_GAITS:
        return
    lead = at + 1
    while lead < len(words) and (words[lead].type in ("FILL", "OUT") or words[lead].text in _AWAY):
        lead += 1
    hatch = kind_at(words, lead + 1) == "DOOR" and words[lead].text.startswith("through")
    into = kind_at(words, lead) == "TO" and words[lead].text.endswith(_ONWARD)
    hatch = hatch or (kind_at(words, lead + 1) == "EXTERIOR" and words[lead].type == "THROUGH")
    if kind_at(words, lead + into) == "SEA" and (into or words[lead].text == "outside"):
        hatch = True
    place = lead + 1 + (kind_at(words, lead + 1) == "ROOMWORD")
    if hatch or (into and kind_at(words, place) in _PLACES):
        sense = Sense("GO", form="ing")
        words[at].senses = (sense,)
        words[at].become(sense)
