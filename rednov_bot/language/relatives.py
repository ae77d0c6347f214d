"""What is only said about a thing: "the one pump I've got", "over to her in 9"."""

from __future__ import annotations

from typing import Final

import msgspec

from rednov_bot.games.red_november.reader.verbs import Form
from rednov_bot.language.doings import VERBS
from rednov_bot.language.neighbours import stretch_start
from rednov_bot.language.words import Sense, Word, kinds, phrases

_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING QUERY")
_HAVING: Final = frozenset(
    ["have", "got", "hold", "own", "carry", "brought", "have got", "i've", "found", "have here"]
)
_HERE: Final = kinds("left here along with me on myself now still")
_HANDLES: Final = kinds("USE MEANS GIVE DISCARD")
_PERSONS: Final = kinds("her him em them")
_PLACES: Final = kinds("NUM ROOM MACHINE")
_IF_WET: Final = kinds("WHO FILL STATE ROOMWORD ROOM NUM WATER IN")
_MISSILES: Final = 7
_STANDING: Final = frozenset(("stand", "am", "sit", "standing", "sitting", "now", "currently"))

_EXITS: Final = kinds("exit exits exiting leave leaves leaving")
_TOLD_OF: Final = kinds("OTHER FILL PAST STATE UNREAL USE DRAW TAP GIVE FOR NEG")
_TOLD_BY: Final = kinds("SELF TO AFTER WHO NAME")
_SAID_BY: Final = phrases(
    "i've, it's, it is, if, in, back in, as, is, spend, spends, spending, after, do, does, doing, "
    "exit, exits, exiting, leave, leaves, leaving"
)
"""No other word begins such an aside, but "work on"."""


def settle_relatives(words: list[Word]) -> None:
    """Every such aside becomes filling."""
    for at, word in enumerate(words):
        if word.type not in _TOLD_BY and word.text not in _SAID_BY and word.text[:4] != "work":
            continue
        if (word.type == "SELF" or word.text == "i've") and at and words[at - 1].type == "ITEM":
            _having(words, at)
        elif word.type == "SELF" and at and words[at - 1].type == "ROOMWORD":
            _room_i_am_in(words, at)
        elif word.type == "TO":
            _to_somebody(words, at)
            _to_repairs(words, at)
        elif word.text in ("it's", "it is") and word.type == "WHO":
            if at + 1 < len(words) and words[at + 1].type == "DUR":
                word.type, word.senses = "FILL", ()  # "it's ten minutes for the missiles"
        elif word.text == "if" and at > 1 and words[at - 2].type == "OPENING":
            _if_wet(words, at)
        elif word.type == "IN" and word.text in ("in", "back in"):
            _in_at(words, at)
        elif word.text == "as" and word.type == "OTHER":
            _as_my_turn(words, at)
        elif word.text == "is" and word.type == "STATE":
            _my_move_is(words, at)
        elif word.text in ("spend", "spends", "spending") and word.can_be("SPEND"):
            _spending(words, at)
        elif word.type == "AFTER" or (word.text == "after" and word.type == "OTHER"):
            _right_after(words, at)
        elif word.text in ("do", "does", "doing"):
            _doing(words, at)
        elif word.text.startswith("work") and word.text.endswith((" on", " at")):
            _working_on(words, at)
        elif word.text in _EXITS:
            _exit(words, at)


def _ends(words: list[Word], at: int) -> bool:
    return at >= len(words) or words[at].type in _BREAKS


def _having(words: list[Word], at: int) -> None:
    """ "I use the one water pump I've got": whose it is was plain."""
    end = at + 1
    while end < len(words) and (words[end].text in _HAVING or words[end].text in _HERE):
        end += 1
    if end == at + 1 and words[at].text != "i've":
        return
    if end < len(words) and words[end].type in ("STATE", "PAST"):
        words[at - 1].type, words[at - 1].senses = "OTHER", ()  # "the grog I have is old"
    if not _ends(words, end):
        return
    first = stretch_start(words, at - 1, _BREAKS)
    if any(word.type in _HANDLES or word.can_be("USE") for word in words[first : at - 1]):
        for blank in words[at:end]:
            blank.type, blank.senses = "FILL", ()


def _to_somebody(words: list[Word], at: int) -> None:
    """ "I go over to Pip in 9": where e is, is where one goes."""
    if at + 3 > len(words) - 1 or words[at + 2].type != "IN" or not at:
        return
    who, place = words[at + 1], words[at + 3]
    somebody = who.type == "NAME" or who.text in _PERSONS
    goes = any(w.can_be("GO") for w in words[max(at - 3, 0) : at])
    gives = any(w.can_be("GIVE") and w.type != "FILL" for w in words[max(at - 6, 0) : at])
    if somebody and goes and not gives and place.type in _PLACES:
        for blank in words[at + 1 : at + 3]:
            blank.type, blank.senses, blank.name = "FILL", (), ""


def _spending(words: list[Word], at: int) -> None:
    """ "... , spending eight": minutes, as nothing else is spent by numbers."""
    if at + 1 < len(words) and words[at + 1].type == "NUM" and _ends(words, at + 2):
        words[at].become(Sense("SPEND", form=words[at].form))
        words[at].senses = ()
        words[at + 1].type = "DUR"


def _right_after(words: list[Word], at: int) -> None:
    """ "... and drink it right after": after the action, as nothing else is named."""
    if at and _ends(words, at + 1) and words[at - 1].type not in _BREAKS:
        after = words.pop(at)
        after.become(Sense("AFTER"))
        after.senses = ()
        while at and words[at - 1].type not in _BREAKS:
            at -= 1
        after.start = after.end = words[at].start
        words.insert(at, after)


