"""What may undo what is announced: a condition, a "maybe", a second thought, another order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.segments import Segment
from rednov_bot.language.unknown import Doubt
from rednov_bot.language.words import kinds

_CONDITION: Final = "Do you announce this?  A turn knows no conditions but that of a failure."
_ORDER: Final = "Please say the steps in the order in which they happen."
_SHAKY: Final = frozenset(("other", "unclear", "unreal"))
_BELIEFS: Final = frozenset(("think", "guess", "believe", "suspect"))
_MAYBE: Final = frozenset(
    ["maybe", "perhaps", "possibly", "might", "may", "could", "probably", "tentatively"]
)
_DRINKS: Final = frozenset(["drink", "drinks", "drinking", "quaff", "swig"])
_CONSUMES: Final = _DRINKS | frozenset(["use", "uses", "using"])
_WHICH: Final = frozenset(
    ["one", "two", "three", "four", "1", "2", "3", "4", "them", "some", "both", "another"]
)
_ROLES: Final = frozenset(["place", "stead", "behalf", "turn", "name", "part", "shoes", "move"])
_DOUBTERS: Final = kinds("UNREAL PLAN SELF STATE NEG HEADING HEDGE")


@dataclass(frozen=True, slots=True)
class Before:
    """What went before a segment."""

    announced: bool  # something is announced in its sentence
    begun: bool  # something is announced in the letter
    speaks: bool  # its sentence has said "I"


def misgiving(segment: Segment, mood: str, before: Before) -> Doubt | None:
    """The question about a segment that may take back, hedge or re-order the rest."""
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
    unsure = beside and said <= _DOUBTERS
    if unsure and (segment.has("UNREAL", "PLAN") or segment.words[-1].text in _BELIEFS):
        return "Is this announced in earnest?"
    if before.announced and mood == "unreal" and any(w.text in _MAYBE for w in segment.words):
        return "Do you announce this?"
    return ""


def _is_condition(segment: Segment) -> bool:
    """Whether it hangs on something; "I wonder if" does not."""
    if segment.belongs != "turn" or segment.has("DISCLAIMER", "YOURCHOICE"):
        return False
    words = [w for w in segment.words if w.type not in ("FILL", "NEG")]
    if words and words[0].text in ("should", "were", "had"):
        return True  # "should nobody mind"
    return any(
        word.type == "COND"
        and word.text not in ("else", "otherwise", "either")
        and not (at and words[at - 1].type in ("STATE", "UNREAL", "PLAN"))
        for at, word in enumerate(words)
    )


def _reorders(segment: Segment, mood: str, said: frozenset[str], before: Before) -> str:
    """ "I use my aqualung first", "having drunk a grog", "... and back"."""
    if segment.has("REVERSE") and before.begun:
        return _ORDER
    if segment.first and segment.belongs == "turn" and mood == "real" and before.begun:
        return _ORDER
    if segment.lead == "before" and segment.doing and segment.opens_sentence:
        return _ORDER
    told = mood == "past" and before.announced and segment.hard
    if told and any(word.type in VERBS and word.form == "past" for word in segment.words):
        return "Is this part of your turn?"
    if before.begun and said <= {"RETURN"} and segment.words[0].text == "back":
        return "Through which hatch do you go back?"
    return ""


def _takes_back(segment: Segment, mood: str, said: frozenset[str], before: Before) -> str:
    """ "... or the reactor", "just kidding", "not"; somebody else's doing."""
    if mood != "other" and segment.belongs == "turn" and _uses_what(segment):
        return "Which item do you use?"
    if segment.has("ODD") and mood == "real" and not segment.doing:
        return "Is this part of what you do?"
    if segment.belongs == "escape" and mood in _SHAKY and (segment.hard or segment.doing):
        return "Is this your own escape?"
    if segment.has("OWNER") and segment.has("SELF") and _stands_in(segment):
        return "Whose turn is that?"
    other = segment.lead == "or" and (mood == "real" or before.announced)
    if other and not said <= {"OTHER", "SELF"}:
        return "Which of these is it?"
    if segment.has("JEST") or (said <= {"NEG", "HEADING"} and _says_not(segment)):
        return "Is this announced in earnest?"
    if mood == "other" and segment.doing and segment.has("NAME") and before.speaks:
        return "Who does this?"
    if mood == "other" and before.announced and segment.has("DUR", "HATCH", "PATH"):
        return "Who does this?"
    return ""


def _uses_what(segment: Segment) -> bool:
    """ "... and drink one", "use it": a tile is used that only the clause before names."""
    texts = [word.text for word in segment.words]
    if texts and texts[-1] in _DRINKS:
        return True
    if segment.has("ITEM"):
        return False
    return any(verb in _CONSUMES and which in _WHICH for verb, which in pairwise(texts))


def _stands_in(segment: Segment) -> bool:
    """ "I take Pip's place", "I do Pip's turn"."""
    return any(
        whose.type == "OWNER" and word.text in _ROLES
        for whose, word in pairwise([w for w in segment.words if w.type != "FILL"])
    )


def _says_not(segment: Segment) -> bool:
    return any(word.text == "not" for word in segment.words)
