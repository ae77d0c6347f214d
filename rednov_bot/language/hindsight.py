"""Which one it is, told by what was: "the crowbar I drew yesterday", "the hatch that Pip left"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.inflection import is_past
from rednov_bot.language.words import Word, kinds

_THINGS: Final = kinds("ITEM MACHINE FIRE DOOR EXTERIOR HATCH NUM ROOM DUR")
_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_BREAKS: Final = _ENDS | kinds("SEP SEPWORD COLON DASH OPENING CLOSING")
_LINKS: Final = frozenset(("that", "which", "whom"))
_SOMEBODY: Final = kinds("SELF NAME")
_ANYBODY: Final = kinds("we you e they he she somebody someone nobody everybody everyone")
_WHOSE: Final = kinds("my the some your our that this")
_WERE: Final = kinds("was were had did")
_HAVE: Final = frozenset(("have", "has", "i've", "we've", "i have", "we have"))
_BETWEEN: Final = kinds("have has ever once already just finally always only even also")
_GOES_ON: Final = kinds(
    "MEANS DUR FOR NEG COND UNREAL PLAN ONFAIL ITEM TILEWORD DOOR HATCH PATH EXTERIOR MACHINE FIRE "
    "WATER KRAKEN TO THROUGH"
)
"""With one of these it may be more than told which thing is meant."""
_PLACES: Final = kinds("NUM ROOM SEA BARREL")
_AT: Final = kinds("IN FROM")
_FAR: Final = 14


def settle_hindsight(words: list[Word]) -> None:
    """What only says so of a thing, beside something that is done now, becomes filling."""
    if not any(word.type == "PAST" or is_past(word.text.partition(" ")[0]) for word in words):
        return
    for at, word in enumerate(words):
        if word.type not in _THINGS or at + 2 >= len(words):
            continue
        apart = words[at + 1].type == "SEP" and words[at + 2].text in _LINKS
        begin = at + 1 + apart
        end = _clause_end(words, begin)
        told = word.type == "ITEM" or not _may_step(words[begin:end], apart=apart)
        if end and told and _acts_beside(words, at, end):
            for blank in words[begin:end]:
                blank.type, blank.senses, blank.name, blank.form = "FILL", (), "", ""


def _clause_end(words: list[Word], begin: int) -> int:
    """Where a clause ends that begins here and tells what was; 0 where none does."""
    linked = words[begin].text in _LINKS
    subject = begin + linked
    verb = _verb(words, subject + _is_somebody(words, subject))
    if verb == subject and not linked:
        return 0
    if verb >= len(words) or not _was(words, max(verb - 1, begin), verb):
        return 0
    end = verb + 1
    while end < len(words) and words[end].type not in _BREAKS and not _acts(words, end):
        elsewhere = words[end].type in _PLACES and words[end - 1].type not in _AT
        if elsewhere or words[end].type in _GOES_ON or end - begin > _FAR:
            return 0
        end += 1
    return end


def _may_step(clause: list[Word], *, apart: bool) -> bool:
    """ "The hatch to 5, which I entered": that may be a step of the turn."""
    if not any(word.type == "SELF" for word in clause):
        return False
    steps = ("ENTER", "GO", "OPEN") if apart else ("ENTER", "GO")
    return any(word.can_be(step) for word in clause for step in steps)


def _is_somebody(words: list[Word], at: int) -> bool:
    if at >= len(words):
        return False
    word = words[at]
    named = word.type == "OTHER" and word.det in _WHOSE and not is_past(word.text)
    have = word.text in _HAVE
    return named or have or word.type in _SOMEBODY or word.text in _ANYBODY


def _verb(words: list[Word], at: int) -> int:
    """The verb, past "finally" and "have"."""
    while at < len(words) and (words[at].type == "FILL" or words[at].text in _BETWEEN):
        at += 1
    return at


def _was(words: list[Word], before: int, verb: int) -> bool:
    """Whether a verb, with what stands before it, tells of the past."""
    said = words[verb].text.partition(" ")[0]
    if words[before].text in _HAVE:
        return said == "been" or is_past(said)
    return said in _WERE or is_past(said)


def _acts(words: list[Word], at: int) -> bool:
    """Whether "I" do something from here on."""
    if words[at].type != "SELF" or at + 1 >= len(words):
        return False
    return any(sense.kind in VERBS and sense.form == "" for sense in words[at + 1].senses)


def _acts_beside(words: list[Word], at: int, end: int) -> bool:
    """Whether something is done now in the sentence, before the thing or right behind it."""
    if end < len(words) and _acts(words, end):
        return True
    for before in reversed(range(at)):
        if words[before].type in _ENDS:
            return False
        if _acts(words, before):
            return True
    return False
