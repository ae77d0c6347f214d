"""What is done stands before who does it: "the engine I repair", "there take I three things"."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA
from rednov_bot.language.doings import OBJECTS, VERBS
from rednov_bot.language.second_reader.shades import may_undo
from rednov_bot.language.words import Sense, Word, kinds

_BREAKS: Final = kinds(
    "STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING QUERY ASIDE ASIDE_END PLUS"
)
_THINGS: Final = kinds("MACHINE FIRE WATER KRAKEN ITEM TILEWORD HATCH EXTERIOR")
_RUN: Final = _THINGS | {"FILL", "MORE", "AND"}
_TAIL: Final = _THINGS | kinds("FILL FOR DUR MEANS IN FROM TO NUM ROOM NAME NOW MORE ROOMWORD")
"""What may stand behind the verb; more than that may tell something else of the thing."""
_DOES: Final = VERBS - kinds("GO ENTER LEAVE STAY JOIN QUIT ATTACK SPEND")
_KEPT: Final = kinds("keep hold save spare reserve retain stash store stow hoard shelve")
_OXYGEN: Final = 2
_I: Final = frozenset(("i", "i hereby", "i now"))


def settle_inversions(words: list[Word]) -> None:
    """Every "I" with its verb goes before the thing it is done to."""
    at = 0
    while at < len(words):
        if words[at].type == "SELF" and words[at].text in _I:
            _out_i_go(words, at)
            at += _object_first(words, at) or _verb_first(words, at)
        at += 1


def _out_i_go(words: list[Word], at: int) -> None:
    """ "Out I go through the airlock of 6": I leave."""
    out = words[at - 1] if at else None
    if out is None or out.type != "OUT" or (at > 1 and words[at - 2].type not in _BREAKS):
        return
    through = at + 2 if at + 2 < len(words) and words[at + 2].type == "THROUGH" else at + 1
    if through + 1 >= len(words) or not words[through].text.endswith("through"):
        return
    hatch = words[through + 1]
    if hatch.type == "EXTERIOR" or SEA in hatch.places:
        verb = words[at + 1]
        leave = Word("LEAVE", verb.start, verb.start, "leave", (Sense("LEAVE"),))
        words[at - 1 : through + 1] = [
            words[at],
            leave,
            Word("THROUGH", verb.start, words[through].end, "through"),
        ]


def _object_first(words: list[Word], at: int) -> int:
    """ "The engine I repair for 5 minutes"; returns by how much the words have grown."""
    first = at
    while first and words[first - 1].type in _RUN:
        first -= 1
    things = [word for word in words[first:at] if word.type in _THINGS]
    if not things or (first and words[first - 1].type not in _BREAKS):
        return 0
    verb = at + 1
    while verb < len(words) and words[verb].type == "FILL" and not words[verb].senses[1:]:
        verb += 1
    tiles = things if all(thing.type == "ITEM" for thing in things) else []
    if tiles and any(_keeps(tiles, said) for said in words[at + 1 : verb + 1]):
        return 0
    if verb >= len(words) or words[verb].form != "":
        return 0
    repairs = things[-1].text == "pumps" and words[verb].can_be("FIX")
    if not (repairs or _takes(words[verb], things[-1])):
        return 0
    end = verb + 1
    while end < len(words) and words[end].type in _TAIL:
        end += 1
    if end < len(words) and words[end].type not in _BREAKS:
        return 0
    if any(word.type in _THINGS - {"ITEM"} for word in words[verb + 1 : end]):
        return 0
    if repairs:
        things[-1].type, things[-1].number, things[-1].senses = "MACHINE", _OXYGEN, ()
    return _turned(words, first, at, verb)


def _turned(words: list[Word], first: int, at: int, verb: int) -> int:
    """Puts "I" and the verb before the things from *first* on; by how much the words grow."""
    things = [word for word in words[first:at] if word.type in _THINGS]
    moved, start = words[verb], things[0].start
    subject = Word("SELF", start, start, "i")
    verbal = Word(moved.type, start, start, moved.text, moved.senses, moved.name, form=moved.form)
    only_used = moved.text == "use" and things[-1].type == "ITEM"  # named, and no more
    for blank in (words[at], moved):
        blank.type, blank.senses, blank.form, blank.text = "FILL", (), "", ""
    if only_used:
        return 0
    words[first:first] = [subject, verbal]
    return 2


def _keeps(tiles: list[Word], verb: Word) -> bool:
    """ "The toolbox I keep for later" is not used; "the crowbar I doubt" is asked about."""
    if verb.text.split(" ")[0] in _KEPT and verb.type in ("STATE", "OTHER", "FILL", "LEAVE"):
        for tile in tiles:
            tile.type, tile.senses, tile.name = "FILL", (), ""
        return True
    if not may_undo(verb):
        return False
    tiles[-1].type, tiles[-1].senses = "ODD", ()
    return True


def _takes(verb: Word, thing: Word) -> bool:
    """Whether the thing is one that the verb does something to."""
    does = {sense.kind for sense in verb.senses if sense.form == ""} & _DOES
    return any(thing.type in OBJECTS[kind] for kind in does)


def _verb_first(words: list[Word], at: int) -> int:
    """ "There take I three things": the verb goes behind "I"."""
    verb = words[at - 1] if at else None
    if verb is None or verb.form != "" or at < 2 or at + 1 >= len(words):
        return 0
    if all(sense.kind not in VERBS for sense in verb.senses) or verb.type == "FILL":
        return 0
    before, after = words[at - 2], words[at + 1]
    leads = before.type in _BREAKS | {"THEREUPON", "FILL", "NOW"} and before.type != "QUERY"
    if not leads or after.type not in _THINGS | {"TO", "THROUGH", "NUM"}:
        return 0
    words[at - 1 : at + 1] = [Word("SELF", verb.start, verb.start, "i", (Sense("SELF"),)), verb]
    return 0
