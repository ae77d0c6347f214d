"""What a gift in return is for: "For the manual and the toolboxes I give Quill a grog back"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at, past_fill, stretch_end, stretch_start
from rednov_bot.language.words import Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_CAUSES: Final = kinds("for as since because having")
_PHRASES: Final = (
    "in answer", "in exchange", "in thanks", "in gratitude", "by way of", "out of gratitude",
    "with thanks", "in recognition", "in acknowledg", "to thank", "thanks to", "to repay",
    "to return", "to show my", "in response", "in reply", "in view of",
)  # fmt: skip
_GIFTS: Final = kinds("gift gifts present presents generosity kindness favour favor")
_DOUBTS: Final = kinds("DUR NEG COND SELF PLAN HEDGE JEST GO OPEN ENTER FIX PUMP HALT KILL")
_EM: Final = frozenset(("em", "him", "her", "them"))
_NAMED: Final = kinds("NAME OWNER")
_HIS: Final = kinds("that those this these your eir his her their yon")
_REACH: Final = 16


def settle_thanks(words: list[Word], author: str) -> None:
    """The words for what was given before mean nothing; whose it was says who "em" is."""
    for at, word in enumerate(words):
        if word.type == "FOR":
            _settle_for_what(words, at)
    if not any(word.type == "RETURN" or word.text.endswith("back") for word in words):
        return
    start = 0
    for at, word in enumerate(words):
        if word.type in _ENDS:
            start = at + 1
        elif word.type == "SELF" and 0 < at - start <= _REACH and _gives_back(words, at + 1):
            if _is_cause(words[start:at]):
                _settle(words, start, at, past_fill(words, at + 1), author)
            start = at
        elif word.type == "SEPWORD" and _thanks(words, start) and _gives_back(words, at + 1):
            _settle(words, past_fill(words, start) + 1, at + 1, past_fill(words, at + 1), author)


def _settle_for_what(words: list[Word], at: int) -> None:
    """ "I give Bob a pump for that code", "... for eir coffee": what e has had is not given."""
    tile = at + 1
    while tile < len(words) and words[tile].text in _HIS:
        tile += 1
    if tile == at + 1 or kind_at(words, tile) != "ITEM":
        return
    start = stretch_start(words, at, _ENDS)
    verbs = [n for n in range(start, at) if words[n].can_be("GIVE") and words[n].form != "past"]
    if verbs and any(word.type in COUNTED for word in words[verbs[0] : at]):
        for blank in words[at : tile + 1]:
            blank.type, blank.senses, blank.name = "FILL", (), ""


def _gives_back(words: list[Word], at: int) -> bool:
    """Whether somebody is given something in return by the verb at this place."""
    verb = past_fill(words, at)
    if verb >= len(words) or words[verb].can_be("GIVE") is None or words[verb].form == "past":
        return False
    end = stretch_end(words, verb, _ENDS)
    said = words[verb:end]
    back = any(word.type == "RETURN" or word.text.endswith("back") for word in said)
    return back and any(w.type in ("NAME", "YOU") or w.text in _EM for w in said)


def _is_cause(said: list[Word]) -> bool:
    """ "For Quill's gift", "as the recipient of Quill's gift", "Quill's gift deserves a reply"."""
    if any(word.type in _DOUBTS for word in said):
        return False
    first = next((word for word in said if word.type != "FILL"), said[0])
    opening = " ".join(word.text for word in said[:3])
    told = any(word.type in ("ITEM", "OWNER", "NAME") for word in said)
    gifts = [word for word in said if word.text in _GIFTS]
    if said[-1].type in ("COLON", "DASH") and gifts:
        return first.type == "OWNER" or first is gifts[0]
    return told and (first.text in _CAUSES or opening.startswith(_PHRASES))


def _thanks(words: list[Word], start: int) -> bool:
    """ "I thank Quill for the manual and ..."."""
    me = past_fill(words, start)
    behind = words[me + 1].text if me + 1 < len(words) else ""
    return words[me].type == "SELF" and behind in ("thank", "repay")


def _settle(words: list[Word], start: int, end: int, verb: int, author: str) -> None:
    said = words[start:end]
    named = {word.name for word in said if word.type in _NAMED} - {author}
    whom = past_fill(words, verb + 1)
    if whom < len(words) and words[whom].text in _EM and not _is_tiles(words, whom):
        if len(named) != 1:
            return
        words[whom].type, words[whom].name, words[whom].senses = "NAME", named.pop(), ()
    for word in said:
        if word.type not in ("SEP", "COLON", "DASH"):
            word.type, word.senses, word.text, word.name = "FILL", (), "", ""


def _is_tiles(words: list[Word], whom: int) -> bool:
    """ "I give them back to Quill"."""
    return words[whom].text == "them" and kind_at(words, past_fill(words, whom + 1)) not in COUNTED