def _exit(words: list[Word], at: int) -> None:
    """ "I open the sea hatch, I exit": out, where a hatch to the sea was opened."""
    if not _ends(words, at + 1):
        return
    for word in reversed(words[max(at - 16, 0) : at]):
        if word.type == "PARAGRAPH":
            return
        if word.type in ("EXTERIOR", "SEA"):
            words[at].become(Sense("LEAVE", form=words[at].form))
            words[at].senses = ()
            return


def _doing(words: list[Word], at: int) -> None:
    """ "I do the engine": a machine is done when it is repaired."""
    ahead = at + 1
    while ahead < len(words) and words[ahead].type == "FILL":
        ahead += 1
    if ahead < len(words) and words[ahead].type == "MACHINE" and words[ahead].number != _MISSILES:
        form: Form = "ing" if words[at].text == "doing" else ""
        words[at].become(Sense("FIX", form=form))
        words[at].senses = ()


def _working_on(words: list[Word], at: int) -> None:
    """ "I work on freeing it": what is done comes next."""
    after = words[at + 1] if at + 1 < len(words) else None
    if after is not None and any(s.form == "ing" and s.kind in VERBS for s in after.senses):
        words[at].type, words[at].form, words[at].senses = "FILL", "", ()
        for_now = [s for s in after.senses if s.form == "ing"]
        after.senses = tuple(msgspec.structs.replace(sense, form="") for sense in for_now)
        after.become(after.senses[0])


def past_duly(words: list[Word], at: int) -> int:
    """The word before this one, past those that mean nothing: "aqualung duly used"."""
    before = at - 1
    while before > 0 and words[before].type == "FILL":
        before -= 1
    return before


def _room_i_am_in(words: list[Word], at: int) -> None:
    """ "I pump out the room I'm in"."""
    end = at + 1
    if words[at].text == "i" and end < len(words) and words[end].text in _STANDING:
        end += 1
    elif words[at].text not in ("i'm", "im", "i am"):
        return
    elif end < len(words) and words[end].text in _STANDING:
        end += 1
    if end < len(words) and words[end].text == "in" and words[end].type != "FILL":
        for blank in words[at : end + 1]:
            blank.type, blank.senses = "FILL", ()


def _to_repairs(words: list[Word], at: int) -> None:
    """ "I devote three minutes to the engine's restoration"."""
    if at > 1 and words[at - 1].type == "DUR" and words[at].text == "into":
        thing = words[at + 1] if at + 1 < len(words) else words[at]
        if thing.type in ("MACHINE", "FIRE") and any(
            w.can_be("SPEND") for w in words[max(at - 3, 0) : at - 1]
        ):
            words[at].type, words[at].senses = "FILL", ()  # "I put six minutes into the pumps"
    elif at and words[at - 1].type == "DUR" and at + 2 < len(words):
        thing, work = words[at + 1], words[at + 2]
        if thing.type == "MACHINE" and work.form == "" and work.can_be("FIX"):
            words[at].type, words[at].senses = "FILL", ()


def _as_my_turn(words: list[Word], at: int) -> None:
    """ "... as my turn's one and only minute": what it is, is known."""
    end = at + 1
    while end < len(words) and words[end].type in ("FILL", "HEADING", "DUR", "NOW"):
        end += 1
    told = words[at:end]
    if any(w.type == "HEADING" for w in told) and _ends(words, end):
        for blank in told:
            if blank.type != "DUR":
                blank.type, blank.senses = "FILL", ()


def _my_move_is(words: list[Word], at: int) -> None:
    """ "My move for today is the oxygen machine: 9 minutes": a heading and its work."""
    ahead = at + 1
    while ahead < len(words) and words[ahead].type == "FILL":
        ahead += 1
    if ahead >= len(words) or words[ahead].type not in ("MACHINE", "FIRE", "KRAKEN"):
        return
    if not _ends(words, ahead + 1):
        return
    first = stretch_start(words, at, _BREAKS)
    named = [w for w in words[first:at] if w.type not in ("FILL", "FOR", "NOW")]
    if len(named) == 1 and named[0].det == "my" and named[0].can_be("HEADING"):
        words[at].type, words[at].text, words[at].senses = "COLON", ":", ()
        if ahead + 1 < len(words) and words[ahead + 1].type == "COLON":
            words[ahead + 1].type = "SEP"


def _if_wet(words: list[Word], at: int) -> None:
    """ "(7 if the room is wet)": what it costs then, which the rules know."""
    end = at + 1
    while end < len(words) and words[end].type in _IF_WET:
        end += 1
    told = words[at - 1 : end]
    wet = any(word.text in ("wet", "flooded", "low water") for word in told)
    if wet and end < len(words) and words[end].type == "CLOSING" and told[0].type in ("NUM", "DUR"):
        for blank in told:
            blank.type, blank.senses = "FILL", ()


def _in_at(words: list[Word], at: int) -> None:
    """ "... out at 6 and in again at 3": into that room."""
    end = at + 1
    while end < len(words) and words[end].type == "FILL":
        end += 1
    through = any(word.text == "at" for word in words[at + 1 : end])
    out = any(word.type == "OUT" or word.can_be("LEAVE") for word in words[max(at - 8, 0) : at])
    joined = at > 0 and words[at - 1].type in _BREAKS
    if through and out and joined and end < len(words) and words[end].type in ("NUM", "ROOM"):
        words[at].become(Sense("ENTER"))
        words[at].senses = ()
