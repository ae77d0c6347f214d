"""Whether a hatch is passed, told in a relative clause, or by whose hatch one comes.

"The hatch to 4, which I go through", "to 9 by its hatch, and for 10 by the next".
"""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import ENDS
from rednov_bot.language.neighbours import kind_at, place_of
from rednov_bot.language.words import Word, kinds

_PLACES: Final = kinds("NUM ROOM SEA MACHINE")
_STOPS: Final = kinds("STOP PARAGRAPH QUERY")
_BY: Final = frozenset(("by", "via", "through", "thru", "using", "with", "by way of"))
_ITS: Final = frozenset(
    ("its", "their", "connecting", "adjoining", "communicating", "own", "usual")
)
_LEADS: Final = kinds("TO GO ENTER IN OUT FROM THROUGH HANDLE DOOR")
_TAKES: Final = kinds("pass cross take use enter follow pass through go through step through")
_DOORS: Final = kinds("DOOR EXTERIOR")
_PADDING: Final = kinds("FILL SEPWORD NOW")
_VERBS_END: Final = ENDS - {"SEPWORD", "NOTENTER"}
_OTHER_ONES: Final = kinds("other next second third last another")
_CUES: Final = kinds("THROUGH FOR which though although one") | _BY | _OTHER_ONES
"""Only words of these kinds or spellings are looked at."""
_FOR_VERBS: Final = (" for", "leave", "leaves", "leaving")
_NEAR: Final = 8


def settle_passings(words: list[Word]) -> None:
    """Every such clause becomes "go in" or "do not enter"; before numbers are joined."""
    for at, word in enumerate(words):
        if word.type not in _CUES and word.text not in _CUES:
            continue
        if word.text == "which":
            _which(words, at)
        elif word.text in ("though", "although") and kind_at(words, at + 2) == "NOTENTER":
            words[at].type, words[at].text = "SEPWORD", "but"
        elif word.type == "THROUGH" and kind_at(words, at + 2) == "SELF":
            _through_it(words, at)
        elif word.text in _BY:
            _by_its_hatch(words, at)
        elif word.type == "FOR":
            _for(words, at)
        elif word.text == "one" or word.text in _OTHER_ONES:
            _the_one_to(words, at)


def _which(words: list[Word], at: int) -> None:
    """ "..., which I open and enter", "through which I pass", "which I do not enter"."""
    through = at > 0 and words[at - 1].type in ("THROUGH", "IN", "TO")
    begin = at - through
    if through and kind_at(words, at + 1) != "SELF":
        words[begin].type, words[begin].senses = "FILL", ()  # "through which Rusty passes"
    if begin == 0 or kind_at(words, at + 1) != "SELF" or not _names_a_hatch(words, begin):
        return
    told = _told(words, at + 2, through=through)
    if told is None:
        return
    end, passes = told
    me, last = words[at + 1], words[end - 1]
    verb = Word("ENTER" if passes else "NOTENTER", me.end, last.end, "go in")
    words[begin:end] = [me, verb]


def _names_a_hatch(words: list[Word], end: int) -> bool:
    """Whether a hatch with its far end stands right before *end*."""
    before = end - 1
    while before > 0 and words[before].type in ("SEP", "CLOSING"):
        before -= 1
    if words[before].type not in _PLACES | _DOORS:
        return False
    return any(
        word.type in _DOORS or word.can_be("OPEN") or word.type == "TO"
        for word in words[max(0, end - _NEAR) : end]
        if word.type not in _STOPS
    )


def _told(words: list[Word], at: int, *, through: bool) -> tuple[int, bool] | None:
    """Where the verbs behind "which I" end, and whether the last one passes the hatch."""
    passes: bool | None = None
    while at < len(words) and words[at].type not in _VERBS_END:
        word = words[at]
        if word.form == "past":
            return None
        if word.type == "NOTENTER":
            passes = False
        elif (
            word.can_be("ENTER")
            or (through and word.can_be("GO"))
            or (
                word.can_be("GO")
                and (word.text in _TAKES or kind_at(words, at + 1) in ("THROUGH", "IN"))
            )
        ):
            passes = True
        elif not (
            word.type in _PADDING
            or word.can_be("OPEN")
            or (passes and word.type in ("THROUGH", "IN", "WHO"))
        ):
            return None
        at += 1
    return (at, passes) if passes is not None else None


