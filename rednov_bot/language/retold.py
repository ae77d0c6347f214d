"""Things told first and handled afterwards: "a grog, which I drink", "out comes the toolbox"."""

from __future__ import annotations

from typing import Final

import msgspec

from rednov_bot.language.neighbours import COUNTED, kind_at, past_fill, stretch_start
from rednov_bot.language.words import Sense, Word, kinds, phrases

_ENDS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD COLON CLOSING OPENING DASH AND") | {""}
_STARTS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING") | {""}
_WAY: Final = kinds("TO NUM ROOM FROM BETWEEN AND ROOMWORD OTHER FILL")
_DOORS: Final = kinds("DOOR HATCH EXTERIOR")
_WHICH: Final = frozenset(("which", "that"))
_MERELY: Final = phrases(
    "start with, have, i have, hold, carry, keep, begin with, open with, start, begin, got, is, "
    "there's, there is, find, i've got, i've, here's, here is, start it with, i find"
)
_COMES: Final = kinds("comes goes come go")
_WORK: Final = phrases("work, action, use, good use, play, service")
_RUBS: Final = kinds(
    "rub squeeze pat kiss polish stroke shake rubdown tickle swig sip try whirl turn go outing"
)
_OPENED: Final = kinds("opened unlatched unsealed undogged")
_PASSED: Final = phrases(
    "entered, passed, passed through, gone through, stepped through, crossed, climbed through, "
    "squeezed through, walked through, used, traversed"
)
_FAR: Final = 25
_GETS: Final = kinds("gets receives get takes")
_TWO: Final = 2


_CUES: Final = kinds("BOTH ENTER ITEM them") | _WHICH | _OPENED
"""Only words of these kinds or spellings are looked at."""
_NEW: Final = kinds("SEP STOP PARAGRAPH NUM DUR COLON MACHINE ROOM SELF IN TO MEANS DOOR")
"""Nothing told before is spoken of by one of these."""


def settle_retold(words: list[Word]) -> None:
    """What is said of such a thing stands where the thing is told."""
    at = 0
    present = any(word.type == "SELF" for word in words)
    while at < len(words):
        word = words[at]
        if word.type in _NEW or (word.type not in _CUES and word.text not in _CUES):
            pass
        elif word.text in _WHICH and kind_at(words, at + 1) == "SELF":
            at = _which_i(words, at)
        elif (word.type == "BOTH" or word.text == "them") and at and words[at - 1].can_be("USE"):
            _both(words, at)
        elif word.text in _WHICH and at + 2 < len(words) and words[at + 1].text in _GETS:
            if words[at + 2].type == "DUR":
                del words[at : at + 2]  # "I fix the reactor, which gets six minutes"
        elif present and word.text in _OPENED:
            at = _opened(words, at)
        elif word.type == "ENTER" and word.text.endswith("through"):
            if kind_at(words, at + 1) in ("PRONOUN", "WHO", "FILL") and words[at + 1].text == "it":
                words[at + 1].type, words[at + 1].senses, words[at + 1].text = "FILL", (), ""
        elif word.type == "ENTER" and word.text.endswith(" it"):
            _enter_it(words, at)
        elif word.type == "ITEM":
            _goes(words, at)
            _is_given_a_rub(words, at)
        at += 1


def _which_i(words: list[Word], at: int) -> int:
    """ "A grog, which I drink"; "the hatch to 7, which I now open"; returns where to go on."""
    verb = past_fill(words, at + 2)
    verb -= words[verb - 1].type == "FILL" and words[verb - 1].can_be("OPEN") is not None
    if verb >= len(words):
        return at
    opens = words[verb].can_be("OPEN") is not None
    drinks = words[verb].can_be("USE") is not None and words[verb].form == ""
    thing = at - (kind_at(words, at - 1) == "SEP") - 1
    end = thing + 1
    while thing > 0 and opens and words[thing].type in _WAY:
        thing -= 1
    while thing > 0 and drinks and words[thing].type in ("IN", "OTHER", "FILL"):
        thing -= 1
    told = words[max(thing, 0) : end]
    if opens and told and told[0].type in _DOORS:
        subject = [words[at + 1], msgspec.structs.replace(words[verb])]
        subject[1].type, subject[1].senses, subject[1].form = "OPEN", (), ""
        start = stretch_start(words, thing, ("STOP", "PARAGRAPH", "SELF"))
        if any(w.type in COUNTED or w.type in ("HATCH", "DUR") for w in words[start:thing]):
            return at
        words[start : verb + 1] = [*subject, *told]
        return start + len(told) + 1
    if drinks and told and told[0].type == "ITEM" and kind_at(words, verb + 1) in _ENDS | {"NOW"}:
        start = stretch_start(words, thing, _STARTS)
        said = words[start:thing]
        if any(w.text in _MERELY for w in said) or all(w.type != "SELF" for w in said):
            copy = msgspec.structs.replace(words[thing])
            words[thing].type, words[thing].senses = "FILL", ()
            words[verb].type, words[verb].senses = "USE", ()
            words[at].type = "FILL"
            words.insert(verb + 1, copy)
    return at


