"""Words that are taken for more than they say: "towards 9", "my toolbox, which I keep".

They are looked for where everything else was understood, in the few stretches that may hold them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.turn import Turn, Use
from rednov_bot.language.announced import turn_of
from rednov_bot.language.doubts import IS_ANNOUNCED, IS_PART, Doubt
from rednov_bot.language.leftovers import left_over, tiles_of
from rednov_bot.language.news import only_news
from rednov_bot.language.oddities import oddities
from rednov_bot.language.scanner import plain
from rednov_bot.language.second_reader import Said
from rednov_bot.language.second_reader.shades import is_handled_somehow, may_undo
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import Act

_THERE: Final = "Do you go in there?"
_TOWARDS: Final = kinds("toward towards")
_DOORS: Final = kinds("HATCH DOOR EXTERIOR PATH TO")
_WORKS: Final = kinds("OPEN UNBLOCK")
_NOTHING_BUT: Final = re.compile(
    r"\b(?:nothing|none|no \w+)\b[^.;!?\n]*\b(?:except|besides|apart from|save|other than|"
    r"excepting|barring)(?: for)?(?: an?| the| my| one)? $"
)
_KEPT: Final = re.compile(
    r"[^.;!?\n]{0,20}(?:\b(?:(?:which|that|it|they)(?: i)? (?:keeps?|stays?|survives?|remains?)|"
    r"and(?: i)? (?:keeps?|stays|survives|remains))\b"
    r"(?! (?:in|on|for|under|at|behind|by|near|around|about|with|me|the|your|its|to|\w+ing)\b)|"
    r"\bstill mine\b|(?:\bnot|n't|\bwithout|\bnever) (?:being |to be |to )?"
    r"(?:spen[dt]|spending|us(?:ed?|ing) (?:it |them )?up|consum\w+|expend\w*|discard\w*)\b)"
)
_NEAR: Final = re.compile(r"\b(?:next to|beside|near|behind|opposite|leaning on) (?:my|the) $")
_TASTES: Final = re.compile(r" go(?:es)? down (?:well|nicely|a treat|best|easily|better)\b")
_UNCLEAR: Final = re.compile(
    r"\b(?:drink|drinks|down|neck|swig|quaff|gulp|empty|finish) (?:the lot|the whole lot)\b|"
    r"\bpump\w* (?:it up\b|up (?:the|my|an?) (?!(?:\w+ )?(?:water|flood|room)))|"
    r"\b(?:one|two|three|some|any|\d) of (?:my|the|our) (?:tools|things|items|tiles|belongings)\b|"
    r"\bsame (?:again )?(?:with|for) (?:\d|hatch|the hatch|room)"
)
_TILES: Final = kinds("ITEM FILL MORE")
_NO: Final = kinds("nope nah no not untouched unused reserved later mine safe full missing lost")
_TELLS_OF: Final = kinds("OTHER FILL IN STATE NEG REMARK PAST UNREAL ROOMWORD LEFT")
_OUT: Final = re.compile(r"(?:the )?(?:fire|flames|blaze) out\b")
_ELSEWHERE: Final = re.compile(
    r"\b(?:in|at|on|under) (?:my|our|the neighbour's) (?:\w+ )?(?:kitchen|garden|garage|house|flat|"
    r"office|car|bathroom|oven|pan|grill|cellar|shed|attic|bedroom|home|bath|sink|pool|boiler|van)\b|"
    r"\b(?:my|our|the|an?) (?!(?:red )?(?:boat|sub|submarine|ship|vessel|november|bathtub)'s)\w+'s "
    r"(?:engine|reactor|pumps?|oxygen|fire)\b|"
    r"\b(?:fire|flames) (?:under|beneath|below) (?:the|my|our)\b"
)
_OPTIONAL: Final = re.compile(r",? (?:optional|permitting|if need(?:ed| be)|if necessary)\b")
_SWALLOWED: Final = re.compile(
    r" (?:in(?:side)? me(?: already)?|in my (?:belly|stomach|blood|system|veins))\b"
)
_LABELLED: Final = re.compile(
    r"(?:^|[.!?;\n])[^.!?;\n:]*\b(?:favou?rite|ever|old|archives?|logbook|as recorded|practice|"
    r"horoscope|haiku|poem|limerick|song|ballad|ode|sonnet|shanty|fable|riddle|"
    r"verse|chorus|opinion|perfect|best|worst|former|earlier|style|last words|history|"
    r"memory|perhaps|maybe|(?:19|20)\d\d)\b[^.!?;\n:]*:[ \t\n*_\"']*$"
)
"""What heads a turn of another time or of somebody's fancy."""
_CALLED: Final = re.compile(
    r"(?:^|[.!?;\n])[ \t]*(?:for|to) (?:the )?(?:next )?(?:gnome|player|crew|captain)s?"
    r"(?: in \w+)?: *$"
)
_FOR: Final = re.compile(r"(?:^|[.!?;\n])[ \t]*(?:for|to) $")
_TURN_OF: Final = re.compile(
    r"\W*(?:(?:red november|rn|the|a|this is|here is|game|contest|contestmaster|next)\W+){0,4}"
    r"(?:(?:turn|move|go|announcement) (?:of|by|for) (?:gnome |captain )?|"
    r"(?:gnome|player|contestant|name) ?[:=] ?)"
)
_SENTENCE: Final = re.compile(r"[.!?;\n]")
_TITLE_ENDS: Final = re.compile(r"(?: \([^()]*\)|,[^.:;!?\n]{1,40})?\s*[:.;\u2013\u2014\n-]")
_LONGEST_LABEL: Final = 90
_FORTIFIES: Final = re.compile(
    r" (?:for (?:\w+ )?(?:courage|strength|nerves?|luck|warmth|fortification)|to steady|to warm|"
    r"against the cold)\b"
)
_HAVING: Final = re.compile(r"\bi have (?:an? |my |the )?$")
_WITH_IT: Final = re.compile(
    r" (?:(?:with|for|after) (?:it|that|this)|afterwards|first|beforehand|on top)\b"
)
_OWNED: Final = re.compile(
    r" (?:is|are) (?:now \w+'s|\w+'s now|now with \w+|"
    r"for (?!later|the|another|tomorrow|after|now\b|emergenc|my|a\b)\w+)\b"
)
_BEFORE: Final = 60
_BEHIND: Final = 20