def _through_it(words: list[Word], at: int) -> None:
    """ "... ; through it I go", "through it I do not go"."""
    verb = at + 3 + (kind_at(words, at + 3) == "NEG")
    if words[at + 1].text not in ("it", "that") or verb >= len(words):
        return
    ends = verb + 1 == len(words) or words[verb + 1].type in ENDS
    if ends and words[verb].can_be("GO") and not words[verb].form:
        kind = "NOTENTER" if verb == at + 4 else "ENTER"
        told = Word(kind, words[at].start, words[verb].end, "go through")
        words[at : verb + 1] = [words[at + 2], told]


def _by_its_hatch(words: list[Word], at: int) -> None:
    """ "To 9 by its hatch": how else."""
    if [kind_at(words, at + near) for near in (-1, 1, 2, 3)] == ["SEP", "DOOR", "SEP", "TO"]:
        del words[at - 1 : at + 2]  # "from 8, through the hatch, into 5"
        return
    place = at - 1
    while place > 0 and words[place].type in ("SEP", "FILL"):
        place -= 1
    if place < 0 or words[place].type not in ("NUM", "ROOM") or place_of(words[place]) is None:
        return
    end, its = at + 1, False
    while end < len(words) and (words[end].text in _ITS or words[end].type == "FILL"):
        its = its or words[end].text in _ITS
        end += 1
    if end >= len(words):
        return
    if its and words[end].type == "DOOR" and kind_at(words, end + 1) == "FROM":
        words[at + 1].type, words[at + 1].senses = "FILL", ()  # "by its hatch from 2"
    its = its or bool(words[end].det) or words[at].text in ("by", "via")
    if words[end].text == "next" or words[end].text == "next one":
        end += 1 + (kind_at(words, end + 1) == "DOOR")
    elif words[end].type == "DOOR" and its and not words[end].text.endswith("s"):
        end += 1
    else:
        return
    if kind_at(words, end) == "BETWEEN":
        end += 1
    if end < len(words) and words[end].type not in ENDS:
        return
    lead = place - 1 - (kind_at(words, place - 1) == "ROOMWORD")
    if lead >= 0 and words[lead].type == "FROM":
        return
    del words[at:end]
    if place + 1 < at:
        del words[place + 1 : at]
    if lead >= 0 and words[lead].type == "FOR":
        words[lead].type, words[lead].text, words[lead].senses = "TO", "to", ()
    elif not (lead >= 0 and (words[lead].type in _LEADS or words[lead].can_be("GO"))):
        words.insert(lead + 1, Word("TO", words[lead + 1].start, words[lead + 1].start, "to"))


def _the_one_to(words: list[Word], at: int) -> None:
    """ "The one to 1", "another to 8": a hatch."""
    word = words[at]
    if kind_at(words, at + 1) != "TO" or not (word.det == "the" or word.text == "another"):
        return
    place = at + 2 + (kind_at(words, at + 2) == "ROOMWORD")
    if kind_at(words, place) not in _PLACES or kind_at(words, place + 1) == "MINUTES":
        return
    words[at] = Word("DOOR", word.start, word.end, "hatch", det="the")


def _for(words: list[Word], at: int) -> None:
    """ "I leave for 5, and from there for 8": going on."""
    place = at + 1 + (kind_at(words, at + 1) == "ROOMWORD")
    if kind_at(words, place) not in ("NUM", "ROOM") or place_of(words[place]) is None:
        return
    if not (place + 1 >= len(words) or words[place + 1].type in ENDS):
        return
    before = words[at - 1] if at else words[at]
    onward = before.type in ("SEPWORD", "THEREUPON") or before.text.startswith(("leav", "head"))
    if not onward:
        return
    for word in reversed(words[max(0, at - 12) : at]):
        if word.type in _STOPS:
            return
        if word.text.endswith(_FOR_VERBS) or word.text.startswith(("leav", "head")):
            words[at].type, words[at].text, words[at].senses = "TO", "to", ()
            return
