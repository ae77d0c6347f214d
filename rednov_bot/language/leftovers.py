"""Places and tiles that were announced, as far as words tell, and are not in the acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.announced import turn_of
from rednov_bot.language.byways import strange_way
from rednov_bot.language.doubts import IS_PART, Doubt
from rednov_bot.language.elsewhere import done_elsewhere, places_of
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.second_reader import Said
from rednov_bot.language.second_reader.gist import used
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds, phrases
from rednov_bot.papers import Act, Discard, GiveBack

_TOLD: Final = kinds("statement other")
_WAYS: Final = kinds("TO THROUGH")
_MOVES: Final = kinds("GO ENTER AFTER")
_GOES: Final = (
    "off to",
    "off into",
    "on to",
    "away to",
    "away into",
    "over to",
    "down to",
    "up to",
)
_SETS_OUT: Final = kinds("off away on over down up back out straight")
_ONWARDS: Final = phrases(
    "destination, port, goal, home, way, exit, refuge, stop, stops, hop, hops, visit, visits, "
    "detour, afterwards, follows, bound, destined, end up, ends up, go, goes, going, head, headed, "
    "heading, journey"
)
"""Beside a place: it is part of a way."""
_BOUND: Final = kinds("bound destined headed")
_BESIDE: Final = kinds(
    "NEG PAST COND UNREAL PLAN NAME OWNER YOU QUERY LOOKUP HEDGE SPEND PERCENT TIMES"
)
"""With one of these, a place or a tile is only spoken of."""
_NAMED: Final = kinds("the a an my")
_BEING: Final = kinds("is are was were be being")
_USEFUL: Final = re.compile(
    r"\s+(?:is |are )?(?:put )?(?:to (?:\w+ )?use|to bear|in handy|comes? in handy|"
    r"(?:in)?to (?:service|action|play))\b",
    re.IGNORECASE,
)
_DUE: Final = re.compile(
    r"\s+(?:is|are) (?:in order|due|called for|mine|next|history|emptied|on me)\b|"
    r"\s+(?:with|for|after) (?:it|that|this)\b|\s+(?:afterwards|beforehand|on top)\b",
    re.IGNORECASE,
)
_FROM_TO: Final = kinds("GO FROM TO")
_TWO: Final = 2
_HENCE: Final = kinds("REMARK TO NUM ROOM FILL")
_TAKES_PART: Final = kinds("FOR MEANS STATE OTHER")
_ANYBODY: Final = kinds("somebody someone anybody anyone nobody who whoever everybody everyone")
_I_AM: Final = phrases("i'm, i am, im")
_SAID_OF: Final = frozenset(("it's", "that's", "it is", "that is", "there's", "there is"))
_NAMES: Final = kinds("NUM ROOM MACHINE SEA")
_ONLY_TILES: Final = kinds("ITEM FILL MORE")
_FLEES: Final = kinds("there myself through out")
_FLED_TO: Final = _NAMES | kinds("HATCH PATH EXTERIOR")
_EXCEPT: Final = ("except", "but ", "apart from", "save for", "aside from", "other than")


def escape_lost(apart: Sequence[Segment], done: Sequence[Act]) -> list[Doubt]:
    """ "Failing that, throw me into 5": a way out that is not among the acts."""
    turn = turn_of(done)
    if turn is None:
        return []
    if turn.escape is not None:
        return [] if turn.escape.move.enter else _half_fled(apart)
    return [
        Doubt(one.start, one.end, "Which hatch do you open after a failure?")
        for one in apart
        if one.belongs == "escape" and one.aside != "quoted" and not one.kinds.isdisjoint(_FLED_TO)
    ]


def _half_fled(apart: Sequence[Segment]) -> list[Doubt]:
    """ "I open the hatch to 10 and get myself in there": is it passed?"""
    if any(one.has("NOTENTER", "STAY") for one in apart if one.belongs == "escape"):
        return []
    return [
        Doubt(one.start, one.end, "Do you go through the hatch that you open?")
        for one in apart
        if one.belongs == "escape"
        and "OPEN" not in one.kinds
        and any(word.type == "OTHER" or word.text in _FLEES for word in one.words)
    ]


def tiles_of(done: Sequence[Act]) -> set[str]:
    """The kinds of tiles that acts speak of."""
    turn = turn_of(done)
    tiles: set[str] = set() if turn is None else set(used(turn))
    for act in done:
        if isinstance(act, Discard | GiveBack):
            tiles |= set(act.items)
    return tiles


def left_over(said: Sequence[Said], done: Sequence[Act], text: str) -> list[Doubt]:
    """A question about each stretch of which something was lost; nothing where there is no turn."""
    turn = turn_of(done)
    if turn is None:
        return []
    places, tiles = places_of(turn), {*tiles_of(done), "manual"}
    elsewhere = done_elsewhere(said, turn, places, text)
    return [
        Doubt(one.segment.start, one.segment.end, IS_PART)
        for before, one in zip([None, *said], said, strict=False)
        if one.segment.belongs == "turn"
        and one.segment.aside != "quoted"
        and (
            one is elsewhere
            or strange_way(one)
            or _is_excepted(one, places, tiles)
            or _tells_a_way(one, places)
            or ("NEG" not in one.segment.kinds and _is_lost_of(before, one, places, tiles, text))
        )
    ]


def _is_lost_of(
    before: Said | None, one: Said, places: set[Place | None], tiles: set[str], text: str
) -> bool:
    """Whether a stretch, or what stands behind a condition, says what the acts have not."""
    if _loses(one, places, tiles, text) or _puts_to_use(one, text):
        return True
    if one.mood == "unreal" and one.segment.kinds <= _ONLY_TILES:
        return any(word.name and word.name not in tiles for word in one.segment.words)
    return before is not None and _is_fallback(before, one, places)


def _is_excepted(one: Said, places: set[Place | None], tiles: set[str]) -> bool:
    """ "Except that I open 6", "no items but a grog": what is not denied is done."""
    words = one.segment.content
    at = next((at for at, word in enumerate(words) if word.text.startswith(_EXCEPT)), None)
    if at is None:
        return False
    pairs = zip([None, *words[at:]], words[at:], strict=False)
    opens = any(word.type == "OPEN" for word in words[at:])
    return any(
        _is_lost(word, before, places, tiles) or (opens and _place(word) not in (None, *places))
        for before, word in pairs
    )


def _loses(one: Said, places: set[Place | None], tiles: set[str], text: str) -> bool:
    """Whether a stretch says a place to go to, a hatch or a tile that the acts have not."""
    words = one.segment.content
    if one.live or one.segment.kinds <= _HENCE:
        pairs = zip([None, *words], words, strict=False)
        if any(_is_lost(word, before, places, tiles) for before, word in pairs):
            return True
    elif one.mood not in _TOLD:
        return False
    if any(
        _place(word) not in (None, *places)
        for before, word in pairwise(one.segment.words)
        if before.text in _GOES or (before.type in _WAYS and _sets_out(one, before))
    ):
        return True
    beside = one.segment.kinds & _BESIDE
    if beside and not (beside <= {"YOU", "UNREAL"} and any(word.text == "me" for word in words)):
        return False
    return _leads_on(one.segment, places) or _serves(
        one.segment, tiles, text, told=one.mood in _TOLD and not one.segment.aside
    )


def _tells_a_way(one: Said, places: set[Place | None]) -> bool:
    """ "Which lets me go from 6 into 5": a way of one's own, told only beside something else."""
    if one.mood != "remark" or not one.segment.kinds >= _FROM_TO:
        return False
    if all(word.text not in ("me", "i") for word in one.segment.words):
        return False
    words = one.segment.content
    return any(
        before.type in ("FROM", "TO") and _place(word) not in (None, *places)
        for before, word in pairwise(words)
    )