def misread(
    said: Sequence[Said], done: Sequence[Act], words: Sequence[Word], text: str, author: str
) -> list[Doubt]:
    """The questions about what acts lose of a letter, or make too much of.

    *author* is given where nobody says "I" or "my turn".
    """
    if lost := left_over(said, done, text):
        return lost
    if author and (news := only_news(said, done, text, author)):
        return news
    lowered = plain(text)
    return _overread(said, done, words, lowered) or oddities(said, done, words, lowered)


def _overread(
    said: Sequence[Said], done: Sequence[Act], words: Sequence[Word], lowered: str
) -> list[Doubt]:
    """A question about each stretch that may say less than was made of it.

    *lowered* is the text in plain lower case.
    """
    live = [one.segment for one in said if one.live and one.segment.belongs == "turn"]
    doubts = [Doubt(one.start, one.end, _THERE) for one in live if _heads_for(one)]
    doubts += [
        Doubt(one.start, one.end, IS_PART)
        for one in live
        if is_handled_somehow(one.words)
        or _OUT.match(lowered, one.start)
        or _UNCLEAR.search(lowered, one.start, one.end)
        or _ELSEWHERE.search(lowered, max(one.start - 4, 0), one.end + _BEHIND)
    ]
    tiles, turn = tiles_of(done), turn_of(done)
    doubts += [Doubt(one.start, one.end, IS_PART) for one in live if _shares_out(one, turn)]
    doubts += [
        Doubt(before.segment.start, one.segment.end, IS_PART)
        for before, one in pairwise(said)
        if _is_told_of(before.segment, one.segment)
    ]
    gnome = turn.gnome if turn is not None else ""
    if not doubts and live and (first := _headed_oddly(live, words, lowered, gnome)):
        doubts.append(Doubt(first.start, first.end, IS_ANNOUNCED))
    late = {step.item for step in turn.after if isinstance(step, Use)} if turn is not None else ()
    for word in words:
        if word.type != "ITEM" or not word.name:
            continue
        if _is_doubtful(word, lowered, used=word.name in tiles, late=word.name in late):
            doubts.append(Doubt(word.start, word.end, IS_PART))
    return doubts


