"""Ways of saying it that hang on two or three words: "against the fire", "it's six minutes on"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.lookalikes import (
    NOUNS,
    counts_tries,
    is_on_a_track,
    settle_noun,
    settle_out_of,
    settle_things,
)
from rednov_bot.language.neighbours import kind_at, past_fill
from rednov_bot.language.words import Sense, Word, kinds

_FOES: Final = kinds("FIRE KRAKEN")
_WORKED_ON: Final = kinds("MACHINE FIRE KRAKEN")
_ON: Final = kinds("on for at against into with over")
_IT_IS: Final = frozenset(["it's", "it'll", "this is", "here are", "there are"])
_ENDS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD CLOSING COLON") | {""}
_POINTING: Final = kinds("the that this my")
_WORKS: Final = ("UNBLOCK", "EXTINGUISH", "PUMP", "FIX", "HALT", "KILL", "DRAW")
_DRINKS: Final = kinds("drink drinks measure measures round rounds drop drops serving servings")
_EMPTY: Final = kinds("dry empty") | {"out"}
_LOST: Final = frozenset(
    ["goes overboard", "go overboard", "goes over side", "go over side", "goes into sea"]
)
_ENTERED: Final = frozenset(["entered", "passed", "gone through", "walked through"])
_CALLED: Final = frozenset(["called", "named", "known as", "entitled", "titled"])


_IT: Final = kinds("WHO PRONOUN")
_CUES: Final = kinds("DUR NUM ITEM TILEWORD VAGUE COND CONTEST KRAKEN")
_TOLD: Final = frozenset(("pump", "pumps", "opened", "against", "usual")) | NOUNS
"""Words of these kinds or spellings begin such a saying; others do before "it"."""


def settle_sayings(words: list[Word]) -> None:
    """What two or three words mean together."""
    it = not _IT.isdisjoint([word.type for word in words])
    for at, word in enumerate(words):
        if word.type not in _CUES and word.text not in _TOLD and word.text[-4:] != " out":
            if it and word.can_be("EXTINGUISH") and kind_at(words, at + 1) in _IT:
                _settle_work_on_it(words, at)
            continue
        if word.text in ("pump", "pumps") and _settle_pumping(words, at):
            continue
        if word.type == "DUR":
            _settle_minutes(words, at)
        elif word.type == "NUM":
            _settle_number(words, at)
        elif word.type == "TILEWORD":
            settle_things(words, at)
        elif word.type == "ITEM":
            _settle_numbered(words, at)
            _settle_swap(words, at)
        elif word.type == "VAGUE":
            _settle_rest(words, at)
        elif word.type == "COND":
            _settle_barring(words, at)
        elif word.type == "CONTEST":
            _settle_called(words, at)
        elif word.text.endswith(" out") and word.can_be("LEAVE"):
            settle_out_of(words, at)
        elif word.type == "KRAKEN" and word.text[-2:] == "'s" and kind_at(words, at + 1) == "FILL":
            _blank(word)  # "the kraken's hand limit"
        elif word.text == "opened" and at and words[at - 1].type == "COLON":
            _settle_opened(words, at)
        elif word.text in NOUNS:
            settle_noun(words, at)
        elif word.text == "usual" and kind_at(words, at - 1) == "MEANS":
            if kind_at(words, at + 1) == "OTHER":
                _blank(word)  # "with my usual luck"
        elif word.text == "against" and kind_at(words, at + 1) in _FOES:
            _blank(word)
        elif word.senses and word.can_be("EXTINGUISH") and kind_at(words, at + 1) in _IT:
            _settle_work_on_it(words, at)


def _blank(word: Word) -> None:
    word.type, word.senses = "FILL", ()


def _settle_minutes(words: list[Word], at: int) -> None:
    """ "It's six minutes on the reactor", "all of six minutes", "6 minutes into the reactor"."""
    ahead = at + 1
    while ahead < len(words) and (words[ahead].text in _ON or words[ahead].type == "FILL"):
        ahead += 1
    aimed = kind_at(words, ahead) in _WORKED_ON
    into = kind_at(words, at + 1) == "TO" and words[at + 1].text == "into"
    if into and kind_at(words, at + 2) == "MACHINE":
        _blank(words[at + 1])  # "I put six minutes into the reactor"
    before = words[at - 1] if at else None
    if before is None:
        return
    if aimed and before.type in ("WHO", "STATE") and before.text in _IT_IS:
        _blank(before)
    elif before.type == "VAGUE" and before.text == "all":
        _blank(before)  # "all of ten minutes"
    _settle_said_again(words, at)


def _settle_said_again(words: list[Word], at: int) -> None:
    """ "Five minutes for that clearing": what is cleared was said before."""
    ahead = at + 1
    while kind_at(words, ahead) in ("FILL", "FOR"):
        ahead += 1
    if ahead == at + 1 or kind_at(words, ahead + 1) not in _ENDS:
        return
    work = words[ahead] if ahead < len(words) else words[at]
    if work.det not in _POINTING and words[ahead - 1].text not in _POINTING:
        return
    known = {sense.kind for sense in work.senses if sense.form == "ing"}.intersection(_WORKS)
    if any(word.can_be(kind) for kind in known for word in words[:at]):
        for word in words[at + 1 : ahead + 1]:
            _blank(word)


def _settle_number(words: list[Word], at: int) -> None:
    """ "Two drinks from the barrel", "pump 9 dry", "with heat at 8"."""
    if is_on_a_track(words, at):
        _blank(words[at])
        return
    if counts_tries(words, at):
        _blank(words[at - 1])
        _blank(words[at])
        return
    ahead = past_fill(words, at + 1)
    if kind_at(words, ahead) == "" or ahead != at + 1:
        return
    behind, number = words[ahead], words[at]
    if behind.text in _DRINKS and any(w.type == "BARREL" for w in words[ahead : ahead + 5]):
        behind.type, behind.name, behind.senses = "ITEM", "grog", ()
        behind.number, behind.start, behind.form = number.number, number.start, ""
        del words[at]
    elif behind.text in _EMPTY and at and words[at - 1].can_be("PUMP") and number.number:
        number.become(Sense("ROOM", number=number.number))
        _blank(behind)


def _settle_numbered(words: list[Word], at: int) -> None:
    """ "Aqualung number two" is one; "a crowbar in either hand" are two."""
    tile = words[at]
    texts = [word.text for word in words[at + 1 : at + 3]]
    if texts[:1] in (["number"], ["no"], ["nr"]) and kind_at(words, at + 2) == "NUM":
        if not tile.plural and kind_at(words, at + 3) in (*_ENDS, "OPENING"):
            tile.number = 1
            del words[at + 1 : at + 3]
    elif (
        tile.det in ("a", "an") and not tile.number and texts in (["in", "either"], ["in", "each"])
    ):
        tile.number = 2


def _settle_swap(words: list[Word], at: int) -> None:
    """ "My coffee against your crowbar": is it given now?"""
    if words[at].det != "my" or at + 3 >= len(words):
        return
    link, yours, tile = words[at + 1 : at + 4]
    if link.text in ("for", "against") and yours.text == "your" and tile.type == "ITEM":
        link.become(Sense("LOOKUP"))
        link.senses = ()
        _blank(yours)


def _settle_pumping(words: list[Word], at: int) -> bool:
    """ "I pump Bob for gossip" has nothing to do with water."""
    word = words[at]
    if kind_at(words, at + 1) != "NAME" or not word.can_be("PUMP"):
        return False
    word.type, word.senses = "OTHER", ()
    return True


def _settle_opened(words: list[Word], at: int) -> None:
    """ "Hatch to 4: opened, entered"."""
    before = [word.type for word in words[max(at - 5, 0) : at - 1]]
    ahead = at + 1
    while kind_at(words, ahead) in ("SEP", "SEPWORD"):
        ahead += 1
    if "HATCH" not in before and "DOOR" not in before:
        return
    if ahead > at + 1 and ahead < len(words) and words[ahead].text in _ENTERED:
        _blank(words[at])
        words[ahead].become(Sense("ENTER"))
        words[ahead].senses = ()


def _settle_rest(words: list[Word], at: int) -> None:
    """ "Everything else goes overboard"; "from there to 8 and up to 10"."""
    if words[at].text == "up to":
        place = kind_at(words, at + 1) in ("NUM", "ROOM")
        if (
            place
            and at
            and (words[at - 1].type in ("SEP", "SEPWORD") or words[at - 1].can_be("GO"))
        ):
            words[at].become(Sense("TO"))
            words[at].senses = ()
        return
    ahead = past_fill(words, at + 1)
    if ahead < len(words) and words[ahead].text in _LOST:
        words[ahead].become(Sense("DISCARD"))
        words[ahead].senses = ()


def _settle_barring(words: list[Word], at: int) -> None:
    """ "I call a CFJ, barring Bob": who may not judge, no condition."""
    if words[at].text == "barring" and kind_at(words, at + 1) == "NAME":
        _blank(words[at])
        _blank(words[at + 1])


def _settle_called(words: list[Word], at: int) -> None:
    """ "I leave the contract known as Red November"."""
    before = words[at - 1] if at else None
    if before is not None and before.text in _CALLED and at > 1:
        verb = words[at - 2]
        if verb.can_be("JOIN") or verb.can_be("QUIT"):
            _blank(before)


def _settle_work_on_it(words: list[Word], at: int) -> None:
    """ "The hatch is jammed: I work on it": what was named last."""
    for word in reversed(words[:at]):
        if word.type in ("PARAGRAPH", "FIRE", "KRAKEN"):
            return
        if word.type in ("HATCH", "DOOR") and (unblocks := words[at].can_be("UNBLOCK")):
            words[at].become(unblocks)
            words[at].senses = ()
            it = words[at + 1]
            words[at + 1] = Word("PRONOUN", it.start, it.end, it.text)
            if word.type == "HATCH":
                words[at + 1] = Word("HATCH", it.start, it.end, it.text, places=word.places)
            return
        if word.type == "MACHINE" and (fixes := words[at].can_be("FIX")):
            words[at].become(fixes)
            words[at].senses = ()
            it = words[at + 1]
            words[at + 1] = Word("MACHINE", it.start, it.end, it.text, number=word.number)
            return
