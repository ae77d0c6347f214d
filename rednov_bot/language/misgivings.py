"""What may undo what is announced: a condition, a "maybe", a second thought, another order."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from rednov_bot.language.conditions import has_own_clause
from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import IS_PART, Doubt
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_CONDITION: Final = "Do you announce this?  A turn knows no conditions but that of a failure."
_USES_WHAT: Final = "Which item do you use?"
_TURNS: Final = frozenset(("or", "before"))
"""The conjunctions that cast a doubt on what stands before them."""
_WAY_OUT: Final = "Through which hatch do you leave?  One moves before the action, not after it."
_TILES: Final = kinds("ITEM FILL USED USE SEPWORD")
_HELPS: Final = kinds(
    "toolbox engine_manual pump_manual reactor_manual deactivation_code crowbar water_pump "
    "diving_gun"
)
"""Tiles that help an action and nothing else."""
_ORDER: Final = "Please say the steps in the order in which they happen."
_SHAKY: Final = frozenset(("other", "unclear", "unreal"))
_BELIEFS: Final = frozenset(("think", "guess", "believe", "suspect"))
_HEADS: Final = kinds("SELF OTHER HEADING LABEL")
_LEAVINGS: Final = frozenset(["leave", "leaves", "leaving", "exit", "exits", "exiting"])
_MAYBE: Final = frozenset(
    ["maybe", "perhaps", "possibly", "might", "may", "could", "probably", "tentatively"]
)
_RESOLVED: Final = frozenset(["must", "will", "shall", "i'll", "have to", "need to"])
_DRINKS: Final = frozenset(["drink", "drinks", "drinking", "quaff", "swig"])
_CONSUMES: Final = _DRINKS | frozenset(["use", "uses", "using"])
_CONSUMING: Final = kinds("USE GO SPEND PUMP")
_WHICH: Final = frozenset(
    ["one", "two", "three", "four", "1", "2", "3", "4", "them", "some", "both", "another"]
)
_ROLES: Final = frozenset(["place", "stead", "behalf", "turn", "name", "part", "shoes", "move"])
_NUMBERS: Final = kinds("NUM DUR")
_DOUBTERS: Final = kinds("UNREAL PLAN SELF STATE NEG HEADING HEDGE")


class Before(msgspec.Struct, frozen=True, gc=False):
    """What went before a segment."""

    announced: bool  # something is announced in its sentence
    begun: bool  # something is announced in the letter
    speaks: bool  # its sentence has said "I"
    recent: bool = True  # something is announced in the sentence before
    whole: bool = True  # nothing was cut off behind it: no "I want to see ..."


def is_firm(segment: Segment) -> bool:
    """Whether nothing in a plain segment can undo anything, if it is meant in earnest."""
    return (
        segment.plain
        and not segment.first
        and segment.lead not in _TURNS
        and segment.kinds.isdisjoint(_CONSUMING)
    )


def misgiving(segment: Segment, mood: str, before: Before) -> Doubt | None:
    """The question about a segment that may take back, hedge or re-order the rest."""
    if segment.plain and mood == "real" and not segment.first and segment.lead not in _TURNS:
        ask = _USES_WHAT if _uses_what(segment) else ""
        return Doubt(segment.start, segment.end, ask, grave=False) if ask else None
    said = segment.kinds - {"FILL"}
    ask = (
        _hedges(segment, mood, said, before)
        or _reorders(segment, mood, said, before)
        or _takes_back(segment, mood, said, before)
    )
    return Doubt(segment.start, segment.end, ask, grave=False) if ask else None


def _hedges(segment: Segment, mood: str, said: frozenset[str], before: Before) -> str:
    """ "..., unless Bob objects", "maybe", "and perhaps go in"."""
    beside = before.announced or (segment.alone and before.begun)
    if (before.announced or (beside and mood == "conditional")) and _is_condition(segment):
        return _CONDITION
    near = before.announced or (segment.alone and before.recent)
    unsure = beside and near and before.whole and said <= _DOUBTERS
    if unsure and (_wavers(segment) or segment.words[-1].text in _BELIEFS):
        return "Is this announced in earnest?"
    other = segment.has("NUM", "DUR") and said <= _DOUBTERS | _NUMBERS
    if beside and near and other and any(w.text in _MAYBE for w in segment.words):
        return "Which number is it?"  # "... for 5 minutes.  Maybe 7."
    if before.announced and mood == "unreal" and any(w.text in _MAYBE for w in segment.words):
        return "Do you announce this?"
    return ""


def _wavers(segment: Segment) -> bool:
    """ "I might", "I planned to"; "I must" and "I will" are firm."""
    return any(w.type in ("UNREAL", "PLAN") and w.text not in _RESOLVED for w in segment.words)


def _is_condition(segment: Segment) -> bool:
    """Whether it hangs on something; "I wonder if" does not."""
    if segment.belongs != "turn" or segment.has("DISCLAIMER", "YOURCHOICE"):
        return False
    words = [w for w in segment.words if w.type not in ("FILL", "NEG")]
    if words and words[0].text in ("should", "were", "had"):
        return True  # "should nobody mind"
    if "COND" in segment.kinds and has_own_clause(segment):
        return False
    return any(
        word.type == "COND"
        and word.text not in ("else", "otherwise", "either")
        and not (at and words[at - 1].type in ("STATE", "UNREAL", "PLAN"))
        for at, word in enumerate(words)
    )


def _only_helps(segment: Segment) -> bool:
    """ "Missiles: 3 minutes, launch code used first": it comes before the action anyhow."""
    tiles = [word for word in segment.words if word.type == "ITEM"]
    return segment.kinds <= _TILES and bool(tiles) and all(w.name in _HELPS for w in tiles)


def _reorders(segment: Segment, mood: str, said: frozenset[str], before: Before) -> str:
    """ "I use my aqualung first", "having drunk a grog", "... and back"."""
    if "REVERSE" in segment.kinds and before.begun:
        return _ORDER
    if segment.first and segment.belongs == "turn" and mood == "real" and before.begun:
        return "" if _only_helps(segment) else _ORDER
    if segment.lead == "before" and segment.doing and segment.opens_sentence:
        return _ORDER
    told = mood == "past" and before.announced and segment.hard
    if told and any(word.type in VERBS and word.form == "past" for word in segment.words):
        return "Is this part of your turn?"
    if before.begun and mood == "real" and _leaves(segment):
        return _WAY_OUT
    if before.begun and said <= {"RETURN"} and segment.words[0].text == "back":
        return "Through which hatch do you go back?"
    return ""


def _leaves(segment: Segment) -> bool:
    """ "... then I leave the room": which way is not said."""
    words = [word for word in segment.words if word.type not in ("FILL", "SELF")]
    return (
        bool(words)
        and words[0].text in _LEAVINGS
        and words[0].name == "verb"
        and all(word.type == "ROOMWORD" for word in words[1:])
    )


def _takes_back(segment: Segment, mood: str, said: frozenset[str], before: Before) -> str:
    """ "... or the reactor", "just kidding", "not"; somebody else's doing."""
    if mood == "real" and said <= _HEADS and any(_discards(word) for word in segment.words):
        return "Which items do you discard?"
    if mood != "other" and segment.belongs == "turn" and _uses_what(segment):
        return _USES_WHAT
    if "ODD" in segment.kinds and mood == "real" and not segment.doing:
        return IS_PART
    if segment.belongs == "escape" and mood in _SHAKY and (segment.hard or segment.doing):
        return "Is this your own escape?"
    if "OWNER" in segment.kinds and "SELF" in segment.kinds and _stands_in(segment):
        return "Whose turn is that?"
    other = segment.lead == "or" and (mood == "real" or before.announced)
    if other and not said <= {"OTHER", "SELF"}:
        return "Which of these is it?"
    if "JEST" in segment.kinds or (said <= {"NEG", "HEADING"} and _says_not(segment)):
        return "Is this announced in earnest?"
    if mood == "other" and segment.doing and "NAME" in segment.kinds and before.speaks:
        return "Who does this?"
    if mood == "other" and before.announced and segment.has("DUR", "HATCH", "PATH"):
        return "Who does this?"
    return ""


def _uses_what(segment: Segment) -> bool:
    """ "... and drink one", "use it": a tile is used that only the clause before names."""
    texts = [word.text for word in segment.words]
    if _CONSUMES.isdisjoint(texts):
        return False
    if texts[-1] in _DRINKS:
        return True
    if "ITEM" in segment.kinds:
        return False
    return any(verb in _CONSUMES and which in _WHICH for verb, which in pairwise(texts))


def _discards(word: Word) -> bool:
    """ "I discard:", and nothing that is one of the game's items."""
    return word.name == "verb" and word.text in ("discard", "discards", "discarding")


def _stands_in(segment: Segment) -> bool:
    """ "I take Pip's place", "I do Pip's turn"."""
    return any(
        whose.type == "OWNER" and word.text in _ROLES for whose, word in pairwise(segment.content)
    )


def _says_not(segment: Segment) -> bool:
    return any(word.text == "not" for word in segment.words)