def _heads_for(segment: Segment) -> bool:
    """ "I edge towards 9", "one room aft": e may get there or not, or nobody says where that is."""
    if "VAGUE" in segment.kinds and (
        "ROOMWORD" in segment.kinds or any(word.text.startswith("one ") for word in segment.words)
    ):
        return True
    if "TO" not in segment.kinds or not segment.kinds.isdisjoint(_WORKS):
        return False
    said = segment.content
    return any(
        word.type == "TO"
        and word.text in _TOWARDS
        and (before is None or before.type not in _DOORS)
        for before, word in zip([None, *said], said, strict=False)
    )


def _shares_out(segment: Segment, turn: Turn | None) -> bool:
    """ "I take two items, one of them for Quill": that would be a second action."""
    if turn is None or turn.action is None or not turn.action.name.startswith("gain"):
        return False
    return {"TO", "NAME", "NUM"} <= segment.kinds and "ITEM" not in segment.kinds


def _is_told_of(label: Segment, segment: Segment) -> bool:
    """ "Toolbox: in my bag": where a tile is, or what it is, no use of it."""
    tile = label.labels and "ITEM" in label.kinds <= _TILES
    if not tile or segment.opens_sentence or not segment.kinds <= _TELLS_OF:
        return False
    return segment.has("IN", "NEG", "LEFT") or any(map(_is_refused, segment.words))


def _is_refused(word: Word) -> bool:
    return may_undo(word) or word.text in _NO


def _headed_oddly(
    live: Sequence[Segment], words: Sequence[Word], lowered: str, gnome: str
) -> Segment | None:
    """The first step behind a label as "My favourite turn ever:", if there is one."""
    first = next((one for one in live if one.hard or one.doing), None)
    if first is None:
        return None
    if any(_is_anothers(word, first, lowered) for word in words if word.name != gnome):
        return first
    before = lowered[max(first.start - _LONGEST_LABEL, 0) : first.start]
    if ":" not in before:
        return None
    if _LABELLED.search(before):
        return first
    named = any(
        word.type == "NAME"
        and lowered[word.end : first.start].strip() == ":"
        and _FOR.search(lowered, 0, word.start)
        for word in words
    )
    called = named or _CALLED.search(before) is not None
    return first if called and "SELF" not in first.kinds else None


def _is_anothers(name: Word, first: Segment, lowered: str) -> bool:
    """ "Turn of Rusty - ...", "Gnome: Quill.": before the first step somebody else is named."""
    if name.type != "NAME" or name.end > first.start:
        return False
    before = _SENTENCE.split(lowered[max(name.start - _BEFORE, 0) : name.start])[-1]
    title = _TURN_OF.fullmatch(before) is not None
    return title and _TITLE_ENDS.match(lowered, name.end, first.start) is not None


def _is_doubtful(tile: Word, lowered: str, *, used: bool, late: bool) -> bool:
    """Whether a tile that is used is said to be kept, or one that is not to be excepted."""
    start = max(tile.start - _BEFORE, 0)
    before = lowered[start : tile.start]
    if not used:
        if _NOTHING_BUT.search(before) is not None:
            return True
        taken = _HAVING.search(before) and _WITH_IT.match(lowered, tile.end)
        return bool(taken) or (
            before.endswith("my ") and _OWNED.match(lowered, tile.end) is not None
        )
    if _NEAR.search(before) is not None or _TASTES.match(lowered, tile.end):
        return True
    if _OPTIONAL.match(lowered, tile.end):
        return True
    if late and _FORTIFIES.match(lowered, tile.end):
        return True
    if before.endswith("with ") and _SWALLOWED.match(lowered, tile.end):
        return True
    return _KEPT.match(lowered, tile.end) is not None