def _opened(words: list[Word], at: int) -> int:
    """ "Hatch to 8 opened and entered"; returns where to go on."""
    first = at
    while first and words[first - 1].type in _WAY:
        first -= 1
    first -= kind_at(words, first - 1) in _DOORS or kind_at(words, first - 1) == "HATCH"
    door = words[first]
    if door.type not in _DOORS | {"HATCH"} or door.det == "the":
        return at
    if kind_at(words, first - 1) not in _STARTS:
        return at
    end = at + 1
    link = end + (kind_at(words, end) in ("SEPWORD", "SEP", "AND"))
    passed = link < len(words) and words[link].text in _PASSED
    end = link + 1 if passed else end
    if kind_at(words, end) not in _ENDS:
        return at
    place = door.start
    told = [Word("OPEN", place, place, "open"), *words[first:at]]
    if passed:
        told.append(Word("ENTER", words[end - 1].start, words[end - 1].end, "go through"))
    words[first:end] = told
    return first + len(told) - 1


def _enter_it(words: list[Word], at: int) -> None:
    """ "Room 2 is wet.  I enter it from 5": the room that was told of last, unless a hatch was."""
    if words[at].text.partition(" ")[0] == "use":
        return
    for before in reversed(words[max(at - _FAR, 0) : at]):
        if before.type in _DOORS or before.type in ("HATCH", "PATH", "PARAGRAPH", "OPEN"):
            return
        if before.type == "ROOM":
            place = words[at]
            words.insert(
                at + 1, msgspec.structs.replace(before, start=place.start, end=place.end, senses=())
            )
            return


def _both(words: list[Word], at: int) -> None:
    """ "A toolbox and a manual, and I use both": they were named."""
    count, of_a_kind = 0, False
    for word in words[max(at - 25, 0) : at]:
        if word.type == "ITEM":
            count += max(word.number, 1)
            of_a_kind = word.number == _TWO
    end = at + 1
    while kind_at(words, end) in ("FILL", "OTHER") and words[end].text in ("of", "them"):
        end += 1
    if count == _TWO and kind_at(words, end) in _ENDS:
        verb = words[at - 1]
        verb.type, verb.senses, verb.name = "USE", (Sense("USE", form=verb.form),), ""
        both = Word("PRONOUN", words[at].start, words[end - 1].end, "it")
        both.number = _TWO if of_a_kind else 0
        words[at:end] = [both]


def _goes(words: list[Word], at: int) -> None:
    """ "Out comes the toolbox", "a grog goes down", "the crowbar goes to work"."""
    if (
        at > 1
        and words[at - 1].text in _COMES
        and words[at - 2].text in ("out", "down", "in", "on")
    ):
        if kind_at(words, at - 3) in _STARTS and words[at - 1].type != "PAST":
            place = words[at - 2].start
            words[at - 2 : at] = [Word("USE", place, place, "use", (Sense("USE"),))]
        return
    if kind_at(words, at - 1) not in _STARTS or at + 1 >= len(words):
        return
    verb = words[at + 1]
    if verb.text.partition(" ")[0] not in _COMES:
        return
    ahead = words[at + 2] if at + 2 < len(words) else verb
    down = verb.text in ("comes out", "come out") or ahead.text in ("down", "down the hatch")
    down = down or (ahead.text == "on" and words[at].name == "aqualung")
    works = ahead.type == "TO" and at + 3 < len(words) and words[at + 3].text in _WORK
    end = at + 2 + (not verb.text.endswith("out")) + works
    if (down or works) and kind_at(words, end) in _ENDS:
        place = words[at].start
        words[at:end] = [Word("USE", place, place, "use", (Sense("USE"),)), words[at]]
    elif verb.type == "LEAVE":
        verb.type, verb.senses = "OTHER", ()  # a tile goes nowhere by itself


def _is_given_a_rub(words: list[Word], at: int) -> None:
    """ "I give the lucky charm a rub"."""
    if not at or words[at - 1].can_be("GIVE") is None or at + 1 >= len(words):
        return
    rub = words[at + 1]
    if rub.text in _RUBS and rub.det in ("a", "an") and kind_at(words, at + 2) in _ENDS:
        words[at - 1].type, words[at - 1].senses = "USE", ()
        words[at + 1].type, words[at + 1].senses = "FILL", ()
