"""Stretches beside a turn in words that may mean half of what they say, or nothing of it.

"And forget to go in", "a swig of something", "the door next to mine": looked for only where
everything else was understood, and asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.doubts import IS_MEANT, Doubt
from rednov_bot.language.second_reader import Said
from rednov_bot.language.second_reader.shades import may_undo
from rednov_bot.language.segments import Segment
from rednov_bot.language.tools import takes_a_tool
from rednov_bot.language.words import Word, kinds

_EARNEST: Final = "Is this announced in earnest?"
_INDEFINITE: Final = kinds("VAGUE MORE")
_SOME: Final = re.compile(r"\b(?:some|half|something)\b")
_VAGUE: Final = re.compile(
    r"\b(?:something|anything|half|thingy|gadgets?|gizmos?|contraptions?|doodads?|most of|some of|"
    r"part of)\b"
)
_OTHERWISE: Final = re.compile(
    r"\bdo for (?:the|my|our)\b|\bin (?:the fullness of time|due course|good time)\b|"
    r"\b(?:some ?day|at some point|sooner or later)\b"
)
_DOOR_BESIDE: Final = re.compile(
    r"\b(?:hatch|hatches|door|doors) (?:next to|beside|near|opposite|adjacent to|"
    r"one (?:up|down|further))\b|"
    r"\b(?:on top of|under|beneath|above|below|outside (?=the)|(?:sit|stand|lie|hang|"
    r"dangle|swing|cling|squat|stay|lean|lurk|wait|stuck|kneel)\w* (?:\w+ )?"
    r"(?:in|on|at|against|by|before|near|out of|from)) "
    r"(?:the |that |this )?(?:hatch|door)"
)
_THROWN: Final = re.compile(r"\b(?:throw|toss|hurl|fling|chuck|lob)\w*\b[^.;,!?\n]* at\b")
_DOORS: Final = kinds("DOOR HATCH")
_WILLING: Final = re.compile(
    r"\b(?:supposing|willing|allowing|consenting|agreeing|approving|presuming|granting)\b"
)
_LENT: Final = re.compile(
    r"\b(?:until|till|back (?:by|on|next)|for a (?:while|bit|turn|day|week)|temporarily|on loan)\b"
)
_OF_THE_WHOLE: Final = re.compile(
    r"\bif i were (?!you\b)|(?:^|[.!?\n] ?)if i were you\b|"
    r"\bwith (?:one|a|the|this|some|two|certain|a few) (?:\w+ )?(?:proviso|caveat|condition|"
    r"stipulation|reservation|rider)s?\b|\bon (?:one|the|this) (?:\w+ )?condition\b|"
    r"\bwere i (?!you\b)|"
    r"(?<!both )\bof which (?:i (?:drink|neck|swig|eat)|one|two|half|some)\b|"
    r"(?:^|[.!?\n(])\s*edit\s*:|\b(?:i|and) [\"']\w+[\"'] (?:to|the|into|through|for)\b|"
    r"\b(?:the|a) (?:better|best|good|greater|bigger|larger) part of (?:the )?\w+ min|"
    r"\bmin(?:ute)?s?,? (?:tops|max(?:imum)?|twice|thrice|(?:two|three|four|\d) times)\b|"
    r"(?:^|[.!?\n(] ?)(?:that |it )?(?:should|was supposed to|was meant to) (?:read|have said|"
    r"have been) ?:|\bone of (?:them|these|those) twice\b|"
    r"(?:^|[.!?\n] ?)(?:give|get|hand|lend|pass|bring|buy|grant|spare) (?:me|us) "
    r"[^.;!?\n]{1,60} and i\b|"
    r"\bsaid no \w+ ever\b|(?:^|[.!?\n] ?)i, (?:\w+'s \w+|the \w+ of \w+),|"
    r"(?:^|[.!?\n])\W*(?:so |and )?there (?:i am|we are|i stand|i sit),|"
    r"(?:^|[.!?\n(] ?)failing (?!that|this|it\b|which|the|a\b|to\b)(?:\w+ ){1,4}?\w+, i\b"
)
_SO_TO_SPEAK: Final = re.compile(
    r"(?: min(?:ute)?s?)?,? \(?(?:so to speak|as it were|in a manner of speaking|in a sense|"
    r"in a way|(?:\w+ )?if (?:that's|that is|you can|one can) (?:the word|what|call)|in spirit|"
    r"metaphorically|figuratively|technically|theoretically|nominally|notionally|on paper|"
    r"in theory|in principle|practically|virtually|more or less|give or take|or so|"
    r"or thereabouts|ish|loosely|at (?:the )?(?:very )?(?:most|least)|tops|maximum|minimum|max)\b"
)
_ALL_BUT: Final = re.compile(
    r"\bi (?:technically|theoretically|nominally|notionally|allegedly|supposedly|ostensibly|"
    r"practically|virtually|almost|nearly|barely|hardly|as good as|all but|might as well|"
    r"may as well|get to (?=[a-z]+ )(?!the|room|hatch|in\b|work)|seem to|appear to|happen to)\b|"
    r"\b(?:fire|flames|blaze) (?:in \w+ |here )?(?:bigger|larger|hotter|worse|higher|brighter|burn|"
    r"grow|alive|going)\b"
)
_SIGNS: Final = (
    "i were", "were i", "proviso", "caveat", "condition", "stipulation", "reservation", "rider",
    "of which", "edit", '" ', "' ", "part of", "twice", "thrice", " times", "should",
    "supposed to", "meant to", " me ", " us ", "said no", "i, ", "there i", "there we", "failing",
    " tops", " max",
)  # fmt: skip
"""Without one of these nothing is said of the whole."""
_HEDGES: Final = (
    "ally", "alleged", "supposed", "ostensib", "almost", "nearly", "barely", "hardly", "good as",
    "all but", "ght as well", "may as well", "get to", "seem to", "appear to", "happen to",
    "bigger", "larger", "hotter", "worse", "higher", "brighter", "burn", "grow", "alive", "going",
)  # fmt: skip
"""Without one of these nothing is all but done."""
_IDLE: Final = re.compile(
    r",? (?:is |are |just |merely |only |still )*(?:look\w* on|watch\w*|waits?|waiting|rests?|"
    r"resting|sleep\w*|sulk\w*|snor\w*|idle|idling|dangling|unused|untouched|unopened|closed|shut|"
    r"stay\w*|forgotten|abandoned|lost|missing|at home|on the shelf|optional)\b"
)
_TILE: Final = kinds("ITEM FILL")
_CONSUMES: Final = kinds("drink use swig neck eat take have spend")
_SOMEWHERE: Final = kinds("backwards back up down out away anywhere forwards left right elsewhere")
_TWO: Final = 2
_OR_SO: Final = kinds("nearly almost not so something whatever nothing thereabouts partly close")
_NEAR: Final = 12
_BEGINS: Final = kinds("start starts starting decide decides continue continues turn turns get")
_WORKED_ON: Final = kinds("MACHINE FIRE WATER KRAKEN")
_WHOSE: Final = kinds("OWNER FILL SEPWORD SELF")


def half_meant(said: Sequence[Said], lowered: str) -> Iterator[Doubt]:
    """A question about each such stretch; *lowered* is the text in plain lower case."""
    for one in said:
        if _may_choose(one.segment) or (one.segment.belongs == "turn" and _is_odd(one, lowered)):
            yield Doubt(one.segment.start, one.segment.end, IS_MEANT)
    holds = lowered.__contains__
    for match in _OF_THE_WHOLE.finditer(lowered) if any(map(holds, _SIGNS)) else ():
        yield Doubt(match.start(), match.end(), _EARNEST)
    for before, one in pairwise(said):
        if _is_in_company(before, one) or _is_left(before, one):
            yield Doubt(before.segment.start, one.segment.end, IS_MEANT)
    hedged = any(map(holds, _HEDGES))
    for one in said:
        if one.live and (one.segment.hard or one.segment.doing):
            hedge = _SO_TO_SPEAK.match(lowered, one.segment.end) or (
                _ALL_BUT.search(lowered, one.segment.start, one.segment.end) if hedged else None
            )
            if hedge is not None:
                yield Doubt(hedge.start(), hedge.end(), _EARNEST)


def _is_in_company(before: Said, one: Said) -> bool:
    """ "The toolbox and I have a quarrel", "the manual stays shut, or nearly"."""
    segment = one.segment
    if segment.opens_sentence or segment.belongs != "turn":
        return False
    if segment.lead == "or":
        return len(segment.words) == 1 and segment.words[0].text in _OR_SO
    tile = before.live and "ITEM" in before.segment.kinds <= _TILE
    return tile and segment.lead == "and" and one.mood == "statement" and segment.has("SELF")


def _is_left(before: Said, one: Said) -> bool:
    """ "After that I drink one", "escape: 4, if dry", "escape: backwards"."""
    segment = one.segment
    if segment.belongs == "escape":
        somewhere = segment.kinds == {"OTHER"} and segment.words[0].text in _SOMEWHERE
        hangs = segment.kinds == {"COND", "OTHER"} and before.segment.belongs == "escape"
        return somewhere or (hangs and len(segment.words) == _TWO)
    after = before.segment.kinds | segment.kinds
    if not one.live or not {"AFTER", "SELF"} <= after or "ITEM" in segment.kinds:
        return False
    return any(
        verb.text in _CONSUMES and what.type == "NUM" for verb, what in pairwise(segment.words)
    )


def _may_choose(segment: Segment) -> bool:
    """ "Whichever hand I haven't needed I keep"."""
    return "VAGUE" in segment.kinds and any(word.text == "whichever" for word in segment.words)


def _is_odd(one: Said, lowered: str) -> bool:
    segment = one.segment
    if segment.aside == "quoted":
        return False
    if segment.aside == "round" and "OWNER" in segment.kinds <= _WHOSE:
        return True  # "a toolbox (Pip's)"
    text = lowered[segment.start : segment.end]
    doors = not segment.kinds.isdisjoint(_DOORS)
    if doors and _DOOR_BESIDE.search(lowered, segment.start, segment.end + _NEAR):
        return True
    if "ITEM" in segment.kinds and (
        _THROWN.search(text)
        or any(w.type == "ITEM" and _IDLE.match(lowered, w.end) for w in segment.words)
    ):
        return True
    if one.mood == "unreal" and _WILLING.search(text):
        return True
    if "GIVE" in segment.kinds and _LENT.search(lowered, segment.start, segment.end + _NEAR):
        return True
    return one.mood == "real" and _is_half_done(segment, text)


def _is_half_done(segment: Segment, text: str) -> bool:
    """ "Another half", "a swig of something", "I do for the engine"."""
    if segment.kinds <= _INDEFINITE and _SOME.search(text):
        return True
    strange = "OTHER" in segment.kinds and not (segment.hard or segment.doing)
    if _OTHERWISE.search(text) or (strange and not segment.alone and _VAGUE.search(text)):
        return True
    if "OTHER" in segment.kinds and takes_a_tool(segment, text):
        return True
    said = segment.content
    return any(_is_unlike(said, at, segment) for at in range(len(said) - 1))


def _is_unlike(said: Sequence[Word], at: int, segment: Segment) -> bool:
    """ "And forget to go in", "I take a dim view of the reactor"."""
    word, behind = said[at], said[at + 1 : at + 3]
    if word.type != "OTHER" or word.text in _BEGINS:
        return False
    if word.text in ("sort", "kind") and behind[0].type in VERBS:
        return True
    if not may_undo(word):
        return False
    if [one.text for one in behind[:1]] == ["to"] and behind[1:] and behind[1].type in VERBS:
        return True
    own = at > 0 and said[at - 1].type == "SELF"
    return own and not segment.doing and segment.has(*_WORKED_ON)
