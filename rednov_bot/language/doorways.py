"""Hatches told in two places: "2 it is: I open its hatch", "the hatch to 2 is opened by me"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import ENDS
from rednov_bot.language.neighbours import kind_at, place_of
from rednov_bot.language.words import Sense, Word, kinds

_PLACES: Final = kinds("NUM ROOM")
_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING QUERY")
_NAMED: Final = kinds("TO FROM BETWEEN IN NUM ROOM OUT FILL OPENING DASH OTHER")
_ITS: Final = kinds("its that")
_IS: Final = frozenset(("is", "gets", "is being", "is now", "being", "are"))
_GOALS: Final = kinds("mvmt mvt movement movements move moves moving destination goal walk target")
_ENDED: Final = frozenset(("", "STOP", "PARAGRAPH"))
_BACK: Final = 8


def settle_doorways(words: list[Word]) -> None:
    """Every such hatch is told in one place; before numbers are joined."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.type == "DOOR":
            _opened_behind(words, at)
            at = _used_to_get(words, at)
            if kind_at(words, at) == "DOOR" and not _opened_on_the_way(words, at):
                _which_hatch(words, at)
                _is_opened(words, at)
        elif word.type == "ROOMWORD":
            _rooms_on(words, at)
        elif word.text in _GOALS:
            _goal(words, at)
        at += 1


def _verb_before(words: list[Word], at: int) -> int:
    """Where the verb stands that opens the hatch at *at*, past "its"; -1 if none does."""
    back = at - 1
    while back >= 0 and (words[back].type == "FILL" or words[back].text in _ITS):
        back -= 1
    return back if back >= 0 and words[back].can_be("OPEN") else -1


def _place_before(words: list[Word], at: int) -> int:
    """The one place that is named a few words before *at* in this sentence; -1 if none is."""
    found = -1
    for back in range(at - 1, max(-1, at - _BACK), -1):
        word = words[back]
        if word.type in ("STOP", "PARAGRAPH", "QUERY"):
            break
        if word.type in _PLACES and place_of(word) is not None:
            if found >= 0:
                return -1
            found = back
        elif word.type in ("DOOR", "EXTERIOR", "HATCH"):
            return -1
    return found


def _is_named(words: list[Word], at: int) -> bool:
    return kind_at(words, at + 1) in _NAMED or words[at].text.endswith("s") or not words[at].det


def _opened_on_the_way(words: list[Word], at: int) -> bool:
    """ "I head for 2, opening the hatch and going in": what going there means anyhow."""
    verb = _verb_before(words, at)
    if verb < 0 or words[verb].form not in ("ing", "past"):
        return False
    begin = verb - (kind_at(words, verb - 1) == "PAST" or words[verb - 1].text in ("by", "having"))
    begin -= kind_at(words, begin - 1) == "SEP"
    place = _place_before(words, begin)
    own = words[at].det == "the" or any(word.text in _ITS for word in words[verb:at])
    if place < 0 or not own or begin == verb or place != begin - 1:
        return False
    lead = place - 1 - (kind_at(words, place - 1) == "ROOMWORD")
    if lead < 0 or not (
        words[lead].type in ("TO", "FOR", "GO", "ENTER") or words[lead].can_be("GO")
    ):
        return False
    end = at + 1 + (at + 1 < len(words) and words[at + 1].text in ("thereto", "to it", "there"))
    enters = words[end + 1] if end + 1 < len(words) else words[at]
    if kind_at(words, end) == "SEPWORD" and enters.can_be("ENTER") and enters.form:
        end += 2
    if end < len(words) and words[end].type not in ENDS:
        return False
    if words[lead].type == "FOR":
        words[lead].type, words[lead].text, words[lead].senses = "TO", "to", ()
    del words[begin:end]
    return True


def _which_hatch(words: list[Word], at: int) -> None:
    """ "2 it is: I open the hatch and go in", "room 2: I open its hatch"."""
    verb = _verb_before(words, at)
    if verb < 0 or words[verb].form == "past":
        return
    its = any(word.text in _ITS for word in words[verb:at])
    if not its and _is_named(words, at):
        return
    begin = verb - (kind_at(words, verb - 1) == "SELF")
    place = _place_before(words, begin)
    if place < 0:
        return
    between = words[place + 1 : begin]
    plain = all(w.type in ("WHO", "STATE", "COLON", "SEP", "FILL", "DASH") for w in between)
    if not its and not (plain and any(w.type in ("COLON", "SEP", "DASH") for w in between)):
        return
    first = place - (kind_at(words, place - 1) == "ROOMWORD")
    there = words[place]
    words[verb + 1 : at + 1] = [
        Word("DOOR", words[at].start, words[at].end, "hatch", det="the"),
        Word("TO", there.start, there.start, "to"),
        Word("NUM", there.start, there.end, there.text, number=there.number),
    ]
    if plain and (first == 0 or words[first - 1].type in _BREAKS):
        del words[first:begin]


