"""Sentences with a condition: which of them announce something if it holds, which only talk.

"If Pip is asleep, I fight the fire" is asked about; "if I open 5-8, the water flows" tells how the
game goes, and "correct me if I'm wrong" has nothing to do with it.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.segments import HARD, Segment, Sentence
from rednov_bot.language.words import Word, kinds

_THINGS: Final = HARD | kinds("MACHINE FIRE KRAKEN WATER VAGUE CONTEST NUM DOOR")
_OTHERS: Final = kinds("YOU WHO NAME")
_CLAUSE: Final = kinds("OTHER STATE WHO YOU PAST MORE")
_BEHIND: Final = frozenset(("permitting", "allowing"))
"""They stand behind what they hang on: "weather permitting"."""
_ABOUT: Final = kinds(
    "this that it turn mail move count counts valid stand stands hold holds good effective binding "
    "resolve applies apply happens only announce announced mean meant"
)
"""What the announcement is called, and what may be said of it."""
_DONE: Final = kinds("NOACT NOACTION ABANDON")


def performs(segment: Segment, sentence: Sentence) -> bool:
    """Whether a stretch of a conditional sentence would do something to the game now."""
    if not segment.doing and not segment.has(*_DONE):
        return False
    if sentence.kinds.isdisjoint(_THINGS | _DONE):
        return False
    words = segment.content
    starts = next((at for at, word in enumerate(words) if _is_if(word)), None)
    if starts is None:
        return "SELF" in segment.kinds or _goes_on(segment, sentence)
    before, inside = words[:starts], words[starts + 1 :]
    if any(word.type in VERBS | _DONE and word.form != "past" for word in before):
        return before[0].type not in _OTHERS and not _was_planned(before, segment, sentence)
    return _says_i_do(inside[1:] if inside and inside[0].type == "SELF" else inside)


def _is_if(word: Word) -> bool:
    return word.type == "COND" and word.text not in ("either", "else", "otherwise")


def _was_planned(before: list[Word], segment: Segment, sentence: Sentence) -> bool:
    """ "I intend to open 5-8 and draw two as soon as ...": the plan goes on."""
    told = sentence.segments[: sentence.segments.index(segment)]
    return all(word.type != "SELF" for word in before) and any(
        one.has("UNREAL", "PLAN") for one in told
    )


def _says_i_do(words: list[Word]) -> bool:
    """ "I", and a doing of the game behind it."""
    at = next((n for n, word in enumerate(words) if word.type == "SELF"), len(words))
    return any(word.type in VERBS | _DONE and word.form != "past" for word in words[at:])


def _goes_on(segment: Segment, sentence: Sentence) -> bool:
    """Without "I": the doing goes on with what "I" did before, or nobody else was named."""
    main = [
        one
        for one in sentence.segments[: sentence.segments.index(segment)]
        if not any(map(_is_if, one.words))
    ]
    if any("SELF" in one.kinds for one in main):
        return True
    return sentence.kinds.isdisjoint(_OTHERS) and "SELF" not in sentence.kinds


def has_own_clause(segment: Segment) -> bool:
    """Whether a condition hangs on something else than the announcement: "tell me if ..."."""
    words = segment.content
    at = next((n for n, word in enumerate(words) if word.type == "COND"), 0)
    before = words[:at]
    if words[at].text in _BEHIND:
        return False
    said = {piece for word in segment.words if word.start < words[at].start
            for piece in word.text.split()}  # fmt: skip
    if not before and _main_clause(words[at + 1 :]):
        return True
    return any(word.type in _CLAUSE for word in before) and said.isdisjoint(_ABOUT)


def _main_clause(words: list[Word]) -> bool:
    """ "As long as there's tea I'm happy": "I" begins a clause of its own that does nothing."""
    at = max((n for n, w in enumerate(words) if n > 1 and _is_i(w)), default=None)
    if at is None:
        return False
    rest = words[at + 1 :]
    firm = all(word.type not in VERBS | {"NEG"} for word in rest)
    return firm and any(word.type in ("OTHER", "STATE") for word in rest)


def _is_i(word: Word) -> bool:
    return word.type == "SELF" or word.text in ("i'll", "i'd", "i've")
