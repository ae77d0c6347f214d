"""How a stretch is worded: what its first words and verbs tell of who does what, and when."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.inflection import is_past, is_third_person
from rednov_bot.language.segments import HARD, Segment, is_doing
from rednov_bot.language.tails import TAIL_NEGATIONS
from rednov_bot.language.words import Word, kinds

I_AM: Final = frozenset(("i am", "i'm", "im"))

_HOW_LONG: Final = kinds("FOR DUR MEANS ITEM FILL AND USE")
_I_HAVE: Final = frozenset(("i", "i'll", "i've", "i have", "i'm", "i am", "i've got"))
_EQUIPPED: Final = kinds(
    "short brief simple quick gear kit means brisk plain straight business duty part"
)
_BYGONE: Final = kinds("had did was were been last yesterday")
_LASTING: Final = kinds("take takes took last lasts cost costs need needs keep keeps busy run runs")
"""With one of these, minutes behind a remark may be those of the remark."""
_INTENDS: Final = frozenset(("intend", "plan", "mean to", "i mean to"))
_BOUND: Final = frozenset(("have to", "need to", "had to", "going to"))
"""Who has to do something does it, if the condition holds."""


def first_verb(words: list[Word]) -> int:
    """Where the first verb of the game stands, or the number of words."""
    for at, word in enumerate(words):
        if word.type in VERBS:
            return at
    return len(words)


def merely_is(segment: Segment, words: list[Word]) -> bool:
    """ "I am in 5": but "I am opening" does something, and "I'm off through 5-8" goes."""
    if words[0].text not in I_AM or (len(words) > 1 and words[1].form == "ing"):
        return False
    leaves = any(word.text in ("off", "away") for word in segment.words)
    return not (leaves and len(words) > 1 and words[1].type in ("THROUGH", "TO", "OUT", "HATCH"))


def somebody(words: list[Word]) -> bool:
    """ "My nephew plays", "the cat opens": an unknown subject with a verb in the third person."""
    if len(words) < 2 or words[0].type != "OTHER" or not words[0].det or words[0].name:
        return False
    verb = next((n for n, word in enumerate(words) if word.type in VERBS), 0)
    if 1 < verb < 6 and words[verb].form == "s":
        return all(word.type in ("OTHER", "IN", "OUT", "FROM", "MEANS") for word in words[:verb])
    return words[1].form == "s" or (words[1].type == "OTHER" and is_third_person(words[1].text))


def only_asks(words: list[Word]) -> bool:
    """ "Pip asks me whether I would join": what is asked is no condition."""
    at = next(n for n, word in enumerate(words) if word.type == "COND")
    told = any(word.type in ("STATE", "WHO", "PAST") for word in words[:at])
    return words[at].text == "whether" and (told or not at)


_WOULD: Final = frozenset(["i'd", "would", "could", "would have", "could have", "might have"])


def intends(words: list[Word]) -> bool:
    """ "I intend to abandon you as soon as ...": what it hangs on is only a plan."""
    at = next(n for n, word in enumerate(words) if word.type == "COND")
    if any(i.type == "SELF" and does.text in _INTENDS for i, does in pairwise(words[at:])):
        return True  # "once that is over I mean to ..."
    if at and words[0].text in ("i'd", "i'll"):
        return True
    if not at or words[0].type != "SELF":
        return False
    told = [word for word in words[1:at] if word.type not in ("PAST", "FILL")]
    if any(word.text in _INTENDS for word in told):
        return True
    wished = told[0] if told else words[0]  # "I promise to give ... as soon as", "I was about to"
    if wished.type == "UNREAL" and wished.text in _WOULD:
        return True  # "I'd join if ..."
    leads = wished.text.endswith(" to") or (len(told) > 1 and told[1].type == "TO")
    return leads and wished.type in ("UNREAL", "PLAN") and wished.text not in _BOUND


def told_of_the_past(words: list[Word]) -> bool:
    """ "I stood in 3": an unknown verb of the past behind "I"."""
    return any(
        i.type == "SELF" and verb.type == "OTHER" and is_past(verb.text)
        for i, verb in pairwise(words)
    )


def excepts(words: list[Word]) -> bool:
    """ "I use everything except the grog": what is left out is said after the verb."""
    at = next((n for n, w in enumerate(words) if w.type == "NEG"), 0)
    if words[at].text == "except" and any(map(is_doing, words[at:])):
        return True  # "..., except that I pump"
    return words[at].text in TAIL_NEGATIONS and any(
        w.type in VERBS or w.name == "verb" for w in words[:at]
    )


def goes_without(words: list[Word]) -> bool:
    """ "go out of 9 with no aqualung": what is not used stands behind what is done."""
    at = next((n for n, w in enumerate(words) if w.type == "NEG"), 0)
    return words[at].text == "no" and any(is_doing(w) for w in words[:at])


def only_tells_where(segment: Segment) -> bool:
    """Whether a stretch names no more of the game than a room, among other words."""
    return (
        not segment.doing and segment.has("OTHER", "HEADING") and segment.kinds & HARD == {"ROOM"}
    )


def is_parenthesis(segment: Segment) -> bool:
    """ "..., which will be wet by then, ...": a remark on a thing, with nothing done in it."""
    if segment.doing or segment.hard or segment.has("YOU", "COND", "NAME"):
        return False
    return _LASTING.isdisjoint([word.text for word in segment.words])


def sets_about(segment: Segment) -> bool:
    """ "I keep it short: ...", "I've got the gear for it: ...": what follows is done."""
    first, *rest = segment.words
    if first.text not in _I_HAVE or segment.hard or segment.doing:
        return False
    if segment.has("YOU", "NAME", "COND", "NEG") or any(word.type == "UNREAL" for word in rest):
        return False
    texts = {word.text for word in rest}
    return texts.isdisjoint(_BYGONE) and not texts.isdisjoint(_EQUIPPED)


def only_tells_how_long(segment: Segment) -> bool:
    """Whether a stretch is "for 6 minutes" and nothing else, but for the means."""
    first = next((word.type for word in segment.words if word.type != "FILL"), "")
    return first in ("FOR", "DUR") and "DUR" in segment.kinds and segment.kinds <= _HOW_LONG


def begins_with_a_deed(segment: Segment) -> bool:
    """Whether the first word that means something is a verb in its plain form."""
    first = next((word for word in segment.words if word.type != "FILL"), None)
    spends = first is not None and first.type == "SPEND" and "DUR" in segment.kinds
    return first is not None and (is_doing(first) or spends) and first.form == ""


def goes_on(segment: Segment) -> bool:
    """Whether a stretch begins with a verb in the third person: "opens 5-8"."""
    first = next((word for word in segment.words if word.type != "FILL"), None)
    return first is not None and first.form == "s"


def says_i(segment: Segment) -> bool:
    """ "I give": a present act behind "I"."""
    return segment.words[0].type == "SELF" and segment.doing


def wants_for_emself(words: list[Word]) -> bool:
    """ "me" right after a verb or `to`."""
    return "me" in [word.text for word in words] and any(
        word.text == "me" and (is_doing(before) or before.type == "TO")
        for before, word in pairwise(words)
    )


def is_doing_it(words: list[Word]) -> bool:
    """ "I am opening", "I'm drinking": the present, told as it goes."""
    types = [word.type for word in words[:3]]
    return types[:1] == ["SELF"] and len(words) > 1 and words[1].form == "ing"


def third_person(segment: Segment, author: str) -> bool:
    """ "Tumbledrum opens": the author's own name before a verb."""
    if "NAME" not in segment.kinds:
        return False
    words = segment.content
    return (
        len(words) > 1
        and words[0].type == "NAME"
        and words[0].name == author
        and words[1].type in VERBS
        and words[1].form == "s"
    )