def _is_opened(words: list[Word], at: int) -> None:
    """ "The hatch to 2 is opened and entered by me", "... gets opened, and I go in"."""
    if at and words[at - 1].type not in _BREAKS | {"FILL"}:
        return
    place = at + 2 + (kind_at(words, at + 2) == "ROOMWORD")
    if kind_at(words, at + 1) != "TO" or kind_at(words, place) not in _PLACES:
        return
    if place + 2 >= len(words) or words[place + 1].text not in _IS:
        return
    verb = words[place + 2]
    if verb.form != "past" or verb.can_be("OPEN") is None:
        return
    end = place + 3
    by_me = _by_me(words, end)
    ahead = end + 2 * by_me
    while kind_at(words, ahead) in ("SEP", "SEPWORD", "STOP"):
        ahead += 1
    after = words[ahead] if ahead < len(words) else None
    enters = after is not None and after.can_be("ENTER") is not None and after.form == "past"
    told = by_me or (enters and _by_me(words, ahead + 1)) or (
        after is not None and (after.type in ("NOTENTER", "SELF") or enters)
    )  # fmt: skip
    if not told or (after is not None and after.type == "THROUGH"):
        return
    if enters and after is not None:
        if kind_at(words, ahead + 1) == "THROUGH" and not _by_me(words, ahead + 1):
            return  # "opened and entered by Rusty"
        if _by_me(words, ahead + 1):
            del words[ahead + 1 : ahead + 3]
        words[ahead] = Word("ENTER", after.start, after.end, "go in")
    here = words[at].start
    opening = Word("OPEN", here, here, "open", (Sense("OPEN"),))
    words[place + 1 : end + 2 * by_me] = []
    words[at:at] = [Word("SELF", here, here, "i"), opening]


def _by_me(words: list[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at].text == "by" and words[at + 1].text == "me"


def _opened_behind(words: list[Word], at: int) -> None:
    """ "Htch 2 opn + entr": the hatch, entered."""
    verb = at + 1 + (kind_at(words, at + 1) == "TO")
    verb += kind_at(words, verb) == "ROOMWORD"
    if kind_at(words, verb) not in _PLACES or verb + 2 >= len(words):
        return
    verb += 1
    if words[verb].can_be("OPEN") is None or words[verb].form:
        return
    if at and words[at - 1].type not in _BREAKS:
        return
    ahead = verb + 1
    while kind_at(words, ahead) in ("PLUS", "SLASH", "SEP", "SEPWORD"):
        ahead += 1
    if verb + 1 < ahead < len(words) and words[ahead].can_be("ENTER"):
        end = verb + 1
        while words[end].type in ("PLUS", "SLASH"):
            end += 1
        pause = Word("SEP", words[verb].end, words[verb].end, ",")
        words[verb:end] = [pause] if end > verb + 1 else []


def _used_to_get(words: list[Word], at: int) -> int:
    """ "I use the hatch to get to 2": I get to 2; returns where to go on."""
    use = words[at - 1] if at else words[at]
    if not use.can_be("GO") or not use.can_be("USE") or kind_at(words, at + 1) != "TO":
        return at
    if at + 3 >= len(words) or not words[at + 2].can_be("GO") or words[at + 2].form:
        return at
    if kind_at(words, at + 3) in ("TO", *_PLACES):
        words[at + 2].form = use.form
        words[at + 2].become(Sense("GO", form=use.form))
        words[at + 2].senses = (Sense("GO", form=use.form),)
        del words[at - 1 : at + 2]
        return at - 1
    return at


def _rooms_on(words: list[Word], at: int) -> None:
    """ "I move one room, to 2", "two rooms: 5, then 8": how many they are."""
    if kind_at(words, at - 1) != "NUM" or at < 2 or not words[at - 2].can_be("GO"):
        return
    ahead = at + 1
    while kind_at(words, ahead) in ("SEP", "COLON", "OPENING", "DASH", "FILL"):
        ahead += 1
    leads = kind_at(words, ahead) == "TO" or (
        ahead > at + 1 and kind_at(words, ahead) in _PLACES and words[at].text.endswith("s")
    )
    if leads:
        del words[at - 1 : ahead]


def _goal(words: list[Word], at: int) -> None:
    """ "Movement: 2", "move = 2", "destination: room 2"."""
    sign = at + 1
    if kind_at(words, sign) != "COLON" and not (sign < len(words) and words[sign].text == "="):
        return
    if at and words[at - 1].type not in _BREAKS:
        return
    place = sign + 1 + (kind_at(words, sign + 1) == "ROOMWORD")
    if kind_at(words, place) == "NUM" and words[place].text in ("0", "zero"):
        words[at : place + 1] = [Word("NOMOVE", words[at].start, words[place].end, "no moves")]
        return
    if kind_at(words, place) == "DOOR" and words[sign].text == "=":
        words[sign].type, words[sign].text = "COLON", ":"
        return
    if kind_at(words, place) not in _PLACES or place_of(words[place]) is None:
        return
    if place + 1 < len(words) and words[place + 1].type not in ENDS:
        return
    if words[at].text in ("moves", "movements") and kind_at(words, place + 1) in _ENDED:
        words[place].type = "VAGUE" if place == sign + 1 else words[place].type
        return  # "moves: 3": three of them, or one into 3?
    words[at : sign + 1] = [Word("TO", words[at].start, words[sign].end, "to")]