def _is_fallback(before: Said, one: Said, places: set[Place | None]) -> bool:
    """ "Otherwise: 7": behind a condition and its colon a place stands alone."""
    words = one.segment.content
    label = before.segment.labels and before.segment.kinds <= {"COND", "FILL"}
    return label and len(words) == 1 and _place(words[0]) not in (None, *places)


def _puts_to_use(one: Said, text: str) -> bool:
    """ "I put my spanner to good use": something that is no tile by name does its part."""
    return any(word.det == "my" for word in one.segment.words) and any(
        word.type == "OTHER" and _USEFUL.match(text, word.end) is not None
        for word in one.segment.words
    )


def _sets_out(one: Said, way: Word) -> bool:
    """ "It's off into the sea": a word of setting out stands before the way."""
    return any(word.end < way.start and word.text in _SETS_OUT for word in one.segment.words)


def _leads_on(segment: Segment, places: set[Place | None]) -> bool:
    """ "Next stop: 8", "the hatch to 2 is ... where I go": a place is told as part of the way."""
    words = segment.content
    if not words or words[0].text in _ANYBODY:
        return False
    if len(words) == _TWO and words[0].text in _SAID_OF:  # "one hop more, and it's 8"
        return _place(words[1]) not in (None, *places)
    late = _comes_next(segment.words, words)
    breaks_off = segment.words[-1].text in _BEING
    if not (late or breaks_off or _goes_on(words)):
        return False
    return any(
        _place(word) not in (None, *places)
        and word.text != "one"
        and (word.type != "MACHINE" or not late)
        for before, word in zip([None, *words], words, strict=False)
        if before is None
        or before.type not in ("FROM", "IN")
        or (before.type == "IN" and (late or words[-1].text in _BOUND))
    )


def _comes_next(all_words: Sequence[Word], words: Sequence[Word]) -> bool:
    """Whether a place is said to come "next", "after that", or now: "I'm in 8 now"."""
    now = words[0].type == "SELF" and words[0].text in _I_AM
    now = now and any(word.text == "now" for word in all_words)
    return now or any(
        word.type == "AFTER" or (word.text == "next" and behind.type != "TO")
        for word, behind in pairwise([*words, words[-1]])
    )


def _goes_on(words: Sequence[Word]) -> bool:
    """Whether a word of going stands there, and not only before "is": "the way to 8 is flooded"."""
    being = next((at for at, word in enumerate(words) if at and word.text in _BEING), 0)
    names = being and being + 1 < len(words) and _place(words[being + 1]) is None
    return any(
        word.text in _ONWARDS or word.type in _MOVES for word in words[being if names else 0 :]
    )


def _serves(segment: Segment, tiles: set[str], text: str, *, told: bool) -> bool:
    """ "The toolbox earns its keep", "there's a grog in it": a tile is told to do its part."""
    words = segment.content
    for at, word in enumerate(words):
        if word.type != "ITEM" or not word.name or word.name in tiles:
            continue
        if (at and words[at - 1].text in _SAID_OF) or _DUE.match(text, word.end):
            return True
        if word.det not in _NAMED or words[0].text in _ANYBODY:
            continue
        is_so = any(one.text.split()[-1:] == ["is"] or one.text in _BEING for one in words[1:3])
        if at == 0 and len(words) > 1 and not is_so:
            return True
        led = segment.words[max(segment.words.index(word) - 1, 0)].type in _TAKES_PART
        if at > 1 and told and led and words[0].type != "SELF":
            return True
    return False


def _is_lost(word: Word, before: Word | None, places: set[Place | None], tiles: set[str]) -> bool:
    match word.type:
        case "HATCH" | "PATH":
            return places.isdisjoint(word.places)
        case "ITEM":
            return bool(word.name) and word.name not in tiles
        case "NUM" | "ROOM" | "MACHINE" | "SEA" | "EXTERIOR":
            led = before is not None and (before.type in _WAYS or before.text in _GOES)
            return led and _place(word) not in (None, *places)
        case _:
            return False


def _place(word: Word) -> Place | None:
    if word.type == "EXTERIOR":
        return SEA
    return place_of(word) if word.type in _NAMES else None
